// Colours, shapes and the few drawing helpers that all pieces share. Seen from above, tilted a little: each piece shows a
// front edge below its face, and stacks grow upward. Colour never stands alone: every colour has a shape and a weave.

/** @typedef {{ fill: string, hi: string, deep: string, ink: string, mark: string }} Paint */

/** @type {Record<string, Paint>} */
const PAINTS = {
  red: { fill: "#d33d26", hi: "#ef6b52", deep: "#8e2415", ink: "#fff", mark: "diamond" },
  green: { fill: "#26825a", hi: "#54b582", deep: "#165638", ink: "#fff", mark: "triangle" },
  blue: { fill: "#2d6ccb", hi: "#5c95ea", deep: "#183f80", ink: "#fff", mark: "circle" },
  yellow: { fill: "#f3b72e", hi: "#ffd56b", deep: "#a8740a", ink: "#3a2600", mark: "star" },
  white: { fill: "#f4f0e6", hi: "#ffffff", deep: "#b3ab99", ink: "#2a2c33", mark: "ring" },
  black: { fill: "#34363e", hi: "#5d606c", deep: "#14151a", ink: "#fff", mark: "square" },
  brown: { fill: "#9a6f4b", hi: "#b98e69", deep: "#5f4029", ink: "#fff", mark: "bar" },
  purple: { fill: "#7a55b5", hi: "#9d7dd3", deep: "#482c77", ink: "#fff", mark: "plus" },
  orange: { fill: "#e57b2c", hi: "#ffa866", deep: "#98480f", ink: "#2b1400", mark: "hexagon" },
  pink: { fill: "#e792ad", hi: "#fbc2d2", deep: "#a54d6d", ink: "#3a0f20", mark: "heart" },
  grey: { fill: "#8d9099", hi: "#b7bac2", deep: "#54575f", ink: "#15171c", mark: "cross" },
};
PAINTS["playing-red"] = PAINTS.red;
PAINTS["playing-black"] = PAINTS.black;

/** Bone: pieces without a colour. @type {Paint} */
export const BONE = { fill: "#fbf4e4", hi: "#ffffff", deep: "#cdbb95", ink: "#1b1d24", mark: "" };

/** The paper of cards by the name of their background. @type {Record<string, string>} */
export const PAPERS = { pink: "#fbe3df", green: "#e1efd8", brown: "#f0e2cf", "": "#fffdf7" };

export const INK = "#1b1d24";
export const CREAM = "#fff6e6";
export const FLAME = "#ffb31f";
export const DANGER = "#cf2e18";

/** @param {string | undefined} colour @returns {Paint} */
export function paint(colour) {
  return PAINTS[colour ?? ""] ?? BONE;
}

/** Is the colour so light that white on it is hard to see? @param {string | undefined} colour */
export function isLight(colour) {
  return paint(colour).ink !== "#fff";
}

/** The shapes of the colours, in a box from -10 to 10. @type {Record<string, string>} */
const MARKS = {
  diamond: '<path d="M0-10 8.5 0 0 10-8.5 0z"/>',
  triangle: '<path d="M0-9.5 10 8H-10z"/>',
  circle: '<circle r="8.6"/>',
  star: '<path d="M0-10.5 2.9-3.6 10.3-3.1 4.7 1.7 6.5 9 0 5-6.5 9-4.7 1.7-10.3-3.1-2.9-3.6z"/>',
  ring: '<circle r="6.8" fill="none" stroke="currentColor" stroke-width="4"/>',
  square: '<rect x="-7.8" y="-7.8" width="15.6" height="15.6" rx="1.5"/>',
  bar: '<rect x="-10" y="-3.6" width="20" height="7.2" rx="2"/>',
  plus: '<path d="M-3.4-10h6.8v6.6H10v6.8H3.4V10h-6.8V3.4H-10v-6.8h6.6z"/>',
  hexagon: '<path d="M0-10 8.7-5V5L0 10-8.7 5V-5z"/>',
  heart: '<path d="M0 9C-7 3.5-10 0-10-4a5.2 5.2 0 0 1 10-2A5.2 5.2 0 0 1 10-4c0 4-3 7.5-10 13z"/>',
  cross: '<path d="M-5-9.3 0-4.3 5-9.3 9.3-5 4.3 0 9.3 5 5 9.3 0 4.3-5 9.3-9.3 5-4.3 0-9.3-5z"/>',
};

/** The shape of a colour around a point. @param {string | undefined} colour @param {number} x @param {number} y @param {number} scale */
export function mark(colour, x, y, scale, fill = paint(colour).ink) {
  const shape = MARKS[paint(colour).mark];
  return shape ? `<g transform="translate(${x} ${y}) scale(${scale})" fill="${fill}" color="${fill}">${shape}</g>` : "";
}

/** The shape of a colour on a button of that colour. @param {string | undefined} colour @param {number} x @param {number} y @param {number} r */
export function seal(colour, x, y, r) {
  const { fill, deep, mark: shape } = paint(colour);
  if (!shape) return "";
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" stroke="${deep}"/>${mark(colour, x, y, r * 0.058)}`;
}

/** The shape of a colour in that colour, as a drawing of its own. @param {string | undefined} colour */
export function colourMark(colour) {
  const { fill, deep } = paint(colour);
  const shape = MARKS[paint(colour).mark] ?? MARKS.circle;
  const rim = paint(colour).mark === "ring" ? "" : `stroke="${isLight(colour) ? deep : "#fff"}" stroke-opacity=".7"`;
  const under = rim ? "" : `<circle r="6.8" fill="none" stroke="${deep}" stroke-width="5.6"/>`;
  return (
    '<svg class="pic" viewBox="-12 -12 24 24" aria-hidden="true" focusable="false">' +
    `${under}<g fill="${fill}" color="${fill}" ${rim} stroke-width="1.2" stroke-linejoin="round">${shape}</g></svg>`
  );
}

