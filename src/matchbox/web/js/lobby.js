// The lobby: your tables, open tables, and all games by box.

import { games, get, post } from "./api.js";
import { h, update } from "./dom.js";
import { header } from "./header.js";
import { t, words } from "./i18n.js";
import { coverNode } from "./rules.js";
import { recall, remember, tables } from "./store.js";

/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {import("./types").OpenTable} OpenTable */
/** @typedef {import("./types").MyTable} MyTable */

/** @param {HTMLElement} root @param {(path: string) => void} go */
export async function lobby(root, go) {
  const filter = recall("filter", { words: "", players: 0, complexity: 0 });
  /** @type {GameInfo[] | null} */
  let all = null;
  /** @type {OpenTable[]} */
  let open = [];
  /** @type {MyTable[]} */
  let mine = [];
  let problem = "";

  const draw = () => {
    if (!root.isConnected || location.pathname !== "/") return;
    update(root, [
      header(go),
      h(
        "main.lobby",
        { key: "lobby" },
        h(
          "section.hello",
          null,
          h("h1", null, t("A box of small games")),
          h("p", null, t("Play with friends by link, on one device, or against bots.")),
        ),
        problem ? h("p.banner", { role: "alert" }, problem) : null,
        mine.length
          ? h(
              "section",
              { key: "mine" },
              h("h2", null, t("Your tables")),
              h(
                "ul.tables",
                null,
                mine.slice(0, 6).map((one) => myTableNode(one, go)),
              ),
            )
          : null,
        open.length
          ? h(
              "section",
              { key: "open" },
              h("h2", null, t("Open tables")),
              h(
                "ul.tables",
                null,
                open.map((one) => openTableNode(one, go)),
              ),
            )
          : null,
        all ? gamesNode(all) : h("p.loading", { key: "loading" }, t("Loading the games…")),
      ),
    ]);
  };

  /** @param {GameInfo[]} found */
  const gamesNode = (found) => {
    const shown = found.filter(matches);
    const boxes = [...new Set(shown.map((game) => game.box))];
    return h(
      "div",
      { key: "games" },
      filterNode(found),
      shown.length ? null : h("p", null, t("No game matches.")),
      boxes.map((box) =>
        h(
          "section.box",
          { key: `box:${box}` },
          h("h2", null, words(box)),
          h(
            "ul.games",
            null,
            shown.filter((game) => game.box === box).map((game) => gameNode(game, go)),
          ),
        ),
      ),
    );
  };

  /** @param {GameInfo} game */
  const matches = (game) => {
    const wanted = filter.words.trim().toLowerCase();
    const text = `${game.name} ${words(game.name)} ${game.kind} ${words(game.kind)} ${game.box}`.toLowerCase();
    return (
      (!wanted || text.includes(wanted)) &&
      (!filter.players || game.seats.includes(filter.players)) &&
      (!filter.complexity || game.complexity <= filter.complexity)
    );
  };

  /** @param {GameInfo[]} found */
  const filterNode = (found) => {
    const set = (/** @type {Partial<typeof filter>} */ change) => (
      Object.assign(filter, change),
      remember("filter", filter),
      draw()
    );
    const most = Math.max(...found.flatMap((game) => game.seats));
    const value = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).value;
    return h(
      "div.filter",
      { role: "search" },
      h(
        "label",
        null,
        t("Find"),
        h("input", {
          type: "search",
          key: "find",
          value: filter.words,
          placeholder: t("name or kind"),
          oninput: (/** @type {Event} */ e) => set({ words: value(e) }),
        }),
      ),
      h(
        "label",
        null,
        t("Players"),
        h(
          "select",
          {
            key: "players",
            value: String(filter.players),
            onchange: (/** @type {Event} */ e) => set({ players: Number(value(e)) }),
          },
          h("option", { value: "0" }, t("any")),
          [...Array(most).keys()].map((n) => h("option", { value: String(n + 1) }, String(n + 1))),
        ),
      ),
      h(
        "label",
        null,
        t("Complexity"),
        h(
          "select",
          {
            key: "complexity",
            value: String(filter.complexity),
            onchange: (/** @type {Event} */ e) => set({ complexity: Number(value(e)) }),
          },
          h("option", { value: "0" }, t("any")),
          [1, 2, 3, 4].map((n) => h("option", { value: String(n) }, t("up to {n}", { n }))),
        ),
      ),
    );
  };

  draw();
  const tokens = Object.values(tables()).flatMap((one) => one.held.map((held) => held.token));
  await Promise.all([
    games()
      .then((found) => (all = found))
      .catch((error) => (problem = error.message)),
    get("/api/tables?listed=1")
      .then((found) => (open = found))
      .catch(() => {}),
    tokens.length
      ? post("/api/mine", { tokens })
          .then((found) => (mine = found))
          .catch(() => {})
      : null,
  ]);
  draw();
  return draw;
}

/** @param {GameInfo} game */
export function facts(game) {
  const [least, most] = [Math.min(...game.seats), Math.max(...game.seats)];
  const players = least === most ? String(least) : `${least}–${most}`;
  return h(
    "ul.facts",
    null,
    h("li", null, t("{n} {n|player|players}", { n: players })),
    h("li", null, t("{n} min", { n: game.minutes })),
    h(
      "li",
      null,
      h(
        "span",
        { role: "img", "aria-label": t("complexity {n} of 5", { n: game.complexity }) },
        "●".repeat(game.complexity) + "○".repeat(Math.max(0, 5 - game.complexity)),
      ),
    ),
    game.real_time ? h("li", null, t("real time")) : null,
    game.cooperative ? h("li", null, t("cooperative")) : null,
  );
}

/** @param {GameInfo} game @param {(path: string) => void} go */
function gameNode(game, go) {
  return h(
    "li",
    { key: `game:${game.id}` },
    h(
      "a.game",
      {
        href: `/game/${game.id}`,
        onclick: (/** @type {Event} */ event) => (event.preventDefault(), go(`/game/${game.id}`)),
      },
      coverNode(game.cover),
      h("h3", null, words(game.name)),
      h("p.kind", null, words(game.kind)),
      facts(game),
    ),
  );
}

/** @param {MyTable} one @param {(path: string) => void} go */
function myTableNode(one, go) {
  const opponents = one.seats
    .filter((seat) => seat.seat !== one.seat)
    .map((seat) => (seat.kind === "open" ? t("free seat") : seat.name))
    .join(", ");
  return tableLink(
    one,
    go,
    opponents,
    one.over ? t("finished") : one.your_turn ? t("your turn") : t("waiting"),
    one.your_turn ? "turn" : "",
  );
}

/** @param {OpenTable} one @param {(path: string) => void} go */
function openTableNode(one, go) {
  const free = one.seats.filter((seat) => seat.kind === "open").length;
  const there = one.seats
    .filter((seat) => seat.kind !== "open")
    .map((seat) => seat.name)
    .join(", ");
  return tableLink(one, go, there, t("{n} free {n|seat|seats}", { n: free }), "");
}

/** @param {{ table: string, name: string }} one @param {(path: string) => void} go @param {string} who @param {string} state @param {string} kind */
function tableLink(one, go, who, state, kind) {
  return h(
    "li",
    { key: `table:${one.table}` },
    h(
      "a.table-link",
      {
        href: `/table/${one.table}`,
        onclick: (/** @type {Event} */ event) => (event.preventDefault(), go(`/table/${one.table}`)),
      },
      h("b", null, words(one.name)),
      h("span", null, who),
      h("span.state", { class: kind }, state),
    ),
  );
}
