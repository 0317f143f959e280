// The room that things need on the table: pieces by kind, areas by layout. Nothing is drawn here; `textWidth` comes from outside.

import { words } from "./i18n.js";
import { caption, draw, isWordy, shortFace } from "./pieces.js";

/** @typedef {import("./types").Area} Area */
/** @typedef {import("./types").Piece} Piece */
/** @typedef {{ w: number, h: number }} Size */
/** The width of a text in pixels. @typedef {(text: string, size: number, weight?: number) => number} TextWidth */

/** Widths of pieces at scale 1, in pixels. @type {Record<string, number>} */
const WIDTHS = {
  card: 84,
  tile: 74,
  chip: 74,
  cube: 48,
  die: 54,
  disc: 52,
  pawn: 44,
  hand: 104,
  slot: 74,
  square: 56,
  hole: 52,
};
/** Widths of cropped cards. @type {Record<string, number>} */
const CROPS = { strip: 92, slice: 30, token: 46 };

export const GAP = 8;
/** The smallest part of a card in a fan that stays free, so that its middle can be clicked. */
const FREE_PART = 0.6;
/** The same for small cards on plates, which are only looked at. */
const SEEN_PART = 0.44;
const SMALL = 0.5; // scales below this are on plates
const LINE = 18; // of captions

/** Height of a drawing divided by its width. @param {string} svg */
export function aspect(svg) {
  const box = /viewBox="([^"]+)"/.exec(svg)?.[1].split(/[ ,]+/).map(Number);
  return box ? box[3] / box[2] : 1;
}

/** The width of a piece in a row at scale 1, or 0 for words, which are as wide as their text. @param {Piece} piece */
export function pieceWidth(piece) {
  if (!draw(piece) && !(piece.kind === "card" && isWordy(piece)) && piece.kind !== "slot") return 0;
  return CROPS[piece.crop ?? ""] ?? WIDTHS[piece.kind] ?? 56;
}

/** Sizes of pieces at scale 1: the solver asks for each of them thousands of times. @type {WeakMap<Piece, Size>} */
let sizesOf = new WeakMap();
/** Captions of areas. @type {WeakMap<Area, string>} */
let captions = new WeakMap();

/** Measure everything again, for another font or language. */
export function forgetSizes() {
  sizesOf = new WeakMap();
  captions = new WeakMap();
}

/** The size of a piece in a row at scale 1. @param {Piece} piece @param {TextWidth} textWidth @returns {Size} */
function pieceSize(piece, textWidth) {
  let found = sizesOf.get(piece);
  if (!found) {
    found = measured(piece, textWidth);
    sizesOf.set(piece, found);
  }
  return found;
}

/** @param {Piece} piece @param {TextWidth} textWidth @returns {Size} */
function measured(piece, textWidth) {
  const w = pieceWidth(piece);
  const svg = draw(piece);
  if (svg) return { w, h: w * aspect(svg) + (caption(piece) ? LINE : 0) };
  if (w) return { w, h: w * (piece.kind === "card" ? 1.4 : 1.1) };
  return { w: Math.max(46, textWidth(words(piece.text) || shortFace(piece), 15, 600) + 24), h: 46 };
}

/** Title and note of an area as one text. Your own pieces need no title. @param {Area} area */
export function captionOf(area) {
  let found = captions.get(area);
  if (found === undefined) {
    found = captioned(area);
    captions.set(area, found);
  }
  return found;
}

/** @param {Area} area */
function captioned(area) {
  const note = words(area.note);
  const titled = area.seat === undefined || area.seat === null || area.role;
  return [titled ? words(area.title) : "", note].filter(Boolean).join("  ");
}

/** Is there anything to see? @param {Area} area */
export const isEmpty = (area) => !area.pieces?.length && !words(area.note);

/** Cards of a hand may overlap. @param {Area} area */
export function mayOverlap(area) {
  const pieces = area.pieces ?? [];
  return area.layout !== "counters" && pieces.length > 1 && pieces.every((one) => one.kind === "card" && !one.name);
}

/** The scale of what lies on a lot, and of what is in a bag. */
export const ON_LOT = 0.42;
export const IN_BAG = 0.5;

/**
 * The parts of an area that are drawn at different scales: a lot is a thing and the chips on it; a bag has its contents
 * beside it.
 * @template {{ piece: Piece }} T
 * @param {Area} area @param {T[]} pieces @returns {{ main: T[], small: T[], part: number }}
 */
