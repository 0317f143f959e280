// Cards: those of the Green Box, playing cards, cards with a name in the game, parts of cards, and the back.

import { words } from "../i18n.js";
import { symbolAt, symbolShape } from "../symbols.js";
import { INK, PAPERS, box, fitted, given, isLight, label, paint, seal, svg, weaveFill } from "./paint.js";

/** @typedef {import("../types").Piece} Piece */

const BAND = "#2f2722";

/**
 * Shadow, front edge and border of a card, and the paper inside.
 * @param {Piece} piece @param {number} w @param {number} h @param {number} rim @param {number} r
 */
function stock(piece, w, h, rim, r) {
  const { fill, deep } = paint(piece.colour);
  const inside = PAPERS[piece.background ?? ""] ?? PAPERS[""];
  return (
    box(3, 5, w - 4, h - 5, r, "#000", 'opacity=".22"') +
    box(1, 3.4, w - 2, h - 5, r, deep) +
    box(1, 1, w - 2, h - 5, r, fill) +
    box(1, 1, w - 2, h - 5, r, weaveFill(piece.colour), `opacity="${isLight(piece.colour) ? 0.36 : 0.32}"`) +
    box(1.6, 1.6, w - 3.2, h - 6.2, r - 0.5, "none", `stroke="${deep}" stroke-width="1.2"`) +
    box(rim, rim, w - 2 * rim, h - 3 - 2 * rim, r / 2, inside, `stroke="${deep}" stroke-opacity=".4"`)
  );
}

/** @param {Piece} piece @param {string} face the short text on it */
export function card(piece, face) {
  if (piece.hidden) return back(piece.symbol ? "" : numberOf(piece));
  if (piece.colour?.startsWith("playing-")) return playingCard(piece, face);
  if (piece.crop === "strip") return strip(piece, face);
  if (piece.crop === "slice") return slice(piece, face);
  if (piece.crop === "token") return token(piece, face);
  if (words(piece.name)) return namedCard(piece, face);
  const known = symbolShape(piece.symbol) !== "";
  const number = known ? numberOf(piece) : face;
  const large = known && number ? fullFace(piece, number) : soleFace(piece, number);
  return svg(100, 142, stock(piece, 100, 142, 10, 10) + fine(large) + tiny(smallFace(piece, number)));
}

/** @param {Piece} piece */
const numberOf = (piece) => (given(piece.number) ? String(piece.number) : "");

/** What is shown at usual sizes, and instead of it on very small cards. @param {string} inside */
const fine = (inside) => `<g class="fine">${inside}</g>`;

/** @param {string} inside */
const tiny = (inside) => `<g class="tiny">${inside}</g>`;

/** Number and symbol, with an index in two corners. @param {Piece} piece @param {string} number */
function fullFace(piece, number) {
  const index = label(number, 24, 28, number.length > 1 ? 24 : 29, INK) + symbolAt(piece.symbol, 24, 50, 13.5, INK);
  return (
    symbolAt(piece.symbol, 50, 69, 45, INK) +
    index +
    `<g transform="rotate(180 50 69)">${index}</g>` +
    seal(piece.colour, 77, 23.5, 9)
  );
}

/** Only a number, or only a symbol. @param {Piece} piece @param {string} number */
function soleFace(piece, number) {
  const sign =
    seal(piece.colour, 77, 23.5, 9) + `<g transform="rotate(180 50 69)">${seal(piece.colour, 77, 23.5, 9)}</g>`;
  if (number) return label(number, 50, 70, fitted(number, 66, 62), INK) + sign;
  return symbolAt(piece.symbol, 50, 69, 58, INK) + sign;
}

/** For a card of the size of a fingernail. @param {Piece} piece @param {string} number */
function smallFace(piece, number) {
  if (!symbolShape(piece.symbol))
    return label(number, 50, 54, fitted(number, 70, 64), INK) + seal(piece.colour, 50, 104, 14);
  if (!number) return symbolAt(piece.symbol, 50, 58, 66, INK) + seal(piece.colour, 50, 110, 13);
  return label(number, 36, 43, 54, INK) + seal(piece.colour, 72, 42, 12.5) + symbolAt(piece.symbol, 50, 96, 54, INK);
}

