// The screen between two players on one device. It shows no hand while the device is passed on.

import { h } from "./dom.js";
import { t } from "./i18n.js";

/** @param {string} name @param {(always: boolean) => void} open */
export function curtain(name, open) {
  const always = h("input", { type: "checkbox", id: "no-curtain" });
  return h(
    "main.curtain",
    { key: `curtain:${name}` },
    h(
      "div.sheet",
      null,
      h("h2", null, t("Pass the device to {name}", { name })),
      h("p", null, t("Everybody else, please look away.")),
      h(
        "button.primary.big",
        { type: "button", key: "uncover", onclick: () => open(always.checked) },
        t("I am {name}: show my hand", { name }),
      ),
      h("label.check", { for: "no-curtain" }, always, t("Do not ask again at this table")),
    ),
  );
}
