// The page of a game: a summary, and the form for a new table.

import { games, get, hasLab } from "./api.js";
import { drawing, h, update } from "./dom.js";
import { header, setTitle } from "./header.js";
import { howMany } from "./howmany.js";
import { msg, t, words } from "./i18n.js";
import { labelNode, minutesText, playersText } from "./label.js";
import { hardness } from "./learn.js";
import { LEVELS } from "./levels.js";
import { numbersNodes } from "./numbers.js";
import { optionName, optionText, presetOf, races, valueName, valuesFor, valueText } from "./options.js";
import { seatFace } from "./pieces.js";
import { summaryRows } from "./howtoplay.js";
import { makeTable, myName, usualLevel, usualOptions } from "./start.js";
import { recall, remember } from "./store.js";

/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {{ kind: "me" | "bot" | "open" | "local", name: string, level: string }} Player */

/** Colours of seats in the form. */
export const COLOURS = ["red", "blue", "green", "yellow", "purple", "orange", "white", "black", "pink", "grey"];

/** Milliseconds between bot moves. */
const PACES = /** @type {[number, string][]} */ ([
  [0, msg("instant")],
  [600, msg("easy to follow")],
  [1500, msg("slow")],
]);

/** What a table works out for its players. @type {["none" | "counts" | "odds", string][]} */
export const HELP = [
  ["none", msg("nothing extra")],
  ["counts", msg("what is left")],
  ["odds", msg("also the chances")],
];

/** The entry for custom text in an option's list of values. */
const CUSTOM = " custom";

