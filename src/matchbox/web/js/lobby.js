// The lobby: the table that waits for you, a quick start, and all games as labels.

import { games } from "./api.js";
import { drawing, h, update } from "./dom.js";
import { header, icon, setTitle } from "./header.js";
import { english, t, words } from "./i18n.js";
import { printedCover, labelNode } from "./label.js";
import {
  ago,
  hasLeft,
  lastSentence,
  loadMine,
  loadOpen,
  myTableNode,
  openTableNode,
  refreshing,
  turnText,
} from "./mytables.js";
import { matchIcon } from "./pieces.js";
import { search } from "./search.js";
import { deal } from "./start.js";
import { recall, remember, tables, timesFinished } from "./store.js";

/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {import("./types").OpenTable} OpenTable */
/** @typedef {import("./types").MyTable} MyTable */
/** @typedef {GameInfo["theme"]["category"]} Category */

/** Minutes to choose from, with the longest game that fits. */
const TIMES = /** @type {const} */ ([
  [2, 5],
  [10, 15],
  [30, 45],
]);
const SHOWN = 3; // tables below the first

/** @param {HTMLElement} root @param {(path: string) => void} go */
export async function lobby(root, go) {
  setTitle("");
  const filter = { words: "", players: 0, category: /** @type {Category | ""} */ ("") };
  const quick = recall("quick", { minutes: 10, company: "bots" });
  /** @type {GameInfo[] | null} */
  let all = null;
  /** @type {OpenTable[]} */
  let open = [];
  /** @type {MyTable[]} */
  let mine = [];
  let loaded = !Object.keys(tables()).length; // whether there is a table to continue
  let problem = "";
  let busy = false;

  const load = async () => {
    [mine, open] = await Promise.all([loadMine().catch(() => mine), loadOpen().catch(() => open)]);
    loaded = true;
    draw();
  };

  /** Start a table of a game at once. @param {GameInfo} game @param {boolean} withFriend */
  const start = async (game, withFriend) => {
    busy = true;
    problem = "";
    draw();
    try {
      go(`/table/${await deal(game, withFriend)}`);
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
      busy = false;
      draw();
    }
  };

  const draw = () => {
    if (!root.isConnected || location.pathname !== "/") return;
    const current = mine.find((one) => !one.over && !hasLeft(one));
    const rest = mine.filter((one) => one !== current && !one.over).slice(0, SHOWN);
    update(root, [
      header(go),
      h(
        "main.wide.lobby",
        { key: "lobby" },
        problem ? h("p.banner", { role: "alert" }, problem) : null,
        h(
          "div.heroes",
          null,
          current && all ? continueNode(current, all) : loaded && all ? welcomeNode(all) : h("section.hero.empty"),
          quickNode(all ?? []),
        ),
        rest.length && all
          ? h(
              "section",
              { key: "mine" },
              h("h2", null, t("Your tables")),
              h(
                "ul.tables",
                null,
                rest.map((one) => myTableNode(one, all ?? [], go, load)),
              ),
            )
          : null,
        open.length && all
          ? h(
              "section",
              { key: "open" },
              h("h2", null, t("Open tables")),
              h(
                "ul.tables",
                null,
                open.slice(0, 2 * SHOWN).map((one) => openTableNode(one, all ?? [], go)),
              ),
            )
          : null,
        all ? gamesNode(all) : problem ? null : h("p.loading", { key: "loading" }, t("Loading the games…")),
      ),
    ]);
  };

  /** The table to go on with. @param {MyTable} one @param {GameInfo[]} found */
  const continueNode = (one, found) => {
    const game = found.find((other) => other.id === one.game);
    const last = lastSentence(one);
    const enter = (/** @type {Event} */ event) => (event.preventDefault(), go(`/table/${one.table}`));
    return h(
      "section.hero",
      { key: "hero", style: { "--h": game?.theme.hue ?? 28 }, "aria-labelledby": "hero-name" },
      h("h1.visually-hidden", null, t("A box of small games")),
      h(
        "div.words",
        null,
        h(
          "p.eyebrow",
          null,
          one.your_turn ? drawing(matchIcon()) : null,
          [one.your_turn ? t("Your move") : turnText(one), ago(one.at)].filter(Boolean).join(" · "),
        ),
        h("h2", { id: "hero-name" }, words(one.name)),
        h("p", null, last || words(game?.theme.tagline)),
        h(
          "a.table-link.button.big",
          { href: `/table/${one.table}`, onclick: enter, key: "continue", class: one.your_turn ? "primary" : "" },
          one.your_turn ? t("Continue") : t("Open the table"),
        ),
      ),
      game ? h("div.picture", { "aria-hidden": "true" }, printedCover(game)) : null,
    );
  };

  /** For people without a table. @param {GameInfo[]} found */
  const welcomeNode = (found) => {
    const first = firstGame(found);
    return h(
      "section.hero",
      { key: "hero", style: { "--h": first?.theme.hue ?? 28 } },
      h(
        "div.words",
        null,
        h("h1", null, t("A box of small games")),
        h("p", null, t("Play with friends by link, on one device, or against bots.")),
        first
          ? h(
              "button.primary.big",
              { type: "button", key: "first", disabled: busy, onclick: () => start(first, false) },
              t("Start with {name}", { name: words(first.name) }),
            )
          : null,
      ),
      first ? h("div.picture", { "aria-hidden": "true" }, printedCover(first)) : null,
    );
  };

  /** Play something now. @param {GameInfo[]} found */
  const quickNode = (found) => {
    const fitting = (/** @type {number} */ minutes) => found.filter((game) => fits(game, minutes, quick.company));
    const set = (/** @type {Partial<typeof quick>} */ change) => {
      Object.assign(quick, change);
      const possible = TIMES.map(([minutes]) => minutes).filter((minutes) => fitting(minutes).length);
      if (possible.length && !possible.some((minutes) => minutes === quick.minutes)) quick.minutes = possible[0];
      remember("quick", quick);
      draw();
    };
    const begin = (/** @type {boolean} */ withFriend) => {
      const game = picked(found.filter((one) => fits(one, quick.minutes, withFriend ? "friend" : quick.company)));
      if (game) start(game, withFriend);
    };
    const companies = /** @type {const} */ ([
      ["bots", t("Bots")],
      ["friend", t("A friend")],
      ["solo", t("Solo")],
    ]);
    return h(
      "section.quick",
      { key: "quick", "aria-labelledby": "quick-title" },
      h("h2", { id: "quick-title" }, t("Play something now")),
      segments(
        t("Time"),
        TIMES.map(([minutes]) => ({
          key: `time${minutes}`,
          text: t("{n} min", { n: minutes }),
          on: quick.minutes === minutes,
          off: found.length > 0 && !fitting(minutes).length,
          pick: () => set({ minutes }),
        })),
      ),
      segments(
        t("With"),
        companies.map(([company, text]) => ({
          key: `with-${company}`,
          text,
          on: quick.company === company,
          off: false,
          pick: () => set({ company }),
        })),
      ),
      h(
        "div.deal",
        null,
        h(
          "button.big.black",
          {
            type: "button",
            key: "deal",
            disabled: busy || !found.length,
            onclick: () => begin(quick.company === "friend"),
          },
          busy ? t("Setting up the table…") : t("Deal me in"),
        ),
        h(
          "button.big",
          {
            type: "button",
            key: "deal-link",
            disabled: busy || !found.length,
            title: t("Invite a friend by link"),
            "aria-label": t("Invite a friend by link"),
            onclick: () => begin(true),
          },
          icon("link"),
        ),
      ),
    );
  };

  /** @param {GameInfo[]} found */
  const gamesNode = (found) => {
    const suitable = found.filter((game) => !filter.players || game.seats.includes(filter.players));
    const inCategory = suitable.filter((game) => !filter.category || game.theme.category === filter.category);
    const shown = filter.words.trim() ? search(inCategory, filter.words, texts) : mixed(inCategory);
    const set = (/** @type {Partial<typeof filter>} */ change) => (Object.assign(filter, change), draw());
    return h(
      "section.shelf",
      { key: "games", "aria-label": t("Games") },
      filterNode(found, suitable, set),
      h("p.visually-hidden", { role: "status" }, t("{n} {n|game|games}", { n: shown.length })),
      shown.length
        ? h(
            "ul.games",
            null,
            shown.map((game) => gameNode(game)),
          )
        : h(
            "div.empty",
            { key: "nothing" },
            h("p", null, t("No game matches.")),
            h(
              "button",
              { type: "button", onclick: () => set({ words: "", players: 0, category: "" }) },
              t("Show all games"),
            ),
          ),
    );
  };

  /** @param {GameInfo} game */
  const gameNode = (game) =>
    h(
      "li",
      { key: `game:${game.id}` },
      h(
        "a.game",
        {
          href: `/game/${game.id}`,
          onclick: (/** @type {MouseEvent} */ event) => {
            if (event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            go(`/game/${game.id}`);
          },
        },
        labelNode(game, "h3"),
        h("span.why", null, words(game.theme.tagline)),
      ),
    );

  /** @param {GameInfo[]} found @param {GameInfo[]} suitable @param {(change: Partial<typeof filter>) => void} set */
  const filterNode = (found, suitable, set) => {
    const most = Math.max(...found.flatMap((game) => game.seats));
    const categories = /** @type {[Category | "", string][]} */ ([
      ["", t("All")],
      ["bidding", t("Bidding and bluff")],
      ["cards", t("Cards")],
      ["dice", t("Dice and races")],
      ["boards", t("Boards and maps")],
      ["together", t("Together")],
    ]);
    const value = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).value;
    return h(
      "div.filter",
      { role: "search" },
      h(
        "div.shelves",
        { role: "group", "aria-label": t("Kind of game") },
        categories.map(([category, text]) => {
          const count = suitable.filter((game) => !category || game.theme.category === category).length;
          return h(
            "button.pill",
            {
              type: "button",
              key: `category-${category || "all"}`,
              "aria-pressed": String(filter.category === category),
              onclick: () => set({ category }),
            },
            text,
            h("small", null, String(count)),
          );
        }),
        h(
          "select.pill",
          {
            key: "players",
            "aria-label": t("Players"),
            value: String(filter.players),
            onchange: (/** @type {Event} */ event) => set({ players: Number(value(event)) }),
          },
          h("option", { value: "0" }, t("Any number of players")),
          [...Array(most).keys()].map((n) =>
            h("option", { value: String(n + 1) }, t("{n} {n|player|players}", { n: n + 1 })),
          ),
        ),
      ),
      h(
        "label.find",
        null,
        icon("search"),
        h("input", {
          type: "search",
          key: "find",
          value: filter.words,
          placeholder: t("Find a game"),
          "aria-label": t("Find a game"),
          oninput: (/** @type {Event} */ event) => set({ words: value(event) }),
        }),
      ),
    );
  };

  draw();
  await Promise.all([
    games()
      .then((found) => (all = found))
      .catch((error) => (problem = error.message)),
    load(),
  ]);
  draw();
  refreshing("/", load);
  return draw;
}

