// Matchboxes, the bag, the match, and what surrounds a prize and a winner.

import { CREAM, FLAME, box, fitted, label, mark, paint, svg } from "./paint.js";

const STRIKER = "#4a3129";
const CARDBOARD = "#d8c39a";

/** A rough edge to strike a match on. @param {number} x @param {number} y @param {number} w @param {number} h */
const striker = (x, y, w, h) => box(x, y, w, h, 5, STRIKER) + box(x, y, w, h, 5, "url(#mb-strike)");

/**
 * A secret commitment is a closed box; a reveal slides it open. The page lays chips into an open box: its inside is the
 * element `.inside` next to the drawing in a `.matchbox`.
 * @param {{ open?: boolean, colour?: string, title?: string }} [options]
 */
export function matchbox({ open = false, colour = "", title = "" } = {}) {
  return open ? openBox(colour, title) : closedBox(colour, title);
}

/** @param {string} colour */
const boxPaint = (colour) => (colour ? paint(colour) : paint("red"));

/** @param {string} colour @param {string} title */
function closedBox(colour, title) {
  const { fill, deep } = boxPaint(colour);
  const y = title ? 41 : 52;
  const r = title ? 19 : 23;
  const rays = Array.from(
    { length: 16 },
    (_, i) =>
      `<path transform="translate(85 ${y}) rotate(${i * 22.5})" d="M-2-${r + 1} 0-${i % 2 ? r + 17 : r + 28} 2-${r + 1}z"/>`,
  );
  return svg(
    170,
    120,
    box(6, 16, 164, 103, 9, "#000", 'opacity=".28"') +
      striker(2, 95, 166, 20) +
      box(2, 3, 166, 98, 7, fill) +
      box(2, 3, 166, 98, 7, "url(#mb-gloss)") +
      `<svg x="15" y="16" width="140" height="72" viewBox="15 16 140 72" overflow="hidden"><g opacity=".3" fill="${CREAM}">${rays.join("")}</g></svg>` +
      box(9, 10, 152, 84, 4, "none", `stroke="${CREAM}" stroke-width="2.4"`) +
      box(13.5, 14.5, 143, 75, 2.5, "none", `stroke="${CREAM}"`) +
      `<circle cx="85" cy="${y}" r="${r}" fill="${CREAM}"/>` +
      (paint(colour).mark ? mark(colour, 85, y, r * 0.055, deep) : matchShape(85, y, r / 19)) +
      (title ? box(24, 67, 122, 20, 3, CREAM) + label(title, 85, 77.5, fitted(title, 112, 16), deep) : ""),
  );
}

/** A match on a label. @param {number} x @param {number} y @param {number} scale */
const matchShape = (x, y, scale) =>
  `<g transform="translate(${x} ${y}) rotate(24) scale(${scale})"><rect x="-2" y="-6" width="4" height="19" rx="1.4" fill="#c9a468"/><path d="M0-15c3.6 4.5 5 7 5 9.5a5 5 0 0 1-10 0C-5-8-3.6-10.5 0-15z" fill="#cf2e18"/></g>`;

/** @param {string} colour @param {string} title */
function openBox(colour, title) {
  const { fill, ink } = boxPaint(colour);
  return svg(
    300,
    226,
    box(8, 22, 290, 202, 12, "#000", 'opacity=".3"') +
      box(14, 34, 272, 180, 8, CARDBOARD) +
      box(14, 204, 272, 16, 6, "#b49c6e") +
      box(22, 40, 256, 162, 5, "#f6e9cc") +
      box(22, 40, 256, 46, 5, "url(#mb-inner)") +
      box(22, 40, 256, 162, 5, "none", 'stroke="#b49c6e" stroke-width="1.5"') +
      striker(2, 46, 296, 13) +
      box(2, 2, 296, 51, 9, fill) +
      box(2, 2, 296, 51, 9, "url(#mb-sleeve)") +
      box(8.5, 8, 283, 37, 5, "none", `stroke="${ink === "#fff" ? CREAM : "#fff"}" stroke-width="2"`) +
      (title ? label(title, 150, 27, fitted(title, 264, 20), ink) : ""),
  );
}

/** The cloth bag. */
export function bag() {
  const body = "M34 26C16 40 8 56 8 70c0 15 16 20 42 20s42-5 42-20c0-14-8-30-26-44z";
  return svg(
    100,
    100,
    `<ellipse cx="52" cy="88" rx="43" ry="9" fill="#000" opacity=".3"/><path d="${body}" fill="#7b4b30"/><path d="${body}" fill="url(#mb-gloss)"/>` +
      '<path d="M28 50c-5 9-7 16-6 24M70 46c6 9 9 17 8 26M49 44v38" stroke="#4e2c1a" stroke-width="2.5" fill="none" stroke-linecap="round" opacity=".6"/>' +
      '<path d="M35 27 28 9c7 4 10-2 15 1s8-3 13 0 9-3 16-1l-7 18z" fill="#93603f"/><path d="M43 24 40 13M50 25V14M58 24l3-11" stroke="#4e2c1a" stroke-opacity=".5" stroke-width="1.8" stroke-linecap="round"/>' +
      '<path d="M31 26c12 5 26 5 38 0l-1 6c-11 5-25 5-36 0z" fill="#f3b72e"/><path d="M66 30c7 3 9 9 7 15" stroke="#f3b72e" stroke-width="3" fill="none" stroke-linecap="round"/>',
  );
}

