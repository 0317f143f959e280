// Before the game begins: who sits where, and the links that bring the others.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { recall } from "./store.js";

/** @typedef {import("./types").State} State */

/** @param {(name: string) => void} join @param {string} message */
export function joinForm(join, message) {
  const name = h("input", { id: "join-name", name: "name", value: recall("name", ""), required: true, maxlength: 24, autocomplete: "nickname" });
  return h(
    "main.narrow",
    null,
    h("h1", null, t("You are invited")),
    message ? h("p.banner", { role: "alert" }, message) : null,
    h(
      "form.sheet",
      { onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), join(name.value.trim())) },
      h("label", { for: "join-name" }, t("Your name")),
      name,
      h("button.primary", { type: "submit" }, t("Take the seat")),
    ),
  );
}

/**
 * @param {State} state @param {import("./types").Invite[]} invites @param {string} message
 * @param {(how: { seat?: number, name: string }) => void} join
 */
export function waitingRoom(state, invites, message, join) {
  const { table } = state;
  const open = table.seats.filter((seat) => seat.kind === "open");
  const name = h("input", { id: "join-name", value: recall("name", ""), maxlength: 24, autocomplete: "nickname" });
  return h(
    "main.narrow",
    { key: "waiting" },
    h("h1", null, table.name),
    message ? h("p.banner", { role: "alert" }, message) : null,
    h("p", null, open.length ? t("The game begins when every seat is taken.") : table.preparing ? t("The game is being prepared on this computer; the first time takes some seconds…") : t("The table is being laid…")),
    h(
      "ul.seats",
      null,
      table.seats.map((seat) => {
        const invite = invites.find((one) => one.seat === seat.seat);
        const link = invite ? `${location.origin}/table/${table.id}#invite=${invite.invite}` : "";
        return h(
          "li.sheet",
          { key: `wait${seat.seat}` },
          h("b", null, seat.kind === "open" ? t("Seat {n} is free", { n: seat.seat + 1 }) : seat.name),
          seat.kind === "open" && link ? copyLink(link, seat.seat) : null,
          seat.kind === "open" && state.seat < 0
            ? h("button.primary", { type: "button", onclick: () => join({ seat: seat.seat, name: name.value.trim() || t("Guest") }) }, t("Sit down here"))
            : null,
        );
      }),
    ),
    state.seat < 0 && open.length ? h("p", null, h("label", { for: "join-name" }, t("Your name")), name) : null,
  );
}

/** @param {string} link @param {number} seat */
function copyLink(link, seat) {
  const field = h("input", { readonly: true, value: link, id: `link${seat}`, "aria-label": t("Link for seat {n}", { n: seat + 1 }) });
  return h(
    "div.invitation",
    null,
    field,
    h(
      "button",
      {
        type: "button",
        onclick: async (/** @type {Event} */ event) => {
          const button = /** @type {HTMLElement} */ (event.currentTarget);
          field.select();
          await navigator.clipboard?.writeText(link).catch(() => document.execCommand("copy"));
          button.textContent = t("Copied");
        },
      },
      t("Copy link"),
    ),
  );
}
