// Tables in a list: yours, with whose turn it is, and those that wait for players.

import { games, get, post } from "./api.js";
import { ask } from "./dialog.js";
import { drawing, h, update } from "./dom.js";
import { header, noteTurns, setTitle } from "./header.js";
import { language, listed, sentence, t, words } from "./i18n.js";
import { shortName } from "./label.js";
import { draw as drawPiece } from "./pieces.js";
import { forgetTable, savedTable, tables } from "./store.js";

/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {import("./types").OpenTable} OpenTable */
/** @typedef {import("./types").MyTable} MyTable */
/** @typedef {(path: string) => void} Go */

const REFRESH = 12_000; // milliseconds

/** Your tables, those that wait for you first, then by time. @returns {Promise<MyTable[]>} */
export async function loadMine() {
  const tokens = Object.values(tables()).flatMap((one) => one.held.map((held) => held.token));
  /** @type {MyTable[]} */
  const found = tokens.length ? await post("/api/mine", { tokens }) : [];
  /** With several players on one device a table comes several times. @type {Map<string, MyTable>} */
  const byTable = new Map();
  for (const one of found) if (!byTable.has(one.table) || one.your_turn) byTable.set(one.table, one);
  const mine = [...byTable.values()].sort((a, b) => rank(a) - rank(b) || (b.at ?? 0) - (a.at ?? 0));
  noteTurns(mine.filter((one) => one.your_turn).length);
  return mine;
}

/** @param {MyTable} one */
const rank = (one) => (one.over ? 3 : hasLeft(one) ? 2 : one.your_turn ? 0 : 1);

/** @returns {Promise<OpenTable[]>} */
export const loadOpen = () => get("/api/tables?listed=1");

/** Load again every few seconds while a page is shown. @param {string} path @param {() => Promise<unknown>} load */
export function refreshing(path, load) {
  const timer = setInterval(() => {
    if (location.pathname !== path) clearInterval(timer);
    else if (!document.hidden) load().catch(() => {}); // the next one may work
  }, REFRESH);
}

/** A time in the past: "4 minutes ago". @param {number | undefined} at */
export function ago(at) {
  if (!at) return "";
  const minutes = Math.max(0, (Date.now() - at) / 60_000);
  const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  if (minutes < 1) return t("just now");
  if (minutes < 60) return format.format(-Math.floor(minutes), "minute");
  if (minutes < 24 * 60) return format.format(-Math.floor(minutes / 60), "hour");
  return format.format(-Math.floor(minutes / 1440), "day");
}

/** What happened last at a table, in a sentence. @param {MyTable} one */
export function lastSentence(one) {
  const players = { names: one.seats.map((seat) => seat.name), seat: one.seat };
  const main = (one.last ?? []).filter((event) => !event.minor);
  return (main.length ? main : (one.last ?? [])).map((event) => sentence(event.text, players)).join(" ");
}

/** Has the viewer left this table to a bot? @param {MyTable} one */
export const hasLeft = (one) => !one.over && Boolean(one.seats[one.seat]?.left);

/** Whose turn it is, in a few words. @param {MyTable} one */
export function turnText(one) {
  if (one.over) return t("Finished");
  if (hasLeft(one)) return t("You left. A bot plays for you.");
  if (one.your_turn) return t("Your turn");
  if (one.seats.some((seat) => seat.kind === "open")) return t("Waiting for players");
  const names = (one.acting ?? []).filter((seat) => seat !== one.seat).map((seat) => one.seats[seat].name);
  return names.length ? t("Waiting for {names}", { names: listed(names) }) : t("Waiting");
}

/** The other players. @param {{ seats: import("./types").SeatInfo[] }} one @param {number} seat */
function others(one, seat) {
  const found = one.seats.filter((player) => player.seat !== seat);
  return listed(found.map((player) => (player.kind === "open" ? t("a free seat") : player.name)));
}

/** @param {{ game: string, name: string }} one @param {GameInfo[]} all */
function nameOf(one, all) {
  const game = all.find((other) => other.id === one.game);
  return game ? shortName(game) : words(one.name);
}

/** A square of felt with a piece of the game. @param {GameInfo | undefined} game */
function stamp(game) {
  const svg = game?.cover.map((piece) => drawPiece(piece)).find(Boolean);
  return h("span.stamp", { style: { "--h": game?.theme.hue ?? 0 }, "aria-hidden": "true" }, svg ? drawing(svg) : null);
}

/** @param {Go} go @param {string} table */
function tableLink(go, table) {
  return {
    href: `/table/${table}`,
    onclick: (/** @type {MouseEvent} */ event) => {
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      go(`/table/${table}`);
    },
  };
}