/** @typedef {{ key: string, text: string, on: boolean, off: boolean, pick: () => void }} Segment */

/** One choice of a few. @param {string} title @param {Segment[]} found */
function segments(title, found) {
  return h(
    "div.pick",
    { role: "group", "aria-label": title },
    h("span", { "aria-hidden": "true" }, title),
    h(
      "div.segments",
      null,
      found.map(({ key, text, on, off, pick }) =>
        h("button", { type: "button", key, "aria-pressed": String(on), disabled: off, onclick: pick }, text),
      ),
    ),
  );
}

/** The texts of a game that people search for. @param {GameInfo} game */
const texts = ({ name, kind, box, theme }) => ({
  names: [name, words(name), theme.short, words(theme.short)].join(" "),
  more: [english(theme.tagline), words(theme.tagline), kind, words(kind), box, words(box)].join(" "),
});

/** @param {GameInfo} game */
const longest = (game) => Math.max(...game.minutes.split("-").map(Number));

/** Does a game fit the time and the company? @param {GameInfo} game @param {number} minutes @param {string} company */
function fits(game, minutes, company) {
  const place = TIMES.findIndex(([time]) => time === minutes);
  const [over, upTo] = [TIMES[place - 1]?.[1] ?? 0, TIMES[place]?.[1] ?? 0];
  const inTime = longest(game) > over && longest(game) <= upTo;
  return inTime && (company === "solo" ? game.seats.includes(1) : Math.max(...game.seats) > 1);
}