/** The back, in the ink of the game, with the number if everybody knows it. */
function back(number = "") {
  const ink = 'class="ink"';
  return svg(
    100,
    142,
    box(3, 5, 96, 137, 10, "#000", 'opacity=".22"') +
      box(1, 3.4, 98, 137, 10, "#a89a7c") +
      box(1, 1, 98, 137, 10, "#fbf4e4", 'stroke="#b9ae96"') +
      box(7, 7, 86, 125, 6, "#23304f", ink) +
      box(7, 7, 86, 125, 6, "url(#mb-back)") +
      box(12, 12, 76, 115, 4, "none", 'stroke="#f3b72e" stroke-opacity=".75" stroke-width="1.4"') +
      `<circle cx="50" cy="69.5" r="${number ? 31 : 21}" fill="#23304f" ${ink} stroke="#f3b72e" stroke-opacity=".85" stroke-width="1.6"/>` +
      (number
        ? label(number, 50, 70, fitted(number, 50, 48), "#f5e6c4")
        : '<g transform="translate(50 70.5) rotate(24)"><rect x="-2.3" y="-7" width="4.6" height="22" rx="1.5" fill="#f5e6c4"/><path d="M0-17c4 5 5.5 7.5 5.5 10.5a5.5 5.5 0 0 1-11 0C-5.5-9.5-4-12 0-17z" fill="#e8482c"/></g>'),
  );
}

// --- parts of cards ---

/** The upper half, for columns of cards. @param {Piece} piece @param {string} face */
function strip(piece, face) {
  const inside = symbolShape(piece.symbol)
    ? label(numberOf(piece), 28, 36, 40, INK) + symbolAt(piece.symbol, 63, 35, 35, INK)
    : label(face, 46, 36, fitted(face, 60, 40), INK);
  return svg(120, 72, stock(piece, 120, 72, 8, 8) + inside + seal(piece.colour, 96, 35, 11.5));
}

/** The index edge, for rows of one symbol. @param {Piece} piece @param {string} face */
function slice(piece, face) {
  const number = numberOf(piece) || face;
  const top = number ? label(number, 23, 25, fitted(number, 30, 31), INK) : symbolAt(piece.symbol, 23, 24, 26, INK);
  return svg(46, 72, stock(piece, 46, 72, 6, 7) + top + seal(piece.colour, 23, 50, 9));
}

/** Symbol and colour, where the number does not count. @param {Piece} piece @param {string} face */
function token(piece, face) {
  const sign = symbolShape(piece.symbol)
    ? symbolAt(piece.symbol, 42, 38, 44, INK)
    : label(face, 42, 39, fitted(face, 56, 44), INK);
  return svg(84, 102, stock(piece, 84, 102, 9, 9) + sign + seal(piece.colour, 42, 75, 10.5));
}

// --- cards with a name ---

/** @param {Piece} piece @param {string} face */
function namedCard(piece, face) {
  const number = symbolShape(piece.symbol) ? numberOf(piece) : face;
  const [name, effect] = [words(piece.name), words(piece.effect)];
  const plain = !paint(piece.colour).mark;
  const frame = stock(plain ? { ...piece, colour: "" } : piece, 100, 142, plain ? 2.5 : 8, 10);
  const sides = plain ? [2.5, 95, 136.5] : [8, 84, 131];
  const small = smallFace({ ...piece, colour: "" }, number);
  const usual = nameBelow(piece, number, name, sides);
  const roomy = effect ? `<g class="roomy">${nameAndEffect(piece, number, name, effect, sides)}</g>` : "";
  return svg(100, 142, frame + `<g class="fine${effect ? " close" : ""}">${usual}</g>` + roomy + tiny(small));
}

/** Left edge, width and bottom of the paper. @typedef {number[]} Sides */

