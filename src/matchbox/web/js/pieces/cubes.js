// Cubes, dice and pawns.

import { english } from "../i18n.js";
import { BONE, box, fitted, given, isLight, label, mark, paint, svg } from "./paint.js";

/** @typedef {import("../types").Piece} Piece */

const HIDDEN = { fill: "#8d9099", hi: "#b7bac2", deep: "#54575f", ink: "#15171c", mark: "" };

/** @param {Piece} piece @param {string} face */
export function cube(piece, face) {
  if (english(piece.text) === "gold") return nugget();
  if (english(piece.text) === "flower") return flower(piece);
  return svg(100, 116, cubeShadow() + cubeBody(piece, face));
}

const cubeShadow = () => box(7, 13, 92, 102, 12, "#000", 'opacity=".26"');

/** @param {Piece} piece @param {string} face */
function cubeBody(piece, face) {
  const { fill, hi, deep, ink } = piece.hidden ? HIDDEN : paint(piece.colour);
  return (
    box(3, 4, 94, 108, 11, deep) +
    `<path d="M3 78h94v23a11 11 0 0 1-11 11H14a11 11 0 0 1-11-11z" fill="${fill}" opacity=".45"/>` +
    box(3, 3, 94, 80, 11, fill) +
    box(3, 3, 94, 80, 11, "url(#mb-gloss)") +
    box(4, 4, 92, 78, 10, "none", `stroke="${hi}" stroke-width="2"`) +
    cubeFace(piece, face, ink)
  );
}

/** A number, the shape of the colour, or a short text. @param {Piece} piece @param {string} face @param {string} ink */
function cubeFace(piece, face, ink) {
  const text = piece.hidden ? "?" : given(piece.number) ? String(piece.number) : paint(piece.colour).mark ? "" : face;
  return text ? label(text, 50, 44, fitted(text, 76, 50), ink) : mark(piece.colour, 50, 43, 2.1, ink);
}

/** Gold, as it comes out of the ground. */
function nugget() {
  const rock = "M20 34 46 14 78 20 95 48 88 84 56 100 20 92 5 62z";
  return svg(
    100,
    116,
    '<ellipse cx="53" cy="98" rx="44" ry="15" fill="#000" opacity=".28"/>' +
      `<path d="${rock}" transform="translate(0 9)" fill="#8a5a06"/><path d="${rock}" fill="#f3b72e"/>` +
      '<path d="M20 34 46 14 52 42 26 60zM46 14 78 20 70 46 52 42z" fill="#ffe08a"/><path d="M78 20 95 48 70 46zM5 62 20 34 26 60z" fill="#ffcf57"/><path d="M26 60 52 42 70 46 62 76 34 80z" fill="#f7bf3d"/><path d="M70 46 95 48 88 84 62 76z" fill="#d99a1c"/><path d="M34 80 62 76 56 100 20 92zM62 76 88 84 56 100z" fill="#c4860f"/><path d="M5 62 26 60 34 80 20 92z" fill="#dda021"/>' +
      `<path d="${rock}" fill="none" stroke="#8a5a06" stroke-width="2" stroke-linejoin="round"/>` +
      '<path d="M40 24 54 20M33 38l9-7" stroke="#fff" stroke-opacity=".85" stroke-width="3" stroke-linecap="round"/>',
  );
}

/** Petals in the colour, around its shape. @param {Piece} piece */
function flower({ colour }) {
  const { fill, hi, deep } = paint(colour);
  const petals = (/** @type {string} */ more, /** @type {number} */ r) =>
    [0, 60, 120, 180, 240, 300]
      .map((turn) => `<ellipse cx="50" cy="26" rx="${r}" ry="${r + 4}" transform="rotate(${turn} 50 54)" ${more}/>`)
      .join("");
  return svg(
    100,
    116,
    `<ellipse cx="52" cy="103" rx="34" ry="9" fill="#000" opacity=".26"/>` +
      `<g transform="translate(0 5)">${petals(`fill="${deep}"`, 18.5)}</g>` +
      petals(`fill="${fill}" stroke="${deep}" stroke-width="1.6"`, 17.5) +
      petals(`fill="${hi}" opacity=".55"`, 8) +
      `<circle cx="50" cy="54" r="20" fill="#fff6e0" stroke="${deep}" stroke-width="2"/>` +
      mark(colour, 50, 54, 1.15, deep),
  );
}

const STEP = 30; // how much a cube is higher than the one below

/** Several cubes as a tower with their number on top. @param {Piece} piece @param {number} most */
export function cubeStack(piece, most = 4) {
  const count = piece.count ?? 1;
  const n = Math.max(1, Math.min(count, most));
  let tower = `<g transform="translate(0 ${(n - 1) * STEP})">${cubeShadow()}</g>`;
  for (let i = 0; i < n; i++) {
    const top = i === n - 1 && count > 1 ? { ...piece, number: count } : piece;
    tower += `<g transform="translate(0 ${(n - 1 - i) * STEP})">${cubeBody(top, "")}</g>`;
  }
  return svg(100, 116 + (n - 1) * STEP, tower);
}

