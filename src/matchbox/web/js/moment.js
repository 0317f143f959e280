// The moment: a reveal, a fight or a call. Closed boxes slide in, are held for a beat and open together; their values count up, and
// the question bar says who gets what, and why. The timing is in moment.css.

import { wantsMotion } from "./animate.js";
import { boards, sum } from "./board.js";
import { announce, drawing, h } from "./dom.js";
import { sentence, t, words } from "./i18n.js";
import { aspect, pieceWidth } from "./measure.js";
import { burst, draw, matchbox, spokenName } from "./pieces.js";
import { READ_ONLY, boardArea } from "./scene.js";
import { looks, pieceRefs } from "./selection.js";
import { play } from "./sound.js";

/** @typedef {import("./types").Moment} Moment */
/** @typedef {import("./types").Side} Side */
/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Piece} Piece */
/** Sizes of the parts of a moment in pixels. @typedef {{ box: number, prize: number, across: number, stacked: boolean }} Sizes */

/** When things happen, in milliseconds, as in moment.css. */
const HELD = 260;
const OPENS = 710;
const SETTLES = 1270;
/** Time to read the result, also without motion. */
const READING = 2600;
/** Height of an open box, and of the number and words below it. */
const BOX = 226 / 300;
const BELOW = 92;
/** Piles up to this number of pieces are shown piece by piece. */
const LOOSE = 6;
/** More sides than this lie open side by side, without boxes; so do more than two full hands. */
const MANY = 4;
/** Narrower pieces of an open hand are hard to read, in pixels. */
const READABLE = 24;

/** A moment goes on by itself after this time. @param {Moment} moment */
export const momentTime = (moment) => (moment.sides?.length && wantsMotion() ? SETTLES : 0) + READING;

/** @param {import("./types").Words | undefined} text @param {State} state */
export function tell(text, state) {
  if (!text || typeof text === "string") return words(text);
  return sentence(text, { names: state.table.seats.map((seat) => seat.name), seat: state.seat });
}

/** Moments that have begun, with their numbers. @type {WeakMap<Moment, number>} */
const begun = new WeakMap();
let count = 0;

/** Sounds, and a sentence for screen readers. @param {Moment} moment @param {State} state */
function begin(moment, state) {
  announce([tell(moment.title, state), tell(moment.why, state)].filter(Boolean).join(" "));
  if (!moment.sides?.length || !wantsMotion()) return;
  const mine = moment.sides.find(({ seat }) => seat === state.seat);
  setTimeout(() => play("swell"), HELD);
  setTimeout(() => play("slide"), OPENS);
  setTimeout(() => play(mine?.won ? "up" : mine && moment.sides?.some(({ won }) => won) ? "down" : "tile"), SETTLES);
}

/** @param {Moment} moment @param {State} state @param {import("./types").Scene} scene @param {{ w: number, h: number }} room */
export function momentNode(moment, state, scene, room) {
  const number = begun.get(moment) ?? ++count;
  if (!begun.has(moment)) {
    begun.set(moment, number);
    begin(moment, state);
  }
  const sides = ordered(moment.sides ?? [], state.seat);
  const prize = moment.prize ?? [];
  if (areHands(sides)) return handsNode(sides, state, room, number);
  const boxed = sides.some(({ pieces }) => pieces?.length) || sides.every(({ value }) => !value);
  const part = moment.picture ? { w: room.w, h: sides.length ? room.h / 2 : room.h } : { w: 0, h: 0 };
  const sizes = sizesOf(sides.length, prize.length > 0, boxed, { w: room.w, h: room.h - part.h });
  const drawn = sides.map((one) => sideNode(one, state, scene, sizes, boxed));
  const tied = sides.length > 0 && !sides.some(({ won }) => won);
  const won = prize.length ? prizeNode(prize, sizes, tied) : null;
  const row = h(
    "div.sides",
    { style: { "--across": sizes.across } },
    !sizes.stacked && drawn.length === 2 ? [drawn[0], won, drawn[1]] : drawn,
  );
  return h(
    "div.moment",
    {
      key: `moment${number}`,
      class: `${sizes.stacked ? "stacked" : "beside"} ${tied ? "tied" : ""}`,
      style: { "--box": `${sizes.box.toFixed(0)}px` },
    },
    moment.picture ? pictureNode(moment.picture, part) : null,
    sizes.stacked || drawn.length !== 2 ? [won, row] : row,
  );
}

