// The six symbols of the Green Box, 48 x 48, cut out of one colour.

const hammer =
  '<rect x="21.4" y="15" width="5.2" height="30" rx="2.4"/><path d="M11.5 4.5h19.5c4 0 6.5 2.6 7 7.5l-6.5 3H11.5a2 2 0 0 1-2-2v-6.5a2 2 0 0 1 2-2z"/>';

/** @param {number} x @param {number} y */
const log = (x, y) =>
  `<path fill-rule="evenodd" d="M${x} ${y - 10.5}a10.5 10.5 0 1 1 0 21 10.5 10.5 0 0 1 0-21zm0 3.8a6.7 6.7 0 1 0 0 13.4 6.7 6.7 0 0 0 0-13.4z"/><circle cx="${x}" cy="${y}" r="3.6"/>`;

const bricks = [
  [4, 8, 18],
  [24, 8, 20],
  [4, 19.5, 9],
  [15, 19.5, 18],
  [35, 19.5, 9],
  [4, 31, 18],
  [24, 31, 20],
]
  .map(([x, y, width]) => `<rect x="${x}" y="${y}" width="${width}" height="9.5" rx="2"/>`)
  .join("");

const spokes = [0, 60, 120]
  .map((turn) => `<rect x="22" y="6" width="4" height="36" transform="rotate(${turn} 24 24)"/>`)
  .join("");

/** @type {Record<string, string>} */
const SHAPES = {
  drop: '<path fill-rule="evenodd" d="M24 2.5C28.5 12 39.5 21 39.5 31.5a15.5 15.5 0 0 1-31 0C8.5 21 19.5 12 24 2.5zM15.5 31a9 9 0 0 0 7.6 9.6l.6-3.2A5.8 5.8 0 0 1 18.7 31z"/>',
  hammers: `<g transform="rotate(44 24 25)">${hammer}</g><g transform="translate(48 0) scale(-1 1) rotate(44 24 25)">${hammer}</g>`,
  circles: log(24, 13.5) + log(12.5, 33) + log(35.5, 33),
  bricks,
  arrow:
    '<path d="M24 3.5 43.5 23.5a1.5 1.5 0 0 1-1 2.5H33v17a2 2 0 0 1-2 2H17a2 2 0 0 1-2-2V26H5.5a1.5 1.5 0 0 1-1-2.5z"/>',
  wheel: `<path fill-rule="evenodd" d="M24 2a22 22 0 1 1 0 44 22 22 0 0 1 0-44zm0 6a16 16 0 1 0 0 32 16 16 0 0 0 0-32z"/>${spokes}<circle cx="24" cy="24" r="6"/>`,
};

/** The SVG shapes of a symbol, or nothing for an unknown name. @param {string | undefined} name */
export function symbolShape(name) {
  return SHAPES[(name ?? "").toLowerCase()] ?? "";
}

/** A symbol around a point. @param {string | undefined} name @param {number} x @param {number} y @param {number} size @param {string} fill */
export function symbolAt(name, x, y, size, fill, turn = 0) {
  const turned = turn ? ` rotate(${turn} 24 24)` : "";
  return `<g transform="translate(${x - size / 2} ${y - size / 2}) scale(${size / 48})${turned}" fill="${fill}">${symbolShape(name)}</g>`;
}

/** A symbol as a drawing of its own, in the current colour. @param {string | undefined} name */
export function symbolIcon(name) {
  return `<svg class="pic" viewBox="0 0 48 48" fill="currentColor" aria-hidden="true" focusable="false">${symbolShape(name)}</svg>`;
}