export function divided(area, pieces) {
  if (area.look === "bag") return { main: [], small: pieces, part: IN_BAG };
  const kind = pieces[0]?.piece.kind;
  const lot = area.look === "felt" && pieces.some(({ piece }) => piece.kind !== kind);
  if (!lot) return { main: pieces, small: [], part: 1 };
  return {
    main: pieces.filter(({ piece }) => piece.kind === kind),
    small: pieces.filter(({ piece }) => piece.kind !== kind),
    part: ON_LOT,
  };
}

/** Width of the drawing of a bag at scale 1. */
export const BAG = 76;

/** Width of a gauge at a scale, and the part of it that is its height. @param {number} scale */
export const gaugeWidth = (scale) => Math.max(88, 124 * scale);
const GAUGE_HEIGHT = 0.62;
/** The widest text beside or below a gauge. */
const GAUGE_TEXT = 150;

/** Is there room for things, a gauge and words side by side? @param {Area} area @param {number} width */
export const isAcross = (area, width) => area.look === "gauge" && width >= 320;

/** Things, the gauge of a chance and words: side by side or below each other. @param {Area} area @param {Size} body @param {number} scale @param {number} width @param {TextWidth} textWidth @returns {Size} */
function gaugeSize(area, body, scale, width, textWidth) {
  const long = textWidth(captionOf(area), 13, 500) * 1.1;
  const text = { w: Math.min(long, GAUGE_TEXT), h: LINE * Math.ceil(long / GAUGE_TEXT) };
  const gauge = { w: gaugeWidth(scale), h: gaugeWidth(scale) * GAUGE_HEIGHT };
  const blocks = [body, ...(area.odds ?? []).map(() => gauge), text];
  const most = (/** @type {number[]} */ sizes) => Math.max(...sizes);
  const total = (/** @type {number[]} */ sizes) => sizes.reduce((sum, size) => sum + size, 0);
  const [widths, heights] = [blocks.map(({ w }) => w), blocks.map(({ h }) => h)];
  if (isAcross(area, width)) return { w: total(widths) + 16 * (blocks.length - 1), h: most(heights) };
  return { w: most(widths), h: total(heights) + 8 * (blocks.length - 1) };
}

/**
 * An area whose pieces flow in rows: its size, the width of its text, and how far apart overlapping pieces are, as a part of
 * their width.
 * @param {Area} area @param {number} scale @param {number} width the most it may take @param {TextWidth} textWidth
 * @returns {Size & { step: number, text: number }}
 */
export function flowSize(area, scale, width, textWidth) {
  const refs = (area.pieces ?? []).map((piece) => ({ piece }));
  const { main, small, part } = divided(area, refs);
  const sizes = main.map(({ piece }) => pieceSize(piece, textWidth));
  const body =
    area.layout === "table"
      ? { ...tableSize(area, textWidth), step: 1 }
      : area.layout === "pile" && sizes.length
        ? { w: sizes[0].w * scale, h: sizes[0].h * scale + 6, step: 1 }
        : rows(sizes, scale, width, mayOverlap(area));
  if (area.look === "bag") {
    body.w += BAG * scale;
    body.h = Math.max(body.h, BAG * 1.05 * scale);
  }
  if (small.length) {
    const sides = rows(
      small.map(({ piece }) => pieceSize(piece, textWidth)),
      scale * part,
      area.look === "bag" ? width - body.w : Math.max(body.w, width),
      false,
    );
    if (area.look === "bag") {
      body.w += sides.w + GAP;
      body.h = Math.max(body.h, sides.h);
    } else {
      body.w = Math.max(body.w, sides.w);
      body.h += sides.h + GAP;
    }
  }
  if (area.look === "gauge") {
    const size = gaugeSize(area, body, scale, width, textWidth);
    return { ...size, step: body.step, text: size.w };
  }
  const text = captionOf(area);
  const textLength = text ? textWidth(text, 13, 500) + 10 : 0;
  const chances = oddsSize(area, width);
  const w = Math.max(body.w, Math.min(textLength, Math.max(body.w, 130)), chances.w);
  const lines = text ? Math.ceil(textLength / w) : 0;
  const h = body.h + lines * LINE + (lines ? 6 : 0) + chances.h;
  const frame = area.look === "felt" ? { w: 28, h: 24 } : { w: 0, h: 0 };
  return { w: w + frame.w, h: h + frame.h, step: body.step, text: w };
}

/** Height of a chance, the room between two columns, and the widths of a piece and of bar and number. */
const CHANCE = { h: 32, gap: 14, piece: 24, bar: 102 };