/** @param {Piece} piece @param {string} number @param {string} name @param {Sides} sides */
function nameBelow(piece, number, name, [left, width, bottom]) {
  const lines = inLines(name, 9, 3);
  const height = [32, 40, 54][lines.length - 1];
  const top = bottom - height;
  const size = Math.min(...lines.map((line) => fitted(line, width - 8, lines.length > 1 ? 15 : 18)));
  return (
    figure(piece, number, 12 + (top - 12) / 2, 56) +
    band(left, top, width, height) +
    lines
      .map((line, i) =>
        label(
          line,
          50,
          top + (height * (i + 0.5 + ((lines.length - 1) / 2 - i) * (lines.length > 1 ? 0.16 : 0))) / lines.length,
          size,
          "#fff",
          'font-weight="700"',
        ),
      )
      .join("")
  );
}

/** A band at the bottom of the paper. @param {number} x @param {number} y @param {number} w @param {number} h */
const band = (x, y, w, h) =>
  `<path d="M${x} ${y}h${w}v${h - 6}a6 6 0 0 1-6 6h-${w - 12}a6 6 0 0 1-6-6z" fill="${BAND}"/>`;

/** The symbol, and the number in a round badge. @param {Piece} piece @param {string} number @param {number} y @param {number} size */
function figure(piece, number, y, size) {
  const known = symbolShape(piece.symbol) !== "";
  if (!known) return label(number, 50, y, fitted(number, 60, 54), INK);
  if (!number) return symbolAt(piece.symbol, 50, y, size + 4, INK) + corner(piece);
  const badge = `<circle cx="25" cy="26" r="16" fill="${BAND}"/>${label(number, 25, 26.5, number.length > 1 ? 18 : 22, "#fff")}`;
  return symbolAt(piece.symbol, 56, y + 6, size - 4, INK) + badge + corner(piece);
}

/** @param {Piece} piece */
const corner = (piece) => (paint(piece.colour).mark ? seal(piece.colour, 80, 20, 8.5) : "");

/** @param {Piece} piece @param {string} number @param {string} name @param {string} effect @param {Sides} sides */
function nameAndEffect(piece, number, name, effect, [left, width]) {
  const lines = inLines(effect, 16, 5);
  const top = number
    ? `<circle cx="25" cy="26" r="15" fill="${BAND}"/>${label(number, 25, 26.5, fitted(number, 25, 20), "#fff")}${symbolAt(piece.symbol, 60, 28, 32, INK)}`
    : symbolAt(piece.symbol, 50, 24, 30, INK);
  return (
    top +
    box(left, 44, width, 21, 0, BAND) +
    label(name, 50, 55, fitted(name, width - 8, 15), "#fff", 'font-weight="700"') +
    lines.map((line, i) => label(line, 50, 76 + 13.4 * i, 12.4, INK, 'class="prose"')).join("") +
    corner(piece)
  );
}

/** Break a text into lines; scripts without spaces break anywhere. @param {string} text @param {number} width @param {number} most */
export function inLines(text, width, most) {
  const spaced = text.includes(" ");
  const parts = spaced
    ? text.split(" ")
    : text.match(new RegExp(`.{1,${/[\u2e80-\uffff]/.test(text) ? Math.floor(width / 2) : 99}}`, "gu"));
  /** @type {string[]} */
  const lines = [];
  for (const part of parts ?? []) {
    const last = lines.at(-1);
    if (spaced && last !== undefined && last.length + part.length < width) lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(part);
  }
  if (lines.length > most) lines.splice(most - 1, lines.length, `${lines[most - 1]}…`);
  return lines;
}

/** A card with only words on it, for covers. @param {string} text */
export function placard(text) {
  const lines = inLines(text, 6, 4);
  const size = Math.min(...lines.map((line) => fitted(line, 68, 22)));
  const first = 69 - ((lines.length - 1) * size * 1.1) / 2;
  const inside = lines.map((line, i) => label(line, 50, first + i * size * 1.1, size, INK)).join("");
  const rule = '<path d="M30 34h40M30 104h40" stroke="#cf2e18" stroke-width="2.4" stroke-linecap="round"/>';
  return svg(100, 142, stock({ kind: "card" }, 100, 142, 7, 10) + rule + inside);
}

