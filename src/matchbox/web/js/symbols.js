// The six symbols of the Green Box, drawn 48 x 48 in the current colour.

const bricks = [
  [4, 9, 17],
  [23, 9, 21],
  [4, 20, 9],
  [15, 20, 18],
  [35, 20, 9],
  [4, 31, 17],
  [23, 31, 21],
]
  .map(([x, y, width]) => `<rect x="${x}" y="${y}" width="${width}" height="9" rx="1.6"/>`)
  .join("");

const hammer = '<rect x="21.6" y="10" width="4.8" height="34" rx="2"/><path d="M12 5h20c3 0 5 2 6 6l-6 3H12z"/>';

const spokes = [0, 45, 90, 135]
  .map((turn) => `<rect x="22" y="6" width="4" height="36" transform="rotate(${turn} 24 24)"/>`)
  .join("");

/** @type {Record<string, string>} */
const SHAPES = {
  drop: '<path d="M24 3C28 12 39 21 39 31a15 15 0 0 1-30 0C9 21 20 12 24 3z"/><path d="M16 31a8 8 0 0 0 7 8" fill="none" stroke="#fff" stroke-opacity=".65" stroke-width="3" stroke-linecap="round"/>',
  hammers: `<g transform="rotate(42 24 24)">${hammer}</g><g transform="matrix(-1 0 0 1 48 0) rotate(42 24 24)">${hammer}</g>`,
  circles: [
    [24, 14],
    [13, 33],
    [35, 33],
  ]
    .map(
      ([x, y]) =>
        `<circle cx="${x}" cy="${y}" r="10.5"/><circle cx="${x}" cy="${y}" r="5.4" fill="none" stroke="#fff" stroke-opacity=".7" stroke-width="2"/>`,
    )
    .join(""),
  bricks,
  arrow: '<path d="M24 3 43 23H32v22H16V23H5z"/>',
  wheel: `<path fill-rule="evenodd" d="M24 2a22 22 0 1 1 0 44 22 22 0 0 1 0-44zm0 6.500a15.500 15.500 0 1 0 0 31 15.500 15.500 0 0 0 0-31z"/>${spokes}<circle cx="24" cy="24" r="5.500"/>`,
};

/** The SVG shapes of a symbol, or nothing for an unknown name. @param {string | undefined} name */
export function symbolShape(name) {
  return SHAPES[(name ?? "").toLowerCase()] ?? "";
}
