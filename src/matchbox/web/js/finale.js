// Why the game ended as it did: a sentence, and the pieces that it is about.

import { drawing, h } from "./dom.js";
import { asSentence, words } from "./i18n.js";
import { sentences } from "./log.js";
import { burst, draw } from "./pieces.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").LogLine} LogLine */
/** @typedef {import("./types").GameEvent} GameEvent */
/** @typedef {import("./types").Piece} Piece */

const MOST_PIECES = 3;
/** Lines before the end that may still show what it was about. */
const BACK = 6;

/** @param {GameEvent | undefined} event */
const isMain = (event) =>
  event !== undefined && !event.minor && !["choice", "round", "result", "note"].includes(event.kind);

/** Moments at the end that are told. */
const TOLD = 2;

/** The last thing that happened, and the rule that ended the game. @param {LogLine[]} log @param {State} state */
export function reason(log, state) {
  const line = log.findLast(({ events }) => events?.some(isMain));
  const texts = line ? sentences(line, state) : [];
  const main = texts.filter((_, i) => isMain(line?.events?.[i]));
  const moments = texts.filter((_, i) => isMain(line?.events?.[i]) && line?.events?.[i].moment);
  const why = words(state.result?.reason);
  return [...(moments.length ? moments.slice(-TOLD) : main.slice(-1)), why ? asSentence(why) : ""]
    .filter(Boolean)
    .join(" ");
}

/** Pieces of the last moment, of the last events, or from the box. @param {LogLine[]} log @param {import("./types").GameInfo | null} game */
export function prizePieces(log, game) {
  const lines = log.slice(-BACK).reverse();
  const won = lines.map(({ events }) => (events ?? []).flatMap(({ moment }) => moment?.prize ?? []));
  const shown = lines.map(({ events }) => (events ?? []).filter(isMain).flatMap(({ icon }) => (icon ? [icon] : [])));
  for (const pieces of [...won, ...shown, game?.cover ?? []]) {
    const drawn = pieces.filter((piece) => draw(piece)).slice(0, MOST_PIECES);
    if (drawn.length) return drawn;
  }
  return [];
}

/** @param {LogLine[]} log @param {import("./types").GameInfo | null} game @param {boolean} won */
export function prize(log, game, won) {
  const pieces = prizePieces(log, game);
  return h(
    "div.trophy",
    { key: "prize", "aria-hidden": "true", "data-n": pieces.length },
    won ? drawing(burst(), "starburst") : null,
    pieces.map((piece) => drawing(draw(piece), "thing")),
  );
}
