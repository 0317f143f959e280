// Races: the time until moves count, and cards that a player tries. The server checks both by its clock.

import { h } from "./dom.js";
import { t, words } from "./i18n.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Piece} Piece */

/** Milliseconds between two drawings of a countdown. */
export const STEP = 100;

/** Milliseconds until moves count: a countdown or a pause. @param {State} state @param {number} now the server's time */
export function untilOpen(state, now) {
  return state.live && !state.table.over ? Math.max(0, (state.table.opens ?? 0) - now) : 0;
}

/** Milliseconds until you can act again after a wrong try. @param {State} state @param {number} now the server's time */
export function untilFree(state, now) {
  const until = state.live && !state.table.over ? state.table.seats[state.seat]?.stopped : null;
  return Math.max(0, (until ?? 0) - now);
}

/** The action to try with a piece on a target, or anywhere. @param {Piece} piece @param {Piece} [target] */
export function tryOf(piece, target) {
  return (piece.tries ?? []).find((action) => !target || target.try_ends?.includes(action));
}

/** The countdown with the rules in a few words; in the middle of a race, what has happened. @param {State} state @param {number} left @param {string[]} happened */
export function countdownNode(state, left, happened) {
  const starts = (state.table.opens ?? 0) - (state.table.began ?? 0) <= 3000;
  const rules = starts ? (state.scene?.ready ?? []) : [];
  return h(
    "div.countdown",
    { key: "countdown", role: "status", class: starts ? "" : "pause" },
    h("b", null, starts ? String(Math.ceil(left / 1000)) : t("Pause")),
    rules.length
      ? h(
          "ol",
          null,
          rules.map((rule) => h("li", null, words(rule))),
        )
      : null,
    starts ? null : happened.map((text, i) => h("p", { key: `happened${i}` }, text)),
  );
}

/** The last stop and its whole time. */
const stop = { until: 0, time: 1 };

/** The part of a stop that is left when it is drawn again, for a bar that runs out. @param {number} left @param {number} now */
export function partLeft(left, now) {
  const until = Math.round((now + left) / 10);
  if (stop.until !== until) Object.assign(stop, { until, time: left });
  return Math.max(0, (left - STEP) / stop.time).toFixed(3);
}