/** A game at random: rather an easy one, and one that is new to the player. @param {GameInfo[]} found */
function picked(found) {
  const weights = found.map((game) => (timesFinished(game.id) ? 1 : 2) / (game.complexity * game.complexity));
  let left = Math.random() * weights.reduce((sum, weight) => sum + weight, 0);
  return found.find((_, i) => (left -= weights[i]) <= 0) ?? found[0];
}

/** The game for somebody who has never been here: short, with turns, and easy. @param {GameInfo[]} found */
function firstGame(found) {
  const rest = found.filter((game) => !game.real_time && game.seats.includes(2));
  return rest.sort((a, b) => a.complexity - b.complexity || longest(a) - longest(b))[0];
}

/** Games on the shelf: easy ones first, and neighbours of different kind and colour. @param {GameInfo[]} found */
function mixed(found) {
  const left = [...found].sort((a, b) => a.complexity - b.complexity);
  /** @type {GameInfo[]} */
  const row = [];
  while (left.length) {
    const [before, above] = [row.at(-1), row.at(-5)];
    const clash = (/** @type {GameInfo} */ game) =>
      2 * Number(near(game, before)) +
      Number(near(game, above) || near(game, row.at(-2))) +
      Number(before?.theme.category === game.theme.category);
    const next = left.reduce((best, game) => (clash(game) < clash(best) ? game : best));
    row.push(...left.splice(left.indexOf(next), 1));
  }
  return row;
}

/** Do two games have similar colours? @param {GameInfo} one @param {GameInfo} [other] */
function near(one, other) {
  const apart = Math.abs(one.theme.hue - (other?.theme.hue ?? one.theme.hue + 180)) % 360;
  return Math.min(apart, 360 - apart) < 45;
}
