// The width of a text in the page's fonts.

/** @type {CanvasRenderingContext2D | null | undefined} */
let context;
/** @type {Map<string, number>} */
const known = new Map();
const MOST = 4000;

/** @param {string} text @param {number} size in pixels @param {number} [weight] */
export function textWidth(text, size, weight = 400) {
  if (!text) return 0;
  const name = `${size}/${weight}/${text}`;
  const found = known.get(name);
  if (found !== undefined) return found;
  if (context === undefined) context = globalThis.document?.createElement("canvas").getContext("2d") ?? null;
  let width = text.length * size * 0.55; // without a canvas
  if (context) {
    context.font = `${weight} ${size}px "Instrument Sans Variable", "Instrument Sans", system-ui, sans-serif`;
    width = context.measureText(text).width;
  }
  if (known.size > MOST) known.clear();
  known.set(name, width);
  return width;
}

/** Measure again, with fonts that have arrived. */
export function forgetWidths() {
  known.clear();
}
