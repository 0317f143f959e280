// Questions in a window of the page.

import { h } from "./dom.js";
import { t } from "./i18n.js";

/** @typedef {import("./dom.js").Children} Children */
/** @template T @typedef {{ text: string, value: T, primary?: boolean, key?: string }} Answer */

/**
 * Ask a question and wait for the answer: the value of the button, or null after Esc or a click beside the window. The
 * focus returns to where it was.
 * @template [T=boolean]
 * @param {string} question
 * @param {{ text?: Children, buttons?: Answer<T>[] }} [more] without buttons: Cancel (null) and OK (true)
 * @returns {Promise<T | null>}
 */
export function ask(question, { text, buttons } = {}) {
  const answers = buttons ?? /** @type {Answer<any>[]} */ ([{ text: t("OK"), value: true, primary: true }]);
  return new Promise((resolve) => {
    /** @type {T | null} */
    let answer = null;
    const give = (/** @type {T | null} */ value) => ((answer = value), dialog.close());
    const cancel = h("button", { type: "button", key: "answer-cancel", onclick: () => give(null) }, t("Cancel"));
    const dialog = h(
      "dialog.ask",
      { "aria-labelledby": "ask-question", onclose: () => (dialog.remove(), resolve(answer)) },
      h("h2", { id: "ask-question" }, question),
      text ? h("div.text", null, text) : null,
      h(
        "div.answers",
        null,
        answers.some((one) => one.value === null) ? null : cancel,
        answers.map((one) =>
          h(
            "button",
            { type: "button", class: one.primary ? "primary" : "", key: one.key, onclick: () => give(one.value) },
            one.text,
          ),
        ),
      ),
    );
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    document.body.appendChild(dialog);
    dialog.showModal();
    const first = dialog.querySelector(".primary");
    if (first instanceof HTMLElement) first.focus();
  });
}
