// The last rounds of the log on the end screen. A line opens the replay.

import { drawing, h } from "./dom.js";
import { t } from "./i18n.js";
import { sentences } from "./log.js";
import { draw } from "./pieces.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").LogLine} LogLine */

const LINES = 6;

/** @param {LogLine[]} log @param {State} state @param {(step: number) => void} show */
export function lastRounds(log, state, show) {
  const lines = log.filter(({ events }) => !events || events.some(({ kind }) => kind !== "choice")).slice(-LINES);
  if (!lines.length) return null;
  return h(
    "section.last-moves",
    { key: "last" },
    h("h3", null, t("The last moves")),
    h(
      "ol",
      null,
      lines.reverse().map((line) => lineNode(line, state, show)),
    ),
  );
}

/** @param {LogLine} line @param {State} state @param {(step: number) => void} show */
function lineNode(line, state, show) {
  const inside = sentences(line, state).map((text, number) => {
    const event = line.events?.[number];
    if (event?.kind === "result") return null;
    const art = event?.icon ? draw(event.icon) : "";
    return h(
      "p",
      { class: `${event?.minor ? "minor" : ""} ${event?.moment ? "main-event" : ""}` },
      h("i", { "aria-hidden": "true" }, art ? drawing(art) : null),
      h("span", null, text),
    );
  });
  return h(
    "li",
    { key: `line${line.number}` },
    line.step > 0
      ? h(
          "button.line-of",
          {
            type: "button",
            key: `show${line.number}`,
            title: t("Show this move on the table"),
            onclick: () => show(line.step),
          },
          inside,
        )
      : inside,
  );
}
