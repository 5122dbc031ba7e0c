// What the board sounds like: stones on wood, made by the browser itself.

// Each sound is a knock, a tone that dies away, and the scrape of a noise above it.
const SOUNDS = {
  step: { tone: 190, lasting: 0.09, loud: 0.5, noise: 1800, scrape: 0.035 },
  take: { tone: 420, lasting: 0.06, loud: 0.22, noise: 3200, scrape: 0.025 },
  flip: { tone: 310, lasting: 0.07, loud: 0.28, noise: 2400, scrape: 0.03 },
};
const SOON = 0.01;

let context = null;
let noise = null;

// Plays cues, [{kind, at}, …] in milliseconds from now; the function it returns stops what is left.
export function play(cues) {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  noise ??= whiteNoise(context);
  const out = context.createGain();
  out.connect(context.destination);
  const now = context.currentTime + SOON;
  for (const { kind, at } of cues) knock(out, SOUNDS[kind], now + at / 1000);
  return () => out.disconnect();
}

function knock(out, { tone, lasting, loud, noise: pitch, scrape }, at) {
  const body = new OscillatorNode(context, { type: "sine", frequency: tone });
  body.frequency.setValueAtTime(tone * 1.5, at);
  body.frequency.exponentialRampToValueAtTime(tone, at + lasting / 3);
  sound(body, [dying(at, loud, lasting)], out, at, lasting);
  const edge = new AudioBufferSourceNode(context, { buffer: noise });
  const band = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 1.2 });
  sound(edge, [band, dying(at, loud, scrape)], out, at, scrape);
}

function sound(source, through, out, at, lasting) {
  [source, ...through, out].reduce((from, to) => from.connect(to));
  source.start(at);
  source.stop(at + lasting);
}

function dying(at, loud, lasting) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + lasting);
  return gain;
}

function whiteNoise({ sampleRate }) {
  const buffer = new AudioBuffer({ length: sampleRate / 10, sampleRate });
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place++) samples[place] = 2 * Math.random() - 1;
  return buffer;
}