/** @param {MyTable} one @param {GameInfo[]} all @param {Go} go @param {() => void} reload */
export function myTableNode(one, all, go, reload) {
  const left = hasLeft(one);
  return h(
    "li",
    { key: `table:${one.table}`, class: one.your_turn ? "turn" : "" },
    h(
      "a.table-link",
      tableLink(go, one.table),
      stamp(all.find((game) => game.id === one.game)),
      h("b", null, nameOf(one, all)),
      h("span.with", null, others(one, one.seat) ? t("with {names}", { names: others(one, one.seat) }) : t("solo")),
      h("span.state", null, one.your_turn ? h("span.dot", { "aria-hidden": "true" }) : null, turnText(one)),
      h("span.when", null, ago(one.at)),
    ),
    left
      ? h(
          "button",
          { type: "button", key: `back:${one.table}`, onclick: () => comeBack(one.table, go) },
          t("Take your seat back"),
        )
      : one.over
        ? h(
            "button.quiet",
            { type: "button", key: `forget:${one.table}`, onclick: () => forget(one, reload) },
            t("Remove from the list"),
          )
        : null,
  );
}

/** Take your seats back from the bots that play for you. @param {string} table @param {Go} go */
export async function comeBack(table, go) {
  try {
    for (const { token } of savedTable(table).held) await post(`/api/tables/${table}/back`, {}, token);
    go(`/table/${table}`);
  } catch (error) {
    await ask(t("The seat cannot be taken back"), {
      text: h("p", null, error instanceof Error ? error.message : String(error)),
      buttons: [{ text: t("OK"), value: null, primary: true }],
    });
  }
}

/** @param {MyTable} one @param {() => void} reload */
async function forget(one, reload) {
  const sure = await ask(t("Remove {name} from your tables?", { name: words(one.name) }), {
    text: h("p", null, t("Without the list you find the game and its replay only by its address.")),
    buttons: [{ text: t("Remove"), value: true, primary: true }],
  });
  if (!sure) return;
  forgetTable(one.table);
  reload();
}

/** @param {OpenTable} one @param {GameInfo[]} all @param {Go} go */
export function openTableNode(one, all, go) {
  const free = one.seats.filter((seat) => seat.kind === "open").length;
  const there = one.seats.filter((seat) => seat.kind !== "open").map((seat) => seat.name);
  return h(
    "li",
    { key: `open:${one.table}` },
    h(
      "a.table-link",
      tableLink(go, one.table),
      stamp(all.find((game) => game.id === one.game)),
      h("b", null, nameOf(one, all)),
      h("span.with", null, there.length ? t("with {names}", { names: listed(there) }) : t("nobody yet")),
      h("span.state", null, t("{n} free {n|seat|seats}", { n: free })),
      h("span.when", null, ago(one.created)),
    ),
  );
}

/** The page of all your tables. @param {HTMLElement} root @param {Go} go */
export async function myTables(root, go) {
  setTitle(t("Your tables"));
  /** @type {GameInfo[]} */
  let all = [];
  /** @type {MyTable[] | null} */
  let mine = null;
  /** @type {OpenTable[]} */
  let open = [];
  let problem = "";
  const load = async () => {
    [mine, open] = await Promise.all([loadMine(), loadOpen()]);
    draw();
  };
  const list = (/** @type {string} */ title, /** @type {MyTable[]} */ some) =>
    some.length
      ? h(
          "section",
          { key: title },
          h("h2", null, title),
          h(
            "ul.tables",
            null,
            some.map((one) => myTableNode(one, all, go, load)),
          ),
        )
      : null;
  const draw = () => {
    if (location.pathname !== "/tables") return;
    update(root, [
      header(go),
      h(
        "main.wide",
        { key: "tables" },
        h("h1", null, t("Your tables")),
        problem ? h("p.banner", { role: "alert" }, problem) : null,
        mine === null && !problem ? h("p.loading", null, t("Loading the tables…")) : null,
        mine?.length === 0
          ? h(
              "div.empty",
              null,
              h("p", null, t("No table yet.")),
              h(
                "a.button.primary",
                { href: "/", onclick: (/** @type {Event} */ event) => (event.preventDefault(), go("/")) },
                t("Deal me in"),
              ),
            )
          : null,
        list(
          t("Your turn"),
          (mine ?? []).filter((one) => one.your_turn && !one.over),
        ),
        list(
          t("Waiting"),
          (mine ?? []).filter((one) => !one.your_turn && !one.over),
        ),
        h(
          "section",
          { key: "open" },
          h("h2", null, t("Open tables")),
          open.length
            ? h(
                "ul.tables",
                null,
                open.map((one) => openTableNode(one, all, go)),
              )
            : h("p.note", null, t("Nobody waits for players now. List a table of yours, and others find it here.")),
        ),
        list(
          t("Finished"),
          (mine ?? []).filter((one) => one.over),
        ),
      ),
    ]);
  };
  draw();
  try {
    all = await games();
    await load();
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
    draw();
  }
  refreshing("/tables", load);
  return draw;
}