/** The fill of a colour's weave, for the borders of cards. @param {string | undefined} colour */
export function weaveFill(colour) {
  const { mark: shape } = paint(colour);
  return shape && shape !== "diamond" ? `url(#mb-${shape})` : "none";
}

/** @param {string} text */
export const escape = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** Fill the width, stand on the ground. @param {number} width @param {number} height @param {string} inside */
export const svg = (width, height, inside, more = "") =>
  `<svg class="pic" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMax meet" aria-hidden="true" focusable="false" ${more}>${inside}</svg>`;

/** Text around a point. @param {string} text @param {number} x @param {number} y @param {number} size @param {string} fill */
export const label = (text, x, y, size, fill, more = "") =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" text-anchor="middle" dominant-baseline="central" ${more}>${escape(text)}</text>`;

/** @param {number} x @param {number} y @param {number} w @param {number} h @param {number} r @param {string} fill */
export const box = (x, y, w, h, r, fill, more = "") =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}" ${more}/>`;

/** A size at which a text of this length fits into a width. @param {string} text @param {number} width @param {number} largest */
export function fitted(text, width, largest) {
  const ems = [...text].reduce((sum, c) => sum + (c > "\u2e80" ? 1 : /[MWmw—]/.test(c) ? 0.86 : 0.57), 0);
  return Math.min(largest, Math.round((10 * width) / Math.max(ems, 0.1)) / 10);
}

/** Is it there? Zero is. @param {number | null | undefined} number @returns {number is number} */
export const given = (number) => number !== undefined && number !== null;

/** @param {string} id @param {number} size @param {string} inside */
const pattern = (id, size, inside, more = "") =>
  `<pattern id="mb-${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse" ${more}>${inside}</pattern>`;

/** @param {string} id @param {string} direction @param {[number, string, number][]} stops */
const gradient = (id, direction, stops) =>
  `<linearGradient id="mb-${id}" ${direction}>${stops.map(([at, colour, opacity]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`).join("")}</linearGradient>`;

const DOWN = 'x1="0" y1="0" x2="0" y2="1"';
const TILTED = 'x1="0" y1="0" x2=".25" y2="1"';
const ACROSS = 'x1="0" y1="0" x2="1" y2="0"';

/** Gradients and patterns that the drawings refer to. The page inserts them once. */
export function defs() {
  const shared = [
    gradient("sheen", DOWN, [
      [0, "#fff", 0.34],
      [0.5, "#fff", 0],
      [1, "#000", 0.14],
    ]),
    gradient("gloss", TILTED, [
      [0, "#fff", 0.3],
      [0.5, "#fff", 0],
      [1, "#000", 0.1],
    ]),
    gradient("side", ACROSS, [
      [0, "#000", 0.45],
      [0.35, "#000", 0],
      [0.6, "#000", 0],
      [1, "#000", 0.5],
    ]),
    gradient("inner", DOWN, [
      [0, "#5b431d", 0.5],
      [1, "#5b431d", 0],
    ]),
    gradient("sleeve", DOWN, [
      [0, "#fff", 0.22],
      [0.35, "#fff", 0],
      [1, "#000", 0.18],
    ]),
    '<radialGradient id="mb-glow"><stop offset="0" stop-color="#ffb31f" stop-opacity=".5"/><stop offset="1" stop-color="#ffb31f" stop-opacity="0"/></radialGradient>',
    pattern("triangle", 6, '<rect width="2.6" height="6" fill="#fff"/>', 'patternTransform="rotate(45)"'),
    pattern("circle", 6.5, '<circle cx="3.2" cy="3.2" r="1.5" fill="#fff"/>'),
    pattern(
      "star",
      8,
      '<path d="M0 3 4-1 8 3M0 7 4 3 8 7M0 11 4 7 8 11" fill="none" stroke="#7a5200" stroke-width="1.6"/>',
    ),
    pattern("ring", 5, '<rect width="5" height="1.3" fill="#8d8775"/>'),
    pattern("square", 8, '<path d="M0 0h4v4H0zM4 4h4v4H4z" fill="#fff"/>'),
    pattern("bar", 7, '<path d="M0 2c2-2 5 2 7 0M0 5.5c2-2 5 2 7 0" fill="none" stroke="#fff" stroke-width="1.1"/>'),
    pattern("plus", 8, '<path d="M4 1.5v5M1.5 4h5" stroke="#fff" stroke-width="1.6"/>'),
    pattern("hexagon", 6, '<rect width="2.4" height="6" fill="#fff"/>'),
    pattern("heart", 8, '<circle cx="4" cy="4" r="2.3" fill="none" stroke="#fff" stroke-width="1.3"/>'),
    pattern("cross", 6, '<path d="M0 3h6M3 0v6" stroke="#fff" stroke-width="1"/>', 'patternTransform="rotate(45)"'),
    pattern(
      "back",
      12,
      '<path d="M0 6h12M6 0v12" stroke="#f3b72e" stroke-opacity=".3" stroke-width="1.2"/><circle cx="6" cy="6" r="1.6" fill="#f3b72e" fill-opacity=".55"/>',
      'patternTransform="rotate(45)"',
    ),
    pattern(
      "strike",
      5,
      '<circle cx="1.5" cy="1.5" r=".9" fill="#8b6450"/><circle cx="4" cy="4" r=".6" fill="#241510"/>',
      'patternTransform="rotate(30)"',
    ),
  ];
  return `<svg class="defs" width="0" height="0" aria-hidden="true" focusable="false"><defs>${shared.join("")}</defs></svg>`;
}
