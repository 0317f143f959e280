// Before the game: invitations, and the room where everybody waits for the last player.

import { post } from "./api.js";
import { drawing, h } from "./dom.js";
import { icon } from "./header.js";
import { summaryRows } from "./howtoplay.js";
import { listed, t, words } from "./i18n.js";
import { labelNode } from "./label.js";
import { COLOURS, HELP } from "./newtable.js";
import { optionName, valueName } from "./options.js";
import { seatFace } from "./pieces.js";
import { qrCode, qrPath } from "./qr.js";
import { openRules } from "./rules.js";
import { recall, savedTable } from "./store.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").TableInfo} TableInfo */
/** @typedef {import("./types").SeatInfo} SeatInfo */
/** @typedef {import("./types").GameInfo} GameInfo */

// --- an invitation ---

/**
 * The page of an invitation.
 * @param {(name: string) => void} join @param {string} message @param {TableInfo} table @param {GameInfo | null} game
 */
export function joinForm(join, message, table, game) {
  const name = h("input", {
    id: "join-name",
    key: "join-name",
    name: "name",
    value: recall("name", ""),
    required: true,
    maxlength: 24,
    autocomplete: "nickname",
  });
  const host = table.seats.find((seat) => seat.kind === "person")?.name;
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const typed = /** @type {HTMLInputElement | null} */ (document.getElementById("join-name"));
    join((typed ?? name).value.trim());
  };
  return h(
    "main.room",
    { key: "join" },
    boxNode(game),
    h(
      "section.inviting",
      { key: "inviting" },
      h(
        "h2",
        null,
        host ? t("{host} invites you to {game}", { host, game: words(table.name) }) : t("You are invited to play"),
      ),
      h("p.note", null, seatsText(table)),
      message ? h("p.banner", { role: "alert", key: "problem" }, message) : null,
      h(
        "form.sheet",
        { key: "join-form", onsubmit: submit },
        h("label", { for: "join-name" }, t("Your name")),
        name,
        h("button.primary.big", { type: "submit", key: "join-go" }, t("Join the game")),
      ),
    ),
    game ? about(game, table) : null,
  );
}

/** The label, beside the words that say the same. @param {GameInfo | null} game */
const boxNode = (game) => h("div.box", { "aria-hidden": "true", key: "box" }, game ? labelNode(game, "h3") : null);

/** Who sits at a table, in a sentence. @param {TableInfo} table */
function seatsText(table) {
  const there = table.seats.filter((seat) => seat.kind !== "open").map((seat) => playerText(seat));
  const free = table.seats.length - there.length;
  const names = there.length ? t("At the table: {names}.", { names: listed(there) }) : "";
  return [names, t("{n} free {n|seat|seats}.", { n: free })].filter(Boolean).join(" ");
}

/** @param {SeatInfo} seat */
const playerText = (seat) =>
  seat.kind === "bot" ? t("{name} (bot, {level})", { name: seat.name, level: words(seat.level) }) : seat.name;

/** The rules in short, and what was agreed for this table. @param {GameInfo} game @param {TableInfo} table */
function about(game, table) {
  return h(
    "section.agreed",
    { key: "about" },
    game.summary ? h("dl.summary", null, summaryRows(game)) : null,
    h(
      "ul.terms",
      null,
      termsOf(game, table).map((text) => h("li", null, text)),
    ),
    h("button", { type: "button", key: "read-rules", onclick: () => openRules(game.id) }, t("Read the rules")),
  );
}

/** What everybody at the table may want to know. @param {GameInfo} game @param {TableInfo} table */
function termsOf(game, table) {
  const grade = HELP.find(([name]) => name === (table.help ?? "counts"));
  const names = table.seats.map((seat) => (seat.kind === "open" ? "" : seat.name));
  const changed = game.options.filter(({ name, default: usual }) => (table.options[name] ?? usual) !== usual);
  return [
    table.hints ? t("Hints are allowed at this table.") : t("Hints are off at this table."),
    t("The table shows: {what}.", { what: words(grade?.[1]) }),
    table.seats.some((seat) => seat.clock !== undefined) ? t("Every player has a clock.") : "",
    ...changed.map((option) => `${optionName(option, names)}: ${valueName(option, table.options[option.name], names)}`),
  ].filter(Boolean);
}

// --- the waiting room ---

/**
 * @param {State} state @param {import("./types").Invite[]} invites @param {string} message
 * @param {(how: { seat?: number, name: string }) => void} join @param {GameInfo | null} game
 */
export function waitingRoom(state, invites, message, join, game) {
  const { table } = state;
  const open = table.seats.filter((seat) => seat.kind === "open");
  const mayJoin = state.seat < 0 && open.length > 0;
  const name = h("input", {
    id: "join-name",
    key: "join-name",
    value: recall("name", ""),
    maxlength: 24,
    autocomplete: "nickname",
  });
  const take = (/** @type {number} */ seat) => {
    const typed = /** @type {HTMLInputElement | null} */ (document.getElementById("join-name"));
    join({ seat, name: typed?.value.trim() || t("Guest") });
  };
  const first = open.find((seat) => invites.some((one) => one.seat === seat.seat));
  return h(
    "main.room",
    { key: "waiting" },
    boxNode(game),
    h(
      "section.inviting",
      { key: "inviting" },
      h("h2", null, open.length ? t("Waiting for players") : t("Setting up the table…")),
      open.length ? h("p.note", null, t("The game starts when all players have joined.")) : null,
      !open.length && state.live ? h("p.note", null, t("The race starts when all players are here.")) : null,
      message ? h("p.banner", { role: "alert" }, message) : null,
      mayJoin ? h("p.your-name", { key: "your-name" }, h("label", { for: "join-name" }, t("Your name")), name) : null,
      h(
        "ul.chairs",
        null,
        table.seats.map((seat) => chairNode(state, seat, invites, seat === first, take)),
      ),
    ),
    game ? about(game, table) : null,
  );
}

