// The fairness line of the end screen, which opens the checks.

import { h } from "./dom.js";
import { icon } from "./endicons.js";
import { t } from "./i18n.js";

/** @typedef {import("./fairness.js").Check} Check */

/** Fair, not fair, or null if nothing could be checked. @param {Check[] | null} checks */
export function verdictOf(checks) {
  if (!checks || checks.some(({ good }) => good === false)) return checks ? false : null;
  return checks.some(({ good }) => good) ? true : null;
}

/** @param {Check[] | null} checks */
export function fairNode(checks) {
  const verdict = verdictOf(checks);
  const title =
    verdict === null
      ? t("The shuffle could not be checked")
      : verdict
        ? t("The shuffle was fair")
        : t("The shuffle was not fair");
  return h(
    "details.fair",
    { key: "fair", class: verdict === false ? "bad" : "" },
    h(
      "summary",
      { key: "fair-line" },
      icon(verdict === false ? "warning" : "shield"),
      h("span", null, checks ? title : t("Checking the shuffle…"), h("small", null, t("checked on this device"))),
      icon("on"),
    ),
    h(
      "p",
      null,
      t(
        "Before the game, the server published the fingerprint of a secret number. Then every player added a random number. The secret is public now, and your browser checks:",
      ),
    ),
    h(
      "ul",
      null,
      (checks ?? []).map(({ text, good, detail }) =>
        h(
          "li",
          { class: good === null ? "" : good ? "good" : "bad" },
          h("b", null, good === null ? "· " : good ? "✓ " : "✗ "),
          text,
          detail ? h("code", null, detail) : null,
        ),
      ),
    ),
    h("p", null, t("You can check the game record yourself with: matchbox verify")),
  );
}