/** A board that shows what happened. @param {import("./types").Area} area @param {{ w: number, h: number }} room */
function pictureNode(area, room) {
  const [board] = boards(area);
  const cell = Math.min(
    area.cell?.[1] ?? 64,
    (room.w - 40) / sum(board.columns),
    (room.h - 40) / sum(board.rows) / board.ratio,
  );
  const pieces = pieceRefs({ areas: [area] });
  return h("div.picture", { key: "picture" }, boardArea({ area, key: "picture", pieces }, READ_ONLY, cell, 0));
}

/** Do the sides lie open, without boxes? @param {readonly Side[]} sides */
function areHands(sides) {
  const full = sides.some(({ pieces }) => (pieces?.length ?? 0) > 2);
  return sides.length > MANY || (sides.length > 2 && full);
}

/**
 * The room of a moment: the stage, and for many hands in a small window also the room of the seats above it.
 * @param {Moment} moment @param {import("./layout.js").Solution} solution
 */
export function momentRoom(moment, { stage, seats }) {
  const sides = moment.sides ?? [];
  if (!seats || seats.y > stage.y || seats.beside || !areHands(sides) || handsGrid(sides, stage).size >= READABLE)
    return stage;
  return { ...stage, y: seats.y, h: stage.y + stage.h - seats.y };
}

/** As many hands in a row as gives the largest pieces. @param {readonly Side[]} sides @param {{ w: number, h: number }} room */
function handsGrid(sides, room) {
  const most = Math.max(...sides.map(({ pieces }) => pieces?.length ?? 0), 1);
  let best = { across: 1, w: 0, h: 0, size: 0 };
  for (let across = 1; across <= sides.length; across++) {
    const w = (room.w - 12) / across - 26;
    const tall = (room.h - 8) / Math.ceil(sides.length / across) - 50;
    const size = Math.min(w / most, tall / 1.42);
    if (size > best.size) best = { across, w, h: tall, size };
  }
  return best;
}

/** Open hands of many players. @param {Side[]} sides @param {State} state @param {{ w: number, h: number }} room @param {number} number */
function handsNode(sides, state, room, number) {
  const best = handsGrid(sides, room);
  return h(
    "div.moment.hands",
    { key: `moment${number}`, style: { "--across": best.across } },
    sides.map((side) =>
      h(
        "div.hand-of",
        { key: `side${side.seat}`, class: side.won ? "won" : side.verdict ? "lost" : "" },
        h(
          "p.owner",
          null,
          h("b", null, side.seat === state.seat ? t("You") : state.table.seats[side.seat].name),
          side.value === undefined || side.value === null ? null : h("span.number-of", null, String(side.value)),
          side.verdict ? h("small", null, tell(side.verdict, state)) : null,
        ),
        spread(side.pieces ?? [], { w: best.w, h: best.h }, 1),
      ),
    ),
  );
}

/** The viewer's side first. @param {readonly Side[]} sides @param {number} viewer */
const ordered = (sides, viewer) => [
  ...sides.filter(({ seat }) => seat === viewer),
  ...sides.filter(({ seat }) => seat !== viewer),
];

/** The largest boxes that fit. @param {number} sides @param {boolean} prize @param {boolean} boxed @param {{ w: number, h: number }} room @returns {Sizes} */
function sizesOf(sides, prize, boxed, { w, h: tall }) {
  const top = prize ? Math.min(tall * 0.36, 210) : 0;
  let best = { box: 0, prize: top * 0.62, across: 1, stacked: true };
  for (let across = 1; across <= Math.max(sides, 1); across++) {
    const rows = Math.ceil(sides / across);
    const box = Math.min(250, w / across - 12, ((tall - top) / rows - BELOW - 10) / (boxed ? BOX : 0.2));
    if (box > best.box) best = { ...best, box, across };
  }
  if (sides === 2) {
    const box = Math.min(250, w * (prize ? 0.27 : 0.42), (tall - BELOW) / (boxed ? BOX : 0.2));
    const middle = Math.min((w - 2 * box - 40) / 1.4, tall * 0.5, 190);
    if (box >= Math.min(best.box - 30, 180) && (!prize || middle > 60))
      return { box, prize: middle, across: prize ? 3 : 2, stacked: false };
  }
  return { ...best, box: Math.max(best.box, 64) };
}