// --- playing cards ---

const HEART = '<path d="M0 14C-11 5-15 0-15-6.5A7.8 7.8 0 0 1 0-9.5 7.8 7.8 0 0 1 15-6.5C15 0 11 5 0 14z"/>';
const SPADE =
  '<path d="M0-15C4-8 15-2 15 5.5A7 7 0 0 1 2.5 9c.3 3 1.5 5 4 6.5h-13C-4 14-2.8 12-2.5 9A7 7 0 0 1-15 5.5C-15-2-4-8 0-15z"/>';

const [HIGH, MIDDLE, LOW] = [31, 69.5, 108];
const [LEFT, RIGHT] = [37, 63];

/** Signs in two columns at some heights. @param {...number} heights @returns {[number, number][]} */
const pairs = (...heights) =>
  heights.flatMap((y) => /** @type {[number, number][]} */ ([[LEFT, y], [RIGHT, y]])); // prettier-ignore

/** Signs in the middle column. @param {...number} heights @returns {[number, number][]} */
const middle = (...heights) => heights.map((y) => [50, y]);

/** Where the suit stands on a card of each rank. @type {[number, number][][]} */
const SUITS = [
  [],
  middle(MIDDLE),
  middle(HIGH, LOW),
  middle(HIGH, MIDDLE, LOW),
  pairs(HIGH, LOW),
  [...pairs(HIGH, LOW), ...middle(MIDDLE)],
  pairs(HIGH, MIDDLE, LOW),
  [...pairs(HIGH, MIDDLE, LOW), ...middle(50)],
  [...pairs(HIGH, MIDDLE, LOW), ...middle(50, 89)],
  [...pairs(HIGH, 56.5, 82.5, LOW), ...middle(MIDDLE)],
  [...pairs(HIGH, 56.5, 82.5, LOW), ...middle(43.5, 95.5)],
];

/** Hearts for red and spades for black, so that the colour is not needed. @param {Piece} piece @param {string} face */
function playingCard(piece, face) {
  const red = piece.colour === "playing-red";
  const ink = red ? "#c22d18" : INK;
  const rank = piece.symbol || face;
  /** @param {number} x @param {number} y @param {number} scale */
  const suit = (x, y, scale) =>
    `<g transform="translate(${x} ${y}) scale(${scale})" fill="${ink}">${red ? HEART : SPADE}</g>`;
  const index =
    label(rank, 17, 23, rank.length > 1 ? 20 : 26, ink, rank.length > 1 ? 'letter-spacing="-1.5"' : "") +
    suit(17, 44, 0.5);
  const places = SUITS[Number(rank) || (rank === "A" ? 1 : 0)] ?? [];
  const inside = places.length
    ? places
        .map(([x, y]) => upright(suit(x, y, places.length > 8 ? 0.5 : places.length > 1 ? 0.6 : 1.35), x, y))
        .join("")
    : court(rank, suit, ink);
  const usual = index + `<g transform="rotate(180 50 69.5)">${index}</g>` + inside;
  const small = label(rank, 50, 46, fitted(rank, 74, 62), ink) + suit(50, 98, 1.7);
  return svg(100, 142, stock({ kind: "card" }, 100, 142, 3, 10) + fine(usual) + tiny(small));
}

/** Signs in the lower half stand on their heads. @param {string} sign @param {number} x @param {number} y */
const upright = (sign, x, y) => (y > 70 ? `<g transform="rotate(180 ${x} ${y})">${sign}</g>` : sign);

/** @param {string} rank @param {(x: number, y: number, scale: number) => string} suit @param {string} ink */
function court(rank, suit, ink) {
  const crown = `<path d="M36 58V42l8 7 6-11 6 11 8-7v16z" fill="#f3b72e" stroke="${ink}" stroke-width="1.6" stroke-linejoin="round"/>`;
  return (
    box(29, 26, 42, 87, 4, "#f6ecd6", `stroke="${ink}" stroke-opacity=".6" stroke-width="1.4"`) +
    crown +
    label(rank, 50, 78, 34, ink) +
    suit(50, 102, 0.4)
  );
}
