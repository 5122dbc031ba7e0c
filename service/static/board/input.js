// Pointer and keyboard: presses and drags on the board, and the keys of the page.

const DRAG_PIXELS = 6;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function listenToBoard(page) {
  listenToPointer(page);
  listenToPoints(page);
  document.addEventListener("keydown", (event) => pageKey(page, event));
}

function listenToPointer(page) {
  const { drawing } = page;
  const board = drawing.element;
  let press = null;

  board.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const point = drawing.pointAt(event.clientX, event.clientY);
    if (!point) return;
    // Neither the focus nor a selection of text follows the pointer: the arrow keys walk on.
    event.preventDefault();
    board.setPointerCapture(event.pointerId);
    const { player } = page;
    press = { id: event.pointerId, point, x: event.clientX, y: event.clientY, dragged: false, done: false };
    if (player.canHold(point) && !player.holds(point)) {
      player.press(point);
      press.done = true;
    }
  });

  board.addEventListener("pointermove", (event) => {
    if (press?.id !== event.pointerId || !page.player.holds(press.point)) return;
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG_PIXELS;
    press.dragged ||= far;
    if (press.dragged) drawing.drag(press.point, event.clientX, event.clientY);
  });

  board.addEventListener("pointerup", (event) => {
    if (press?.id !== event.pointerId) return;
    const { point, dragged, done } = press;
    press = null;
    const at = drawing.pointAt(event.clientX, event.clientY);
    if (dragged) {
      const goes = at !== point && page.player.canReach(at);
      drawing.drop(point, !goes);
      if (goes) page.player.press(at, point);
    } else if (!done && at === point) {
      page.player.press(point);
    }
  });

  board.addEventListener("pointercancel", () => {
    if (press?.dragged) drawing.drop(press.point, true);
    press = null;
  });
}

// One point can be reached with Tab; from there the arrow keys go over the board.
function listenToPoints(page) {
  const { drawing } = page;
  drawing.element.addEventListener("keydown", (event) => {
    const point = event.target.dataset?.point;
    if (!point || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) moveFocus(drawing, point, ...ARROWS[event.key]);
    else if (event.key === "Enter" || event.key === " ") page.player.press(point);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  // Screen readers click without a pointer.
  drawing.element.addEventListener("click", (event) => {
    const point = event.target.closest("[data-point]")?.dataset.point;
    if (point && event.detail === 0) page.player.press(point);
  });
}

function moveFocus(drawing, point, columns, rows) {
  const next = drawing.neighbour(point, columns, rows);
  if (!next) return;
  drawing.point(point).setAttribute("tabindex", -1);
  drawing.point(next).setAttribute("tabindex", 0);
  drawing.point(next).focus();
}

function pageKey(page, event) {
  if (event.target.closest("input:not([type=checkbox]), textarea, select, dialog, [role=tab]")) return;
  const { game, entry } = page;
  const command = event.ctrlKey || event.metaKey;
  const actions = command
    ? { z: () => (event.shiftKey ? game.forward() : page.undo()), y: () => game.forward() }
    : {
        ArrowLeft: () => page.undo(),
        ArrowRight: () => game.forward(),
        Home: () => game.toStart(),
        End: () => game.toEnd(),
        Escape: () => entry.undo(),
        a: () => entry.chooseCapture("approach"),
        w: () => entry.chooseCapture("withdrawal"),
        e: () => entry.finish(),
      };
  const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action || event.altKey || page.player !== entry) return;
  event.preventDefault();
  action();
}