/** @param {Side} side @param {State} state @param {import("./types").Scene} scene @param {Sizes} sizes @param {boolean} boxed */
function sideNode(side, state, scene, { box, stacked }, boxed) {
  const mine = side.seat === state.seat;
  const name = mine ? t("You") : state.table.seats[side.seat].name;
  const colour = scene.seats?.find(({ seat }) => seat === side.seat)?.colour ?? "";
  const inside = spread(side.pieces ?? [], { w: box * 0.78, h: box * 0.42 }, stacked ? 0.85 : 1);
  const container = boxed
    ? h(
        "div.matchbox",
        { role: "group", "aria-label": name },
        drawing(matchbox({ open: true, colour, title: name }), "opened"),
        h("div.inside", null, inside ?? h("span.nothing", null, t("nothing"))),
        drawing(matchbox({ colour, title: name }), "closed"),
      )
    : h("p.owner", null, name);
  return h(
    "div.side-of",
    { key: `side${side.seat}`, class: `${side.won ? "won" : "lost"} ${mine ? "from-below" : "from-above"}` },
    container,
    side.value === undefined || side.value === null ? null : valueNode(side.value, words(side.unit)),
    side.verdict ? h("p.verdict", null, tell(side.verdict, state)) : null,
  );
}

/** A number that counts up. @param {number} value @param {string} unit */
function valueNode(value, unit) {
  const number = h("span.number", { style: { "--n": value } }, h("span.visually-hidden", null, String(value)));
  return h("p.value", null, number, unit ? h("small", null, unit.length > 1 ? ` ${unit}` : unit) : null);
}

/** What is won: the thing in the middle, and what comes with it at its corner. @param {readonly Piece[]} pieces @param {Sizes} sizes @param {boolean} tied */
function prizeNode(pieces, { prize }, tied) {
  const [first] = pieces;
  const main = pieces.filter(({ kind }) => kind === first.kind);
  const more = pieces.filter(({ kind }) => kind !== first.kind);
  return h(
    "div.prize",
    { key: "prize", style: { "--prize": `${prize.toFixed(0)}px` } },
    tied ? null : drawing(burst(), "rays"),
    spread(main, { w: prize * (main.length > 1 ? 1.25 : 0.85), h: prize }, 2),
    more.length ? h("div.with-it", null, spread(more, { w: prize * 0.9, h: prize * 0.36 }, 0.8)) : null,
  );
}

/** Pieces as large as the room allows. @param {readonly Piece[]} pieces @param {{ w: number, h: number }} room @param {number} most the largest scale */
function spread(pieces, room, most) {
  const shown = loose(pieces);
  if (!shown.length) return null;
  const sizes = shown.map((piece) => {
    const svg = draw(piece);
    const w = pieceWidth(piece) || 70;
    return { w, h: svg ? w * aspect(svg) : 44 };
  });
  const tallest = Math.max(...sizes.map((size) => size.h));
  const total = sum(sizes.map((size) => size.w));
  const gap = 6;
  let scale = 0;
  for (let rows = 1; rows <= 4; rows++) {
    const across = Math.ceil(shown.length / rows);
    const wide = (total / shown.length) * across;
    const fits = Math.min(most, (room.w - gap * (across - 1)) / wide, (room.h - gap * (rows - 1)) / rows / tallest);
    scale = Math.max(scale, fits);
  }
  return h(
    "div.spread",
    null,
    shown.map((piece, i) => {
      const svg = draw(piece);
      const many = (piece.count ?? 1) > 1 ? h("span.count", null, String(piece.count)) : null;
      const style = { width: `${(sizes[i].w * scale).toFixed(1)}px` };
      const classes = `${piece.kind} ${piece.marked ? "marked" : ""} ${piece.dimmed ? "dimmed" : ""}`;
      const data = { role: "img", "aria-label": spokenName(piece), "data-prize": looks(piece) };
      return svg
        ? h("span.piece", { class: classes, style, ...data }, drawing(svg), many)
        : h("span.piece.plain", { class: classes }, words(piece.text));
    }),
  );
}

/** Small piles piece by piece. @param {readonly Piece[]} pieces */
function loose(pieces) {
  const all = sum(pieces.map((piece) => piece.count ?? 1));
  if (all > LOOSE) return pieces;
  return pieces.flatMap((piece) => Array.from({ length: piece.count ?? 1 }, () => ({ ...piece, count: 1 })));
}
