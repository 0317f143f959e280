// Draws every kind of piece as SVG, and names it. The drawings refer to shared gradients and patterns: the page inserts
// `defs()` once.

import { english, msg, words } from "./i18n.js";
import { card, placard as placardOf } from "./pieces/cards.js";
import { chip, disc } from "./pieces/chips.js";
import { block, cube, cubeStack, die, pawn } from "./pieces/cubes.js";
import { matchbox } from "./pieces/boxes.js";
import { hexagon, tile } from "./pieces/tiles.js";
import { symbolShape } from "./symbols.js";

export { bag, burst, crown, laurel, matchIcon, matchbox } from "./pieces/boxes.js";
export { heart, hollow, lives } from "./pieces/chips.js";
export { seatFace } from "./pieces/faces.js";
export { colourMark, defs, paint } from "./pieces/paint.js";
export { symbolIcon } from "./symbols.js";

/** @typedef {import("./types").Piece} Piece */

/** The short text on a piece, or nothing if it is too long. @param {Piece} piece */
export function shortFace(piece) {
  const text = english(piece.text);
  if (text && text.length <= 3) return words(piece.text);
  const last = text.split(" ").at(-1) ?? "";
  if (piece.kind === "card" && piece.number !== undefined && last.length <= 2) return last;
  return piece.number === undefined || piece.number === null ? "" : String(piece.number);
}

/** The label for screen readers. @param {Piece} piece */
export function spokenName(piece) {
  const text = words(piece.label) || words(piece.text) || words(piece.name);
  return piece.count && piece.count > 1 ? `${piece.count} × ${text}` : text;
}

/** Does something stand on a tile, so that its symbol makes room? @param {Piece} piece */
const isOccupied = (piece) => piece.crop === "token";

/** @type {Record<string, (piece: Piece) => string>} */
const KINDS = {
  card: (piece) => card(piece, shortFace(piece)),
  tile: (piece) => tile(piece, shortFace(piece), isOccupied(piece)),
  die: (piece) => die(piece, shortFace(piece)),
  chip: (piece) => chip(piece, shortFace(piece)),
  cube: (piece) => cube(piece, shortFace(piece)),
  disc,
  pawn: (piece) => pawn(piece, shortFace(piece)),
  hand: ({ colour }) => matchbox({ colour }),
};

/**
 * The drawing of a piece, or nothing if it is shown as text. A tile cropped to a token has its symbol in a corner, to make
 * room for what stands on it.
 * @param {Piece} piece @returns {string}
 */
export function draw(piece) {
  return isWordy(piece) ? "" : (KINDS[piece.kind]?.(piece) ?? "");
}

/** A hexagonal tile: 100 x 115.47 with a point up, and a front edge below that. @param {Piece} piece */
export function drawHex(piece) {
  return hexagon(piece, isOccupied(piece));
}

/** Cubes on top of each other with their number. @param {Piece} piece */
export function drawStack(piece, most = 4) {
  return cubeStack(piece, most);
}

/** A cube of a tower: the front is the square from (0, 40) to (100, 140) of 140 x 140. @param {Piece} piece @param {{ ghost?: boolean }} [options] */
export function drawBlock(piece, { ghost = false } = {}) {
  return block(piece, ghost);
}

/** A card that shows only words, for covers. @param {Piece} piece */
export function placard(piece) {
  return placardOf(words(piece.text));
}

/** The caption under a card whose text is too long for its face. @param {Piece} piece */
export function caption(piece) {
  const long = piece.kind === "card" && !piece.symbol && !piece.hidden && !piece.name && !isWordy(piece);
  return long && english(piece.text).length > 3 ? words(piece.text) : "";
}

/** Does a card or tile show only text? @param {Piece} piece */
export function isWordy(piece) {
  if (piece.kind !== "card" && piece.kind !== "tile") return false;
  if (isBack(piece) || piece.name || symbolShape(piece.symbol) || piece.colour?.startsWith("playing-")) return false;
  return shortFace(piece) === "";
}

/** Is it face down? Brown is the back of a tile. @param {Piece} piece */
function isBack(piece) {
  return Boolean(piece.hidden) || (piece.kind === "tile" && piece.colour === "brown");
}

/** Labels for pieces without text. @type {Record<string, string>} */
export const KIND_NAMES = {
  card: msg("card"),
  chip: msg("chip"),
  cube: msg("cube"),
  die: msg("die"),
  disc: msg("disc"),
  hand: msg("closed hand"),
  hole: msg("hole"),
  pawn: msg("pawn"),
  ring: msg("ring"),
  slot: msg("slot"),
  square: msg("square"),
  tile: msg("tile"),
  zone: msg("zone"),
};
