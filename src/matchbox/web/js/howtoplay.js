// Beside the table: how to play.

import { h } from "./dom.js";
import { t, words } from "./i18n.js";
import { recall, remember, timesFinished } from "./store.js";

/** @typedef {import("./table.js").Table} Table */

/** A summary of the rules, until it is closed or the game was played once. A race leaves no time to read it. @param {Table} table */
export function howToPlay(table) {
  const game = table.game;
  if (!game?.summary || table.state?.live || timesFinished(game.id) > 0 || recall(`minute:${game.id}`, false))
    return null;
  const close = () => {
    remember(`minute:${game.id}`, true);
    table.draw();
  };
  return h(
    "section.how-to-play",
    { key: "how-to-play" },
    h("h2", null, t("How to play")),
    h("dl", null, summaryRows(game)),
    h(
      "p.actions",
      null,
      h("button.primary", { type: "button", key: "got-it", onclick: close }, t("Got it")),
      h("button", { type: "button", key: "all-rules", onclick: () => table.openRules() }, t("Full rules")),
    ),
  );
}

/** Goal, turn and end of a game as terms and descriptions. @param {import("./types").GameInfo} game */
export function summaryRows(game) {
  const rows = /** @type {const} */ ([
    ["goal", t("Goal")],
    ["turn", t("Your turn")],
    ["end", t("End of the game")],
  ]);
  return rows.map(([part, title]) =>
    game.summary?.[part] ? [h("dt", null, title), h("dd", null, words(game.summary[part]))] : null,
  );
}
