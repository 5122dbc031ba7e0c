// The faces of the ten opponents: animals of Madagascar, each drawn with a few shapes.

import { svg } from "./drawing.js";

const dot = (x, y, r, fill) => ["circle", { cx: x, cy: y, r, fill }];
const egg = (x, y, rx, ry, fill, turn = 0) => ["ellipse", { cx: x, cy: y, rx, ry, fill, transform: `rotate(${turn} ${x} ${y})` }];
const shape = (d, fill) => ["path", { d, fill }];
const line = (d, stroke = "#2a1b10", width = 2) =>
  ["path", { d, fill: "none", stroke, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" }];
const twice = (one) => [one(1), one(-1)];
const at = (side, by) => 32 + side * by;

// Both eyes: their white or coloured part, and the pupil.
const eyes = (by, y, r, colour, pupil = r / 2) =>
  twice((side) => [dot(at(side, by), y, r, colour), dot(at(side, by), y, pupil, "#1c130c")]).flat();

const FACES = [
  // Tortoise
  [
    egg(32, 40, 27, 20, "#7a5a2b"),
    line("M32 20V30M14 30L25 35M50 30L39 35", "#d9b24c", 3),
    egg(32, 38, 13, 15, "#b9a565"),
    ...eyes(6, 33, 3.4, "#fff8e6", 2),
    line("M27 45Q32 48 37 45"),
  ],
  // Tenrec
  [
    shape("M6 44L10 34L6 26L15 25L15 14L24 19L32 8L40 19L49 14L49 25L58 26L54 34L58 44z", "#3c2f24"),
    egg(32, 40, 19, 17, "#e3c27a"),
    line("M32 24V34", "#3c2f24", 5),
    shape("M25 44L32 56L39 44z", "#d49c74"),
    ...eyes(9, 37, 3, "#1c130c", 3),
    dot(32, 54, 3, "#4a2a20"),
  ],
  // Chameleon
  [
    shape("M12 36Q14 8 36 8Q30 16 44 20Q56 26 54 40Q48 56 30 54Q14 52 12 36z", "#4f9a4b"),
    line("M14 44Q32 50 52 42", "#2d6a3a", 2.5),
    dot(24, 30, 10, "#8cc25f"), dot(24, 30, 6.5, "#e8c24a"), dot(22, 30, 2.6, "#1c130c"),
    dot(45, 31, 6.5, "#8cc25f"), dot(45, 31, 4, "#e8c24a"), dot(46, 31, 1.9, "#1c130c"),
  ],
  // Mouse lemur
  [
    ...twice((side) => egg(at(side, 20), 18, 10, 12, "#a4714a", side * 25)),
    ...twice((side) => egg(at(side, 20), 19, 6, 8, "#e8b9a0", side * 25)),
    egg(32, 37, 22, 20, "#b98256"),
    shape("M29 22L35 22L33 46L31 46z", "#f1ddc0"),
    ...eyes(10, 35, 8.5, "#f2b33d", 5),
    dot(32, 48, 3, "#4a2a20"),
  ],
  // Ring-tailed lemur
  [
    ...twice((side) => shape(`M${at(side, 10)} 20L${at(side, 24)} 6L${at(side, 24)} 28z`, "#8f8a84")),
    egg(32, 37, 22, 20, "#eee9df"),
    shape("M12 30Q20 14 32 16Q44 14 52 30Q42 22 32 24Q22 22 12 30z", "#77716b"),
    ...twice((side) => egg(at(side, 10), 35, 8, 9, "#2a2522", side * -15)),
    ...eyes(10, 35, 5, "#f0a22a", 2.5),
    shape("M26 46Q32 42 38 46L32 56z", "#2a2522"),
  ],
  // Sifaka
  [
    ...twice((side) => dot(at(side, 21), 22, 8, "#f7f2e6")),
    egg(32, 36, 24, 23, "#f7f2e6"),
    shape("M17 28Q32 18 47 28Q46 52 32 56Q18 52 17 28z", "#3b332e"),
    shape("M20 24Q32 10 44 24Q32 19 20 24z", "#7a4a2c"),
    ...eyes(8, 34, 5.5, "#f6d648", 2.6),
    egg(32, 47, 4, 3, "#14100d"),
  ],
  // Indri
  [
    ...twice((side) => dot(at(side, 20), 18, 10, "#1f1b1a")),
    egg(32, 36, 22, 22, "#1f1b1a"),
    shape("M14 46Q8 34 13 26Q18 36 20 50z", "#f3eee2"),
    shape("M50 46Q56 34 51 26Q46 36 44 50z", "#f3eee2"),
    egg(32, 46, 10, 10, "#54494a"),
    ...eyes(9, 33, 5.5, "#cfd24a", 2.6),
    egg(32, 43, 4.5, 3, "#0d0b0a"),
    line("M27 50Q32 53 37 50", "#0d0b0a"),
  ],
  // Aye-aye
  [
    ...twice((side) => egg(at(side, 22), 20, 9, 15, "#2b2421", side * 35)),
    ...twice((side) => egg(at(side, 22), 21, 5, 10, "#7b6259", side * 35)),
    egg(32, 37, 20, 20, "#3a302b"),
    line("M16 26L10 22M18 22L14 15M48 26L54 22M46 22L50 15", "#b9b0a4", 1.6),
    egg(32, 44, 11, 11, "#a39588"),
    ...eyes(9, 33, 6.5, "#f08f2c", 2.4),
    shape("M29 43H35L32 47z", "#3a2422"),
    shape("M30 50H34V55H30z", "#fff8e6"),
  ],
  // Fossa
  [
    ...twice((side) => dot(at(side, 19), 19, 9, "#8a4f2a")),
    ...twice((side) => dot(at(side, 19), 20, 5, "#d9a07c")),
    shape("M10 34Q12 14 32 14Q52 14 54 34Q50 50 40 56H24Q14 50 10 34z", "#a5622f"),
    egg(32, 47, 13, 10, "#dcae83"),
    ...twice((side) => shape(`M${at(side, 4)} 34L${at(side, 17)} 27Q${at(side, 16)} 37 ${at(side, 8)} 37z`, "#e9c33e")),
    ...twice((side) => dot(at(side, 11), 33, 2.4, "#1c130c")),
    shape("M27 41H37L32 46z", "#2a1510"),
    line("M32 46V50M26 53Q32 49 38 53"),
  ],
  // Crocodile
  [
    ...twice((side) => dot(at(side, 13), 17, 9, "#4d6b3c")),
    shape("M12 20Q32 10 52 20L50 36Q58 50 44 58H20Q6 50 14 36z", "#5d7f47"),
    ...eyes(13, 17, 6, "#e6c93f", 3.2),
    ...twice((side) => egg(at(side, 6), 42, 2.2, 1.6, "#22301c")),
    line("M12 49Q32 56 52 49", "#22301c", 2),
    shape("M16 50L19 56L22 51.5zM26 52.4L29 58L32 53zM36 52.8L39 58L42 51.8zM45 51L48 55L50 49.6z", "#fffdf2"),
  ],
];

// The face of a level from 1 to 10.
export function face(level) {
  const shapes = FACES[level - 1].map(([tag, attributes]) => svg(tag, attributes));
  return svg("svg", { class: "face", viewBox: "0 0 64 64", "aria-hidden": "true" }, shapes);
}
