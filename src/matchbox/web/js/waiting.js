// The waiting room: the seats, and the links to invite others.

import { h } from "./dom.js";
import { t, words } from "./i18n.js";
import { recall } from "./store.js";

/** @typedef {import("./types").State} State */

/** @param {(name: string) => void} join @param {string} message */
export function joinForm(join, message) {
  const name = h("input", {
    id: "join-name",
    name: "name",
    value: recall("name", ""),
    required: true,
    maxlength: 24,
    autocomplete: "nickname",
  });
  return h(
    "main.narrow",
    null,
    h("h1", null, t("You are invited to play")),
    message ? h("p.banner", { role: "alert" }, message) : null,
    h(
      "form.sheet",
      { onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), join(name.value.trim())) },
      h("label", { for: "join-name" }, t("Your name")),
      name,
      h("button.primary", { type: "submit" }, t("Join the game")),
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
    h("h1", null, words(table.name)),
    message ? h("p.banner", { role: "alert" }, message) : null,
    h("p", null, open.length ? t("The game starts when all players have joined.") : t("Setting up the table…")),
    h("p.note", null, table.hints ? t("Hints are allowed at this table.") : t("Hints are off at this table.")),
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
            ? h(
                "button.primary",
                { type: "button", onclick: () => join({ seat: seat.seat, name: name.value.trim() || t("Guest") }) },
                t("Take this seat"),
              )
            : null,
        );
      }),
    ),
    state.seat < 0 && open.length ? h("p", null, h("label", { for: "join-name" }, t("Your name")), name) : null,
  );
}

/** @param {string} link @param {number} seat */
function copyLink(link, seat) {
  const field = h("input", {
    readonly: true,
    value: link,
    id: `link${seat}`,
    "aria-label": t("Link for seat {n}", { n: seat + 1 }),
  });
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
          if (await copied(link)) button.textContent = t("Copied");
        },
      },
      t("Copy link"),
    ),
  );
}

/** Copy the link. Without HTTPS a page has no clipboard, so copy the selected field. @param {string} link */
async function copied(link) {
  try {
    await navigator.clipboard.writeText(link);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}
