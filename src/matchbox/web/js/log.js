// The log: what happened, in sentences, newest first and grouped by rounds.

import { drawing, h } from "./dom.js";
import { icon } from "./header.js";
import { sentence, t, words } from "./i18n.js";
import { draw } from "./pieces.js";
import { recall } from "./store.js";

/** @typedef {import("./types").LogLine} LogLine */
/** @typedef {import("./types").GameEvent} GameEvent */
/** @typedef {import("./types").State} State */
/** A part of the log: a round, or the moves of one player in a row. @typedef {{ key: string, title: string, lines: LogLine[] }} Group */

/** Lines of news for a player who was away. */
const MOST_NEWS = 12;

/** Lines drawn at a time. Long games have thousands. */
const RECENT = 120;

/** @param {State} state @returns {import("./i18n.js").Players} */
export function playersOf(state) {
  return { names: state.table.seats.map((seat) => seat.name), seat: state.seat };
}

/** The sentences of a line. A game from an old archive has only texts. @param {LogLine} line @param {State} state */
export function sentences(line, state) {
  const players = playersOf(state);
  if (!line.events) return [[players.names[line.seat], words(line.text)].filter(Boolean).join(" ")];
  return line.events.map((event) => sentence(event.text, players));
}

/** @param {GameEvent | undefined} event */
const isMain = (event) => event !== undefined && event.kind !== "choice" && event.kind !== "round" && !event.minor;

/** Has a player passed here without being asked? @param {LogLine | undefined} line */
const isForcedPass = (line) => line?.events?.some((event) => event.kind === "pass" && event.forced) ?? false;

/** The main sentences of the last step that has any, and before it of players who could only pass. @param {LogLine[]} log @param {State} state */
export function lastEvents(log, state) {
  const last = log.findLastIndex((one) => one?.events?.some(isMain));
  let first = last;
  while (first > 0 && isForcedPass(log[last]) && isForcedPass(log[first - 1])) first--;
  return log
    .slice(Math.max(first, 0), last + 1)
    .flatMap((line) => sentences(line, state).filter((_, number) => isMain(line.events?.[number])));
}

/** Some events of a line. @param {LogLine} line @param {number} from @param {number} [to] @returns {LogLine} */
const part = (line, from, to) => ({ ...line, events: line.events?.slice(from, to) });

/** Rounds if the game tells of any, otherwise turns. Oldest first. @param {LogLine[]} lines @param {State} state @returns {Group[]} */
export function groups(lines, state) {
  const players = playersOf(state);
  const rounds = lines.some((line) => line.events?.some(({ kind }) => kind === "round"));
  /** @type {Group[]} */
  const found = [];
  for (const line of lines) {
    const last = found.at(-1);
    // A round that begins in a line is the title of what comes after it.
    const begins = line.events?.findLastIndex(({ kind }) => kind === "round") ?? -1;
    const [ended, after] = begins < 0 ? [line, []] : [part(line, 0, begins + 1), [part(line, begins + 1)]];
    if (!last || (!rounds && line.seat !== last.lines.at(-1)?.seat))
      found.push({ key: `g${line.number}`, title: "", lines: [ended] });
    else last.lines.push(ended);
    const round = line.events?.[begins];
    if (round)
      found.push({
        key: `r${line.number}`,
        title: sentence(round.text, players),
        lines: after.filter(({ events }) => events?.length),
      });
  }
  return found;
}

/**
 * @param {LogLine[]} log @param {State} state
 * @param {{ show: (step: number) => void, shown: number | null, close?: () => void }} how
 */
export function logNode(log, state, { show, shown, close }) {
  const recent = log.filter(Boolean).slice(-RECENT);
  const resolved = recent.findLast((line) => line.events?.some(({ kind }) => kind !== "choice"))?.number ?? -1;
  // A choice that is resolved needs no line, and plates tell who else has chosen.
  const lines = recent.filter(
    (line) =>
      line.events?.some(({ kind }) => kind !== "choice") !== false ||
      (line.number > resolved && line.seat === state.seat),
  );
  return h(
    "section.log",
    { key: "log", "aria-label": t("Log") },
    h(
      "header",
      null,
      h("h2", null, t("Log")),
      close
        ? h(
            "button.quiet",
            { type: "button", key: "close-log", "aria-label": t("Close"), onclick: close },
            icon("close"),
          )
        : null,
    ),
    h(
      "ol.groups",
      { tabindex: 0, "aria-label": t("Log") },
      groups(lines, state)
        .filter((group) => group.title || group.lines.length)
        .reverse()
        .map((group) =>
          h(
            "li.group",
            { key: group.key },
            group.title ? h("h3", null, group.title) : null,
            h(
              "ol",
              null,
              group.lines.toReversed().map((line) => entry(line, state, show, shown)),
            ),
          ),
        ),
    ),
  );
}

/** @param {LogLine} line @param {State} state @param {(step: number) => void} show @param {number | null} shown */
function entry(line, state, show, shown) {
  const texts = sentences(line, state);
  const resolved = line.events?.some(({ kind }) => kind !== "choice" && kind !== "round");
  const events = texts
    .map((text, number) => ({ text, event: line.events?.[number] }))
    .filter(({ event }) => event?.kind !== "round" && !(resolved && event?.kind === "choice"));
  if (!events.length) return null;
  const takenBack = line.step === 0 && line.events?.[0]?.kind !== "note";
  const inside = events.map(({ text, event }) => {
    const art = event?.icon ? draw(event.icon) : "";
    return h(
      "p",
      { class: `${event?.minor ? "minor" : ""} ${event?.moment ? "main" : ""}` },
      h("i.icon-of", { "aria-hidden": "true" }, art ? drawing(art) : null),
      h("span", null, text, event?.forced ? h("small", null, ` ${t("(the only move)")}`) : null),
    );
  });
  return h(
    "li",
    {
      key: `line${line.number}`,
      class: `${takenBack ? "taken-back" : ""} ${shown !== null && line.step === shown ? "shown" : ""}`,
    },
    line.step > 0 && events.length
      ? h(
          "button.entry",
          {
            type: "button",
            key: `to${line.number}`,
            title: t("Show this moment on the table"),
            onclick: () => show(line.step),
          },
          inside,
        )
      : inside,
  );
}

/** One line on narrow screens that opens the log. @param {LogLine[]} log @param {State} state @param {() => void} open */
export function tickerNode(log, state, open) {
  const text = lastEvents(log.filter(Boolean), state).join(" ");
  return h(
    "button.ticker",
    { type: "button", key: "ticker", onclick: open, "aria-label": t("Log: {text}", { text }) },
    icon("log"),
    h("span", null, text),
  );
}

/** Events that a player who was away should hear of: what others did since the last visit. @param {string} table @param {LogLine[]} log */
export function unseen(table, log) {
  const seen = recall(`seen:${table}`, Number(-1));
  if (seen < 0) return [];
  return log.slice(seen).filter((line) => line?.events?.some((event) => isMain(event) || event.kind === "note"));
}

/** What happened since, over the table. @param {LogLine[]} lines @param {State} state @param {() => void} close */
export function sinceNode(lines, state, close) {
  return h(
    "div.sheet-over",
    { key: "since", role: "dialog", "aria-label": t("What happened since") },
    h("h2", null, t("What happened since")),
    h(
      "ul",
      null,
      lines.slice(-MOST_NEWS).map((line) => h("li", null, sentences(line, state).join(" "))),
    ),
    h("button.primary", { type: "button", key: "caught-up", onclick: close }, t("Continue")),
  );
}
