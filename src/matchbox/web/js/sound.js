// Sounds, all synthesised. Silent until the first touch or key, and never the only signal.

import { recall, remember } from "./store.js";

/** @typedef {keyof typeof SOUNDS} Sound */

const VOLUME = 0.5;
const GAP = 0.03; // seconds between two equal sounds, so that many pieces do not add up

/** The context and what all sounds go through. @type {{ context: AudioContext, out: AudioNode } | null} */
let audio = null;
let touched = false;
/** When a sound was last played. @type {Map<string, number>} */
const played = new Map();

export function muted() {
  return !recall("sound", /** @type {boolean} */ (true));
}

/** @param {boolean} quiet */
export function setMuted(quiet) {
  remember("sound", !quiet);
  if (quiet) void audio?.context.suspend();
  else wake();
}

/** Play a sound, if there can be one. @param {Sound} name */
export function play(name) {
  if (!touched || muted()) return;
  try {
    wake();
    if (!audio || audio.context.state === "closed") return;
    const now = audio.context.currentTime;
    if (now - (played.get(name) ?? -1) < GAP) return;
    played.set(name, now);
    SOUNDS[name]?.();
  } catch {
    // A page without sound works as well.
  }
}

/** Browsers allow sound only after a gesture. */
function wake() {
  if (!touched) return;
  try {
    audio ??= open();
    if (audio?.context.state === "suspended") void audio.context.resume();
  } catch {
    audio = null;
  }
}

function open() {
  if (typeof AudioContext === "undefined") return null;
  const context = new AudioContext();
  const out = context.createDynamicsCompressor();
  const volume = context.createGain();
  volume.gain.value = VOLUME;
  out.connect(volume).connect(context.destination);
  return { context, out };
}

if (typeof addEventListener === "function") {
  const touch = () => {
    touched = true;
    if (!muted()) wake();
    for (const kind of ["pointerdown", "keydown"]) removeEventListener(kind, touch, true);
  };
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, touch, true);
}

// --- what sounds are made of; times are in seconds from now ---

/** A gain that rises at once and dies away. @param {{ context: AudioContext, out: AudioNode }} to @param {number} at @param {number} length @param {number} volume */
function fading({ context, out }, at, length, volume, rise = 0.004) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + rise + length);
  gain.connect(out);
  return gain;
}

/** A pure tone that may glide. @param {number} pitch @param {number} wait @param {number} length @param {number} volume @param {number} [end] the pitch at the end */
function tone(pitch, wait, length, volume, end) {
  if (!audio) return;
  const at = audio.context.currentTime + wait;
  const source = audio.context.createOscillator();
  source.frequency.setValueAtTime(pitch, at);
  if (end) source.frequency.exponentialRampToValueAtTime(end, at + length);
  source.connect(fading(audio, at, length, volume));
  source.start(at);
  source.stop(at + length + 0.05);
}

/** @type {AudioBuffer | null} */
let hiss = null;

/** Two seconds of noise, made once. @param {AudioContext} context */
function noiseIn(context) {
  if (hiss && hiss.sampleRate === context.sampleRate) return hiss;
  hiss = context.createBuffer(1, 2 * context.sampleRate, context.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return hiss;
}

/** Noise through a filter that may move. @param {number} wait @param {number} length @param {number} volume @param {BiquadFilterType} kind @param {number} from @param {number} [to] */
function noise(wait, length, volume, kind, from, to, sharpness = 1, rise = 0.004) {
  if (!audio) return;
  const { context } = audio;
  const at = context.currentTime + wait;
  const source = context.createBufferSource();
  source.buffer = noiseIn(context);
  const filter = context.createBiquadFilter();
  filter.type = kind;
  filter.Q.value = sharpness;
  filter.frequency.setValueAtTime(from, at);
  if (to) filter.frequency.exponentialRampToValueAtTime(to, at + length);
  source.connect(filter).connect(fading(audio, at, length, volume, rise));
  source.start(at, Math.random(), length + rise + 0.05);
}

/** Wood on wood. */
function knock(wait = 0, volume = 0.3, pitch = 300) {
  tone(pitch, wait, 0.07, volume, pitch * 0.55);
  noise(wait, 0.012, volume * 0.6, "lowpass", 2200);
}

/** Clay chips. */
function clink(wait = 0, volume = 0.1) {
  [2430, 3110, 4260].forEach((pitch, i) =>
    tone(pitch * (0.98 + Math.random() * 0.04), wait, 0.06 - i * 0.012, volume / (i + 1)),
  );
}

/** @param {number} pitch @param {number} wait */
function mallet(pitch, wait, volume = 0.22) {
  tone(pitch, wait, 0.5, volume);
  tone(pitch * 4, wait, 0.12, volume * 0.25);
}

/** A fire far away. @param {number} wait @param {number} length */
function crackle(wait, length) {
  for (let i = 0; i < 14; i++) noise(wait + Math.random() * length, 0.05, 0.08, "highpass", 3000);
}

const SOUNDS = {
  tile: () => knock(),
  chip: () => {
    clink();
    clink(0.035, 0.07);
  },
  card: () => noise(0, 0.11, 0.16, "bandpass", 900, 3500, 0.8),
  dice: () =>
    [0, 0.07, 0.13, 0.21, 0.28, 0.34, 0.4].forEach((wait, i) =>
      knock(wait, 0.26 - 0.03 * i, 360 + Math.random() * 240),
    ),
  /** A match: it is your turn. */
  strike: () => {
    noise(0, 0.2, 0.16, "bandpass", 2000, 5200, 0.9, 0.02);
    noise(0.17, 0.45, 0.1, "lowpass", 1400, 300);
    crackle(0.3, 0.25);
  },
  /** The held beat before a reveal. */
  swell: () => {
    tone(98, 0, 0.5, 0.14, 110);
    tone(147, 0.08, 0.42, 0.06, 165);
  },
  /** A box opens. */
  slide: () => {
    noise(0, 0.14, 0.16, "bandpass", 700, 1500, 1.2);
    knock(0.13, 0.22, 240);
  },
  up: () => {
    mallet(392, 0);
    mallet(523.3, 0.11);
  },
  down: () => {
    mallet(330, 0, 0.14);
    mallet(262, 0.13, 0.12);
  },
  win: () => {
    [392, 523.3, 659.3, 784].forEach((pitch, i) => mallet(pitch, i * 0.11));
    crackle(0.5, 0.9);
  },
  no: () => knock(0, 0.2, 140),
  tick: () => tone(1250, 0, 0.03, 0.08, 900),
};