/**
 * A cube seen obliquely, for towers: the front is the square from (0, 40) to (100, 140), its depth goes 40 to the right and
 * 40 up. A ghost is the outline of a cube that will be put there.
 * @param {Piece} piece
 */
export function block(piece, ghost = false) {
  const { fill, hi, deep, ink } = paint(piece.colour);
  const top = "M0 40 40 0h100L100 40z";
  const side = "M100 40 140 0v100l-40 40z";
  if (ghost)
    return svg(
      140,
      140,
      `<g fill="#ffb31f" fill-opacity=".22" stroke="#ffb31f" stroke-width="4" stroke-dasharray="9 6" stroke-linejoin="round"><path d="${top}"/><path d="${side}"/><path d="M0 40h100v100H0z"/></g>`,
      'overflow="visible"',
    );
  const light = isLight(piece.colour) ? ink : "#fff";
  return svg(
    140,
    140,
    `<g stroke-linejoin="round"><path d="${top}" fill="${hi}" stroke="${hi}"/><path d="${side}" fill="${deep}" stroke="${deep}"/><path d="${side}" fill="${fill}" opacity=".25"/><path d="M0 40h100v100H0z" fill="${fill}" stroke="${fill}"/></g>` +
      box(0, 40, 100, 100, 0, "url(#mb-gloss)") +
      `<path d="M2 42h96" stroke="#fff" stroke-opacity=".55" stroke-width="2.5"/>` +
      mark(piece.colour, 50, 91, 2.2, light),
    'overflow="visible"',
  );
}

// --- dice ---

/** @type {[number, number][][]} */
const PIPS = [
  [],
  [[50, 43]],
  [[27, 25], [73, 61]],
  [[27, 25], [50, 43], [73, 61]],
  [[27, 25], [73, 25], [27, 61], [73, 61]],
  [[27, 25], [73, 25], [50, 43], [27, 61], [73, 61]],
  [[27, 22], [73, 22], [27, 43], [73, 43], [27, 64], [73, 64]],
]; // prettier-ignore

/** @param {Piece} piece @param {string} face */
export function die(piece, face) {
  const { fill, deep, ink } = piece.colour ? paint(piece.colour) : BONE;
  const pips = PIPS[piece.number ?? 0];
  const dots = pips?.map(
    ([x, y]) =>
      `<ellipse cx="${x}" cy="${y + 1.2}" rx="8.6" ry="8" fill="${ink === "#fff" ? "#000" : "#fff"}" opacity="${ink === "#fff" ? 0.3 : 0.7}"/><ellipse cx="${x}" cy="${y}" rx="8.6" ry="8" fill="${ink}"/>`,
  );
  return svg(
    100,
    114,
    box(7, 14, 92, 99, 22, "#000", 'opacity=".26"') +
      box(3, 4, 94, 106, 22, deep) +
      `<path d="M3 66v22a22 22 0 0 0 22 22h50a22 22 0 0 0 22-22V66z" fill="${fill}" opacity=".38"/>` +
      box(3, 2, 94, 84, 21, fill) +
      box(3, 2, 94, 84, 21, "url(#mb-gloss)") +
      box(4, 3, 92, 82, 20, "none", 'stroke="#fff" stroke-opacity=".8" stroke-width="1.6"') +
      (dots?.length ? dots.join("") : label(piece.hidden ? "?" : face, 50, 45, fitted(face || "?", 70, 46), ink)) +
      mark(piece.colour, 50, 97.5, 0.72, ink),
  );
}

// --- pawns ---

const MEEPLE =
  "M50 5c10 0 17 7 17 16 0 4-1.5 7.5-4 10.5C78 34 94 41 94 49c0 6-8 8.5-22 9.5 4 10 12 21 16 29 2.5 5-.5 9.5-6 9.5H63c-3 0-5-1.5-6-4.5L50 76l-7 16.5c-1 3-3 4.5-6 4.5H18c-5.5 0-8.5-4.5-6-9.5 4-8 12-19 16-29C14 57.5 6 55 6 49c0-8 16-15 31-17.5-2.5-3-4-6.5-4-10.5C33 12 40 5 50 5z";

/** A person, with a front edge like all other pieces. @param {Piece} piece @param {string} face */
export function pawn(piece, face) {
  const { fill, hi, deep, ink } = paint(piece.colour);
  const text = given(piece.number) ? String(piece.number) : paint(piece.colour).mark ? "" : face;
  const edge = [11, 8, 5, 2.5].map((y) => `<path d="${MEEPLE}" transform="translate(0 ${y})"/>`).join("");
  return svg(
    100,
    114,
    `<ellipse cx="52" cy="103" rx="45" ry="9" fill="#000" opacity=".26"/>` +
      `<g fill="${deep}">${edge}</g>` +
      `<path d="${MEEPLE}" fill="${fill}"/><path d="${MEEPLE}" fill="url(#mb-gloss)" stroke="${hi}" stroke-width="2" stroke-linejoin="round"/>` +
      (text ? label(text, 50, 55, 30, ink) : mark(piece.colour, 50, 53, 1.35, ink)),
  );
}
