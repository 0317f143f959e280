// The choice of the number of players, for a table and for the lab.

import { h } from "./dom.js";
import { t } from "./i18n.js";

/** @param {number[]} numbers @param {number} chosen @param {(n: number) => void} choose */
export function howMany(numbers, chosen, choose) {
  return h(
    "div.how-many",
    { role: "group", "aria-label": t("Number of players") },
    h("span", { "aria-hidden": "true" }, t("Players")),
    h(
      "div.segments",
      null,
      numbers.map((n) =>
        h(
          "button",
          {
            type: "button",
            key: `n${n}`,
            "aria-pressed": String(n === chosen),
            "aria-label": t("{n} {n|player|players}", { n }),
            onclick: () => choose(n),
          },
          String(n),
        ),
      ),
    ),
  );
}