/**
 * A player, or an empty chair with the link for it.
 * @param {State} state @param {SeatInfo} seat @param {import("./types").Invite[]} invites @param {boolean} withCode
 * @param {(seat: number) => void} take
 */
function chairNode(state, seat, invites, withCode, take) {
  const { table } = state;
  const free = seat.kind === "open";
  const invite = invites.find((one) => one.seat === seat.seat);
  const link = invite ? `${location.origin}/table/${table.id}#invite=${invite.invite}` : "";
  const face = { name: seat.name, bot: seat.kind === "bot", level: seat.level, colour: COLOURS[seat.seat] };
  return h(
    "li.sheet",
    { key: `wait${seat.seat}`, class: free ? "free" : "" },
    h("span.seat-face", { "aria-hidden": "true" }, free ? h("span.chair") : drawing(seatFace(face))),
    h(
      "span.who",
      null,
      h("b", null, free ? t("Seat {n} is free", { n: seat.seat + 1 }) : seat.name),
      h("small", null, free ? "" : seat.seat === state.seat ? t("you") : seat.kind === "bot" ? words(seat.level) : ""),
    ),
    free && state.seat < 0
      ? h("button.primary", { type: "button", onclick: () => take(seat.seat) }, t("Take this seat"))
      : null,
    free && link ? invitationNode(link, seat.seat, words(table.name), withCode) : null,
    free && link
      ? h(
          "button.quiet.fill",
          { type: "button", key: `fill${seat.seat}`, onclick: () => fill(table.id, seat.seat) },
          t("Let a bot play here"),
        )
      : null,
  );
}

/** Put a bot into a free seat. @param {string} table @param {number} seat */
async function fill(table, seat) {
  const token = savedTable(table).held[0]?.token;
  await post(`/api/tables/${table}/takeover`, { seat, level: recall("level", "casual") }, token).catch(() => {});
}

/** The link for a seat, with ways to pass it on. @param {string} link @param {number} seat @param {string} game @param {boolean} withCode */
function invitationNode(link, seat, game, withCode) {
  const copy = async (/** @type {Event} */ event) => {
    const button = /** @type {HTMLElement} */ (event.currentTarget);
    const field = document.getElementById(`link${seat}`);
    if (field instanceof HTMLInputElement) field.select();
    if (await copied(link)) button.textContent = t("Copied");
  };
  const share = () =>
    navigator.share({ title: "Matchbox", text: t("Play {name} with me", { name: game }), url: link }).catch(() => {});
  return h(
    "div.invitation",
    null,
    h("p.note", null, t("Send this link to a friend. Their browser needs nothing else.")),
    h("input", {
      readonly: true,
      value: link,
      id: `link${seat}`,
      "aria-label": t("Link for seat {n}", { n: seat + 1 }),
    }),
    h("button.copy", { type: "button", key: `copy${seat}`, onclick: copy }, t("Copy link")),
    "share" in navigator
      ? h("button", { type: "button", key: `share${seat}`, onclick: share }, icon("share"), t("Share"))
      : null,
    withCode ? codeNode(link) : null,
  );
}

/** @param {string} link */
function codeNode(link) {
  const grid = qrCode(link);
  const size = grid.length + 8; // with the quiet zone of four places
  const picture = `<svg viewBox="-4 -4 ${size} ${size}" shape-rendering="crispEdges"><rect x="-4" y="-4" width="${size}" height="${size}" fill="#fff"/><path d="${qrPath(grid)}" fill="#15171c"/></svg>`;
  return h(
    "figure.qr",
    { key: "qr" },
    h("span", { role: "img", "aria-label": t("QR code of the link") }, drawing(picture)),
    h("figcaption", null, t("Or scan it with a phone.")),
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

// --- coming back ---

/**
 * For a player who left their seat to a bot: what that means, and the way back. Nothing for everybody else.
 * @param {State} state @param {() => void} failed draws the page again, which shows the message
 */
export function seatBack(state, failed = () => {}) {
  const mine = state.table.seats[state.seat];
  if (!mine?.left || state.table.over) return null;
  const back = async () => {
    const held = savedTable(state.table.id).held;
    try {
      for (const { token } of held) await post(`/api/tables/${state.table.id}/back`, {}, token);
    } catch {
      failed(); // the seat has run out of time, and the bot plays to the end
    }
  };
  return h(
    "div.seat-back",
    { key: "seat-back", role: "status" },
    h("p", null, t("A bot plays for you.")),
    h("button.primary", { type: "button", key: "come-back", onclick: back }, t("Take your seat back")),
  );
}