/** The width of a chance with its pieces. @param {Area} area */
const chanceWidth = (area) =>
  Math.max(0, ...(area.odds ?? []).map(({ pieces }) => pieces.length * CHANCE.piece + CHANCE.bar));

/** Are the chances of an area in two columns? @param {Area} area @param {number} width */
export const isPaired = (area, width) => (area.odds?.length ?? 0) > 1 && width >= 2 * chanceWidth(area) + CHANCE.gap;

/** @param {Area} area @param {number} width @returns {Size} */
function oddsSize(area, width) {
  const count = area.odds?.length ?? 0;
  if (!isPaired(area, width)) return { w: chanceWidth(area), h: count * CHANCE.h };
  return { w: 2 * chanceWidth(area) + CHANCE.gap, h: Math.ceil(count / 2) * CHANCE.h };
}

/** As few rows as possible. @param {Size[]} sizes @param {number} scale @param {number} width @param {boolean} overlap */
function rows(sizes, scale, width, overlap) {
  if (!sizes.length) return { w: 0, h: 0, step: 1 };
  const gap = GAP * Math.min(1, scale);
  const first = sizes[0].w * scale;
  const tallest = Math.max(...sizes.map((size) => size.h)) * scale;
  const total = sizes.reduce((sum, size) => sum + size.w * scale + gap, -gap);
  if (total <= width) return { w: total, h: tallest, step: 1 };
  const others = sizes.length - 1;
  const free = scale < SMALL ? SEEN_PART : FREE_PART;
  if (overlap && first * (1 + others * free) <= width)
    return { w: width, h: tallest, step: (width - first) / others / first };
  const { w, h } = packed(
    sizes.map((size) => ({ w: size.w * scale, h: tallest })),
    width,
    gap,
  );
  return { w, h, step: 1 };
}

/** A table of words. @param {Area} area @param {TextWidth} textWidth @returns {Size} */
function tableSize(area, textWidth) {
  /** @type {number[]} */
  const columns = [];
  let lines = 0;
  for (const piece of area.pieces ?? []) {
    const [x, y] = piece.at ?? [0, 0];
    columns[x] = Math.max(columns[x] ?? 0, textWidth(words(piece.text), 13, 500) + 18);
    lines = Math.max(lines, y + 1);
  }
  return { w: columns.reduce((sum, w) => sum + (w ?? 18), 0), h: lines * 27 };
}

/** A button with words and perhaps a note. @param {string} text @param {string} note @param {number} width the most it may take @param {TextWidth} textWidth @returns {Size} */
export function buttonSize(text, note, width, textWidth) {
  const wide = textWidth(text, 15, 600) + 38;
  const noteWide = note ? textWidth(note, 13) + 38 : 0;
  const lines = Math.ceil(wide / width) + Math.ceil(noteWide / width);
  return { w: Math.min(Math.max(wide, noteWide), width), h: Math.max(46, 12 + 19 * lines) };
}

/** Lines that a text takes. @param {string} text @param {number} size @param {number} weight @param {number} width @param {TextWidth} textWidth */
export function linesOf(text, size, weight, width, textWidth) {
  return text ? Math.ceil((textWidth(text, size, weight) * 1.05) / Math.max(width, 40)) : 0;
}

/** Lines that a text takes if it is broken between words. @param {string} text @param {number} size @param {number} weight @param {number} width @param {TextWidth} textWidth */
export function wrappedLines(text, size, weight, width, textWidth) {
  if (!text || textWidth(text, size, weight) * 1.03 <= width) return text ? 1 : 0;
  if (!text.includes(" ")) return linesOf(text, size, weight, width, textWidth); // Japanese breaks anywhere
  const space = textWidth(" ", size, weight);
  let [lines, x] = [1, 0];
  for (const word of text.split(" ")) {
    const w = textWidth(word, size, weight) * 1.03;
    if (x && x + space + w > width) {
      lines++;
      x = 0;
    }
    x += (x ? space : 0) + w;
  }
  return lines;
}

/** The size of blocks that flow in rows. @param {Size[]} blocks @param {number} width @param {number} gap @returns {Size} */
export function packed(blocks, width, gap) {
  let [x, high, total, widest] = [0, 0, 0, 0];
  for (const { w, h } of blocks) {
    if (x && x + gap + w > width) {
      total += high + gap;
      [x, high] = [0, 0];
    }
    x += (x ? gap : 0) + w;
    high = Math.max(high, h);
    widest = Math.max(widest, x);
  }
  return { w: widest, h: total + high };
}