/** @param {HTMLElement} root @param {string} id @param {(path: string) => void} go */
export async function newTable(root, id, go) {
  update(root, [header(go), h("main.narrow", null, h("p.loading", null, t("Loading the games…")))]);
  const game = (await games()).find((one) => one.id === id);
  if (!game) {
    update(root, [header(go), h("main.narrow", null, h("p.banner", { role: "alert" }, t("There is no such game.")))]);
    return;
  }
  setTitle(words(game.name));
  const start = usualLevel(game);
  /** @type {Player[]} */
  let players = [];
  const least = Math.min(...game.seats);
  const setPlayerCount = (/** @type {number} */ count) => {
    players = [...Array(count).keys()].map(
      (i) => players[i] ?? { kind: i ? "bot" : "me", name: i ? t("Player {n}", { n: i + 1 }) : myName(), level: start },
    );
  };
  setPlayerCount(Math.max(least, game.seats.includes(2) ? 2 : least));
  /** @type {Record<string, string | number>} */
  const options = usualOptions(game, false);
  /** Options that the user has set. @type {Set<string>} */
  const chosen = new Set();
  const isShared = () => players.some((one) => one.kind === "local");
  /** @param {import("./types").Option} option */
  const offered = (option) => valuesFor(option, players.length, isShared());
  /** No option names a player who is not at the table any more, and players on one device do not race. */
  const forgetUnfit = () => {
    for (const option of game.options) {
      const { name, values } = option;
      const isListed = values.some(({ value }) => value === options[name]);
      if (isListed && !offered(option).some(({ value }) => value === options[name])) {
        options[name] = usual()[name];
        chosen.delete(name);
      }
    }
  };
  /** Whether a race fits depends on the players. */
  const preferRace = () => {
    for (const name of Object.keys(game.race ?? {})) if (!chosen.has(name)) options[name] = usual()[name];
  };
  const isRace = () => game.options.some((option) => races(option).includes(options[option.name]));
  const table = {
    listed: false,
    clock: 0,
    pace: recall("pace", 600),
    hints: /** @type {boolean | null} */ (null),
    help: recall("help", HELP[1][0]),
  };
  let problem = "";
  let busy = false;
  /** @type {import("./types").GameNumbers | null} */
  let numbers = null;
  let inLab = false;

  const create = async () => {
    busy = true;
    problem = "";
    draw();
    try {
      const seats = players.map((one) =>
        one.kind === "bot"
          ? { kind: one.kind, level: one.level }
          : one.kind === "open"
            ? { kind: one.kind }
            : { kind: one.kind, name: one.name.trim() || t("Guest") },
      );
      const me = players.find((one) => one.kind === "me");
      if (me) remember("name", me.name.trim());
      const made = await makeTable({
        game: id,
        options,
        players: seats,
        clock: table.clock ? { seconds: table.clock, increment: 5 } : null,
        listed: table.listed,
        pace: table.pace,
        hints: table.hints ?? undefined,
        help: table.help,
      });
      go(`/table/${made}`);
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
      busy = false;
      draw();
      // With a large map above it, the message could be below the window.
      root.querySelector("[data-key=problem]")?.scrollIntoView({ block: "center" });
    }
  };

  const draw = () => {
    if (location.pathname !== `/game/${id}`) return;
    update(root, [
      header(go, { hue: game.theme.hue }),
      h(
        "main.newtable",
        { key: `new:${id}` },
        h(
          "section.about",
          null,
          h("div.box", { "aria-hidden": "true" }, labelNode(game, "h2")),
          h(
            "div.words",
            null,
            h("h1", null, words(game.name)),
            h("p.tagline", null, words(game.theme.tagline)),
            h(
              "ul.game-facts",
              null,
              h("li", null, playersText(game)),
              h("li", null, minutesText(game)),
              h("li", null, hardness(game.complexity)),
              game.real_time ? h("li", null, t("real time")) : null,
              game.cooperative ? h("li", null, t("cooperative")) : null,
            ),
          ),
          game.summary ? h("dl.summary", null, summaryRows(game)) : null,
          h(
            "p.more",
            null,
            h("a.button", { href: `/rules/${id}` }, t("Read the rules")),
            h("span.credit", null, t("{box}, designed by {who}", { box: game.box, who: game.designers })),
          ),
        ),
        h(
          "form.setup.sheet",
          {
            "aria-label": t("New table"),
            onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), create()),
          },
          h("h2", null, t("New table")),
          game.seats.length > 1
            ? howMany(game.seats, players.length, (n) => (setPlayerCount(n), forgetUnfit(), preferRace(), draw()))
            : null,
          h(
            "ol.players",
            null,
            players.map((_, i) => playerNode(i)),
          ),
          helpNode(),
          game.options.length
            ? h("details", null, h("summary", null, variantsTitle()), presetsNode(), game.options.map(optionNode))
            : null,
          h(
            "details",
            null,
            h("summary", null, t("Speed and visibility")),
            h(
              "label.setting",
              null,
              t("Bot speed"),
              h(
                "select",
                {
                  key: "pace",
                  value: String(table.pace),
                  onchange: (/** @type {Event} */ e) => (
                    (table.pace = Number(valueOf(e))),
                    remember("pace", table.pace)
                  ),
                },
                PACES.map(([pace, text]) => h("option", { value: String(pace) }, words(text))),
              ),
            ),
            h(
              "label.setting",
              null,
              t("Thinking time for each player"),
              h(
                "select",
                {
                  value: String(table.clock),
                  onchange: (/** @type {Event} */ e) => ((table.clock = Number(valueOf(e))), draw()),
                },
                h("option", { value: "0" }, t("no limit")),
                [3, 5, 10, 20].map((n) =>
                  h("option", { value: String(60 * n) }, t("{n} minutes plus 5 seconds per move", { n })),
                ),
              ),
            ),
            h(
              "label.check",
              null,
              h("input", {
                type: "checkbox",
                key: "hints",
                checked: table.hints ?? !(table.clock || isRace()), // as the server decides
                onchange: (/** @type {Event} */ e) =>
                  (table.hints = /** @type {HTMLInputElement} */ (e.target).checked),
              }),
              t("Allow hints"),
            ),
            h(
              "label.check",
              null,
              h("input", {
                type: "checkbox",
                checked: table.listed,
                onchange: (/** @type {Event} */ e) =>
                  (table.listed = /** @type {HTMLInputElement} */ (e.target).checked),
              }),
              t("List this table in the lobby"),
            ),
          ),
          problem ? h("p.banner", { role: "alert", key: "problem" }, problem) : null,
          h(
            "div.go",
            null,
            h(
              "button.primary.big",
              { type: "submit", key: "start", disabled: busy },
              busy
                ? t("Setting up the table…")
                : players.some((one) => one.kind === "open")
                  ? t("Open the table")
                  : t("Start"),
            ),
          ),
        ),
        numbers
          ? h(
              "section.in-numbers.sheet",
              { key: "in-numbers" },
              h("h2", null, t("In numbers")),
              numbersNodes(numbers),
              inLab
                ? h("p.to-lab", null, h("a.button", { href: `/lab?game=${id}` }, t("Try other rules in the lab")))
                : null,
            )
          : null,
      ),
    ]);
  };

  /** What the table works out. */
  const helpNode = () =>
    h(
      "label.setting.inline",
      null,
      h("span", null, t("The table shows")),
      h(
        "select",
        {
          key: "help",
          value: table.help,
          onchange: (/** @type {Event} */ e) => (
            (table.help = /** @type {typeof table.help} */ (valueOf(e))),
            remember("help", table.help),
            draw()
          ),
        },
        HELP.map(([grade, text]) => h("option", { value: grade }, words(text))),
      ),
    );

  /** @param {number} i */
  const playerNode = (i) => {
    const one = players[i];
    const kinds = /** @type {[Player["kind"], string][]} */ ([
      ...(i === 0 ? [["me", t("You")]] : []),
      ["bot", t("Bot")],
      ["open", t("Friend, by link")],
      ...(i === 0 ? [] : [["local", t("Player on this device")]]),
    ]);
    return h(
      "li",
      { key: `player${i}`, class: one.kind },
      h("span.seat-face", { "aria-hidden": "true" }, one.kind === "open" ? h("span.chair") : face(one, i)),
      i === 0
        ? h("span.fixed", null, t("You"))
        : h(
            "label",
            null,
            h("span.visually-hidden", null, t("Seat {n}", { n: i + 1 })),
            h(
              "select",
              {
                key: `kind${i}`,
                value: one.kind,
                onchange: (/** @type {Event} */ e) => (
                  (one.kind = /** @type {any} */ (valueOf(e))),
                  forgetUnfit(),
                  preferRace(),
                  draw()
                ),
              },
              kinds.map(([kind, text]) => h("option", { value: kind }, text)),
            ),
          ),
      one.kind === "bot"
        ? h(
            "label",
            null,
            h("span.visually-hidden", null, t("Level")),
            h(
              "select",
              {
                key: `level${i}`,
                value: one.level,
                title: game.ratings[one.level]
                  ? t("With 100 points more, a bot does better in about 64 % of games.")
                  : "",
                onchange: (/** @type {Event} */ e) => ((one.level = valueOf(e)), remember("level", one.level), draw()),
              },
              game.levels.map((name) =>
                h(
                  "option",
                  { value: name },
                  [
                    words(LEVELS[name]?.name ?? name),
                    game.ratings[name],
                    LEVELS[name] ? words(LEVELS[name].about) : t("a player of this server"),
                  ]
                    .filter(Boolean)
                    .join(" · "),
                ),
              ),
            ),
          )
        : one.kind === "open"
          ? h("span.note", null, t("You will get a link to share."))
          : h(
              "label",
              null,
              h("span.visually-hidden", null, t("Name")),
              h("input", {
                key: `name${i}`,
                value: one.name,
                maxlength: 24,
                autocomplete: "nickname",
                oninput: (/** @type {Event} */ e) => ((one.name = valueOf(e)), draw()),
              }),
            ),
    );
  };

  /** Custom text by option, as typed so far. @type {Record<string, string>} */
  const drafts = {};

  /** @param {import("./types").Option} option @param {string} value */
  const choose = (option, value) => {
    chosen.add(option.name);
    if (option.custom && value === CUSTOM)
      options[option.name] = drafts[option.name] ??= option.custom.examples[String(players.length)] ?? "";
    else options[option.name] = option.values.find((one) => String(one.value) === value)?.value ?? option.default;
    draw();
  };

  /** @param {import("./types").Option} option @param {string} text */
  const write = (option, text) => (options[option.name] = drafts[option.name] = text);

  const playerNames = () => players.map((one) => (one.kind === "bot" || one.kind === "open" ? "" : one.name));
  const usual = () => usualOptions(game, isShared());

  /** Which rules these are. */
  const variantsTitle = () => {
    const preset = presetOf(game, options, usual());
    return preset ? `${t("Rule variants")}: ${words(preset.label)}` : `${t("Rule variants")}: ${t("your own mix")}`;
  };

  /** Settings to choose at once. */
  const presetsNode = () => {
    const fits = (/** @type {import("./types").Preset} */ { options: wanted }) =>
      !isShared() || !game.options.some((option) => races(option).includes(wanted[option.name]));
    const presets = game.presets.filter(fits);
    return presets.length > 1
      ? h(
          "div.presets",
          { role: "group", "aria-label": t("Rule variants") },
          presets.map((preset, i) =>
            h(
              "button",
              {
                type: "button",
                key: `preset${i}`,
                "aria-pressed": String(presetOf(game, options, usual()) === preset),
                onclick: () => {
                  Object.assign(options, usual(), preset.options);
                  for (const name of Object.keys(preset.options)) chosen.add(name);
                  draw();
                },
              },
              h("b", null, words(preset.label)),
              h("small", null, words(preset.text)),
            ),
          ),
        )
      : null;
  };

  /** @param {import("./types").Option} option */
  const optionNode = (option) => {
    const isCustom = option.custom && !option.values.some(({ value }) => value === options[option.name]);
    const names = playerNames();
    const about = valueText(option, options[option.name], names);
    const [race] = isShared() ? races(option) : [];
    return h(
      "div.setting",
      { key: `option:${option.name}` },
      h(
        "label.setting",
        null,
        h("b", null, optionName(option, names)),
        h("small", null, optionText(option, names)),
        h(
          "select",
          {
            value: isCustom ? CUSTOM : String(options[option.name]),
            onchange: (/** @type {Event} */ e) => choose(option, valueOf(e)),
          },
          offered(option).map(({ value }) => h("option", { value: String(value) }, valueName(option, value, names))),
          option.custom ? h("option", { value: CUSTOM }, valueName(option, CUSTOM, names)) : null,
        ),
        about ? h("small.meaning", null, about) : null,
        race === undefined
          ? null
          : h(
              "small.meaning",
              null,
              t("{value}: only if each player has a device.", { value: valueName(option, race, names) }),
            ),
      ),
      isCustom ? customNode(option) : null,
    );
  };

  /** A field to type the text, or to load it from a file. @param {import("./types").Option} option */
  const customNode = (option) => {
    const text = h("textarea.custom", {
      key: `custom:${option.name}`,
      rows: 9,
      spellcheck: "false",
      "aria-label": t("custom {what}", { what: option.custom?.noun ?? "" }),
      oninput: (/** @type {Event} */ e) => write(option, valueOf(e)),
    });
    text.value = String(options[option.name]);
    const load = async (/** @type {Event} */ event) => {
      const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
      if (file) (write(option, await file.text()), draw());
    };
    return [
      text,
      h(
        "label.setting",
        null,
        h("small", null, t("Or load a file")),
        h("input", { type: "file", accept: ".txt,text/plain", onchange: load }),
      ),
    ];
  };

  /** The seats and options in the address: `?seats=3&map=island`. */
  const readAddress = () => {
    const asked = new URLSearchParams(location.search);
    const count = Number(asked.get("seats"));
    if (game.seats.includes(count)) setPlayerCount(count);
    for (const option of game.options) {
      const text = asked.get(option.name);
      const listed = option.values.find(({ value }) => String(value) === text);
      if (text === null || !(listed || option.custom)) continue;
      if (listed) options[option.name] = listed.value;
      else write(option, text);
      chosen.add(option.name);
    }
    forgetUnfit();
  };

  readAddress();
  draw();
  if (game.numbers) {
    const load = async () => {
      numbers = await get(`/api/games/${id}/numbers`);
      draw();
      inLab = await hasLab();
      draw();
    };
    load().catch(() => {}); // the rest of the page works without them
  }
  return draw;
}

/** @param {Player} one @param {number} i */
const face = (one, i) =>
  drawing(
    seatFace({
      name: one.kind === "bot" ? "" : one.name || "?",
      bot: one.kind === "bot",
      level: one.level,
      colour: COLOURS[i % COLOURS.length],
    }),
  );

/** @param {Event} event */
const valueOf = (event) => /** @type {HTMLInputElement} */ (event.target).value;