/** A burning match: it is your turn. */
export function matchIcon() {
  return (
    '<svg class="pic match" viewBox="0 0 24 34" aria-hidden="true" focusable="false">' +
    '<g transform="rotate(14 12 20)"><rect x="10.6" y="15" width="2.8" height="18" rx="1.2" fill="#ebd3a0"/><path d="M12.6 18v14" stroke="#c7a566" stroke-width=".8"/><ellipse cx="12" cy="14.5" rx="3" ry="3.8" fill="#c4331c"/></g>' +
    '<g class="flame"><path d="M14 1c.8 4 5.4 6.2 5.4 11.2A6.2 6.2 0 0 1 13.2 18 6.2 6.2 0 0 1 7 11.9C7 8.2 9.8 7 10.6 4c1.5 1 2.2 2.2 2.4 3.6C14.2 5.6 14.5 3.2 14 1z" fill="#ffb31f"/><path d="M13.6 8.5c.4 2 2.6 2.9 2.6 5.2a3 3 0 0 1-6 .1c0-1.9 1.3-2.4 1.7-4 .8.5 1 1 1.1 1.7.5-.9.7-1.9.6-3z" fill="#fff1c2"/></g></svg>'
  );
}

/** Rays and sparks behind a prize; the middle is free. */
export function burst() {
  const rays = Array.from({ length: 24 }, (_, i) => {
    const [from, to, w] = i % 4 === 0 ? [50, 99, 3] : i % 2 === 0 ? [52, 86, 2.6] : [50, 68, 2];
    return `<path transform="rotate(${i * 15})" d="M-${w}-${from} 0-${to} ${w}-${from}z" opacity="${i % 2 ? 0.55 : 1}"/>`;
  });
  const sparks = [[-58, -74, 2], [38, -78, 1.6], [72, -58, 2.2], [84, -8, 1.8], [62, 66, 2], [-36, 88, 2.2], [-78, 44, 1.8], [-88, -28, 1.6], [18, 92, 1.4]]; // prettier-ignore
  const dots = sparks.map(
    ([x, y, r], i) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${i % 3 === 1 ? "#ef6b52" : "#ffe9bd"}"/>`,
  );
  return `<svg class="pic" viewBox="-100 -100 200 200" aria-hidden="true" focusable="false"><circle r="76" fill="url(#mb-glow)"/><g fill="${FLAME}">${rays.join("")}</g>${dots.join("")}</svg>`;
}

/** For a winner. */
export function crown() {
  return svg(
    48,
    36,
    '<path d="M5 31 2.5 9.5l11.5 8L24 3l10 14.5 11.5-8L43 31z" fill="#ffb31f" stroke="#8a5a00" stroke-width="1.6" stroke-linejoin="round"/>' +
      '<path d="M5 31h38v3.5H5z" fill="#c98a12" stroke="#8a5a00" stroke-width="1.2" stroke-linejoin="round"/>' +
      '<circle cx="24" cy="24" r="3" fill="#cf2e18"/><circle cx="13.5" cy="25" r="2.2" fill="#2d6ccb"/><circle cx="34.5" cy="25" r="2.2" fill="#2d6ccb"/>' +
      '<g fill="#ffd56b" stroke="#8a5a00"><circle cx="24" cy="3.5" r="2.3"/><circle cx="2.8" cy="9.5" r="2"/><circle cx="45.2" cy="9.5" r="2"/></g>',
  );
}

/** A wreath around something, for a winner; the middle is free. */
export function laurel() {
  const leaves = Array.from({ length: 7 }, (_, i) => {
    const angle = 200 + i * 20;
    const out = `rotate(${angle} 50 50) translate(50 8)`;
    return `<ellipse rx="4.6" ry="10" transform="${out} rotate(62)" fill="#e0a92c"/><ellipse rx="4" ry="8" transform="${out} translate(3 9) rotate(118)" fill="#b67f12"/>`;
  }).join("");
  const branch = `<path d="M50 92A42 42 0 0 1 16 26" fill="none" stroke="#b67f12" stroke-width="2.2" stroke-linecap="round"/>${leaves}`;
  return svg(
    100,
    100,
    `${branch}<g transform="translate(100 0) scale(-1 1)">${branch}</g><path d="M44 95l6-5 6 5" fill="none" stroke="#cf2e18" stroke-width="3" stroke-linecap="round"/>`,
  );
}
