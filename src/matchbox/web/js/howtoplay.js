// Beside the table: how to play.

import { h } from "./dom.js";
import { t, words } from "./i18n.js";
import { recall, remember, timesFinished } from "./store.js";

/** @typedef {import("./table.js").Table} Table */

/** @typedef {import("./types").GameInfo} GameInfo */

/** Is a game new to this player? @param {GameInfo | null} game @returns {game is GameInfo} */
const isNew = (game) =>
  Boolean(game?.summary) && !timesFinished(game?.id ?? "") && !recall(`minute:${game?.id ?? ""}`, false);

/** A summary of the rules, until it is closed or the game was played once; in a match also of the game on the table. A race leaves no time to read it. @param {Table} table */
export function howToPlay(table) {
  const found = [...new Set([table.game, table.playing])].filter(isNew);
  if (!found.length || table.state?.live) return null;
  const close = () => {
    for (const { id } of found) remember(`minute:${id}`, true);
    table.draw();
  };
  const inMatch = table.playing !== table.game;
  return h(
    "section.how-to-play",
    { key: "how-to-play" },
    found.map((game) => [
      h("h2", null, inMatch ? t("How to play {game}", { game: words(game.name) }) : t("How to play")),
      h("dl", null, summaryRows(game)),
    ]),
    h(
      "p.actions",
      null,
      h("button.primary", { type: "button", key: "got-it", onclick: close }, t("Got it")),
      h("button", { type: "button", key: "all-rules", onclick: () => table.openRules() }, t("Full rules")),
    ),
  );
}

/** Goal, turn and end of a game as terms and descriptions. @param {GameInfo} game */
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
