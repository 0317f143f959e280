// The log: the events of every step in sentences, newest first.

import { drawing, h } from "./dom.js";
import { sentence, t, words } from "./i18n.js";
import { draw } from "./pieces.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").LogLine} LogLine */
/** @typedef {import("./types").State} State */

/** Entries drawn while the log is not opened. Long games have thousands. */
const RECENT = 80;

/** @param {State} state @returns {import("./i18n.js").Players} */
export function playersOf(state) {
  return { names: state.table.seats.map((seat) => seat.name), seat: state.seat };
}

/** The sentences of an entry. A game from an old archive has only texts. @param {LogLine} line @param {State} state */
export function sentences(line, state) {
  const players = playersOf(state);
  if (!line.events) return [[players.names[line.seat], words(line.text)].filter(Boolean).join(" ")];
  return line.events.map((event) => sentence(event.text, players));
}

/** The main sentences of the last step that has any. @param {LogLine[]} log @param {State} state */
export function lastEvents(log, state) {
  /** @param {import("./types").GameEvent} [event] */
  const isMain = (event) => event !== undefined && event.kind !== "choice" && !event.minor;
  const line = log.findLast(({ events }) => events?.some(isMain));
  return line ? sentences(line, state).filter((_, number) => isMain(line.events?.[number])) : [];
}

/** @param {Table} table @param {State} state */
export function logNode(table, state) {
  const log = table.mySeat.log;
  const lines = table.showLog || state.table.over ? log : log.slice(-RECENT);
  return h(
    "section.log",
    { key: "log", "aria-label": t("Log") },
    h("h2", null, t("Log")),
    h(
      "ol",
      { tabindex: 0, "aria-label": t("Log") },
      lines
        .slice()
        .reverse()
        .map((line) => entry(line, state)),
    ),
  );
}

/** @param {LogLine} line @param {State} state */
function entry(line, state) {
  const texts = sentences(line, state);
  const takenBack = line.step === 0 && line.events?.[0]?.kind !== "note";
  return h(
    "li",
    { key: `line${line.number}`, class: takenBack ? "taken-back" : "" },
    texts.map((text, number) => {
      const event = line.events?.[number];
      return h(
        "p",
        { class: event?.minor ? "minor" : "" },
        event?.icon && draw(event.icon) ? drawing(draw(event.icon), "icon") : null,
        text,
        event?.forced ? h("small", null, " ", t("(the only move)")) : null,
      );
    }),
  );
}
