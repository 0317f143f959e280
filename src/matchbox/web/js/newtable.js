// A game's own page: what it is about, and a new table with its seats, levels and options.

import { games, nonce, post } from "./api.js";
import { h, update } from "./dom.js";
import { header } from "./header.js";
import { t, words } from "./i18n.js";
import { facts } from "./lobby.js";
import { coverNode } from "./rules.js";
import { keep, recall, remember } from "./store.js";

/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {{ kind: "me" | "bot" | "open" | "local", name: string, level: string }} Sitter */

/** Milliseconds between the moves of bots. */
const PACES = /** @type {[number, string][]} */ ([[0, "at once"], [600, "so that one can follow"], [1500, "slowly"]]);

/** In the list of an option's values: what one writes oneself. */
const OWN = " own";

/** What each level means, in a few words. @type {Record<string, string>} */
const LEVELS = {
  random: "any legal move",
  novice: "has just learned the rules",
  casual: "plays now and then",
  club: "plays well",
  expert: "thinks long and hard",
  perfect: "makes no mistake",
};

/** @param {HTMLElement} root @param {string} id @param {(path: string) => void} go */
export async function newTable(root, id, go) {
  update(root, [header(go), h("main.narrow", null, h("p.loading", null, t("Opening the box…")))]);
  const game = (await games()).find((one) => one.id === id);
  if (!game) {
    update(root, [header(go), h("main.narrow", null, h("p.banner", { role: "alert" }, t("There is no such game here.")))]);
    return;
  }
  document.title = `${game.name} - Matchbox`;
  const level = recall("level", "casual");
  const start = game.levels.includes(level) ? level : (game.levels[0] ?? "novice");
  /** @type {Sitter[]} */
  let sitters = [];
  const least = Math.min(...game.seats);
  const people = recall("name", "") || t("Guest");
  const seatCount = (/** @type {number} */ count) => {
    sitters = [...Array(count).keys()].map((i) => sitters[i] ?? { kind: i ? "bot" : "me", name: i ? t("Player {n}", { n: i + 1 }) : people, level: start });
  };
  seatCount(Math.max(least, game.seats.includes(2) ? 2 : least));
  /** @type {Record<string, string | number>} */
  const options = Object.fromEntries(game.options.map((option) => [option.name, option.default]));
  /** Options that somebody has chosen. @type {Set<string>} */
  const chosen = new Set();
  /** People race where a game can be a race, unless they share a device. */
  const settle = () => {
    const shared = sitters.some((one) => one.kind === "local");
    for (const option of game.options) {
      const race = game.race?.[option.name];
      if (race !== undefined && !chosen.has(option.name)) options[option.name] = shared ? option.default : race;
    }
  };
  settle();
  const extra = { listed: false, clock: 0, pace: recall("pace", 600) };
  let trouble = "";
  let busy = false;

  const create = async () => {
    busy = true;
    trouble = "";
    draw();
    try {
      const players = sitters.map((one) => (one.kind === "bot" ? { kind: "bot", level: one.level } : one.kind === "open" ? { kind: "open" } : { kind: one.kind, name: one.name.trim() || t("Guest") }));
      const me = sitters.find((one) => one.kind === "me");
      if (me) remember("name", me.name.trim());
      const clock = extra.clock ? { seconds: extra.clock, increment: 5 } : null;
      // The seal comes first, so that the server cannot choose its secret after it has seen our number.
      const { table, commitment } = await post("/api/reserve");
      const own = nonce();
      const made = await post("/api/tables", { table, game: id, options, players, nonce: own, clock, listed: extra.listed, pace: extra.pace });
      remember(`fair:${made.table}`, { seal: commitment, nonce: own });
      keep(made.table, made.seats, made.invites);
      go(`/table/${made.table}`);
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error);
      busy = false;
      draw();
    }
  };

  const draw = () => {
    if (location.pathname !== `/game/${id}`) return;
    update(root, [
      header(go, words(game.name)),
      h(
        "main.newtable",
        { key: `new:${id}` },
        h(
          "section.about",
          null,
          h("h1", null, words(game.name)),
          coverNode(game.cover),
          facts(game),
          h("p.kind", null, words(game.kind)),
          game.summary ? h("dl.summary", null, summary(game)) : null,
          h("p", null, h("a.button", { href: `/rules/${id}`, onclick: (/** @type {Event} */ event) => (event.preventDefault(), go(`/rules/${id}`)) }, t("Read the rules"))),
          h("p.credit", null, t("{box}, designed by {who}", { box: game.box, who: game.designers })),
        ),
        h(
          "form.setup.sheet",
          { "aria-label": t("New table"), onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), create()) },
          h("h2", null, t("New table")),
          game.seats.length > 1
            ? h("div.how-many", { role: "group", "aria-label": t("How many play?") }, game.seats.map((n) => h("button", { type: "button", key: `n${n}`, "aria-pressed": String(n === sitters.length), onclick: () => (seatCount(n), draw()) }, t("{n} players", { n }))))
            : null,
          h("ol.sitters", null, sitters.map((_, i) => sitterNode(i))),
          game.options.length ? h("details", null, h("summary", null, t("Variants of the rules")), game.options.map(optionNode)) : null,
          h(
            "details",
            null,
            h("summary", null, t("Pace and visibility")),
            h("label.field", null, t("Bots move"), h("select", { key: "pace", value: String(extra.pace), onchange: (/** @type {Event} */ e) => ((extra.pace = Number(valueOf(e))), remember("pace", extra.pace)) }, PACES.map(([pace, text]) => h("option", { value: String(pace) }, t(text))))),
            h("label.field", null, t("Thinking time for each player"), h("select", { value: String(extra.clock), onchange: (/** @type {Event} */ e) => (extra.clock = Number(valueOf(e))) }, h("option", { value: "0" }, t("no clock")), [3, 5, 10, 20].map((n) => h("option", { value: String(60 * n) }, t("{n} minutes and 5 seconds a move", { n }))))),
            h("label.check", null, h("input", { type: "checkbox", checked: extra.listed, onchange: (/** @type {Event} */ e) => (extra.listed = /** @type {HTMLInputElement} */ (e.target).checked) }), t("Show free seats to everybody in the lobby")),
          ),
          trouble ? h("p.banner", { role: "alert", key: "trouble" }, trouble) : null,
          h("button.primary.big", { type: "submit", key: "start", disabled: busy }, busy ? t("Laying the table…") : t("Start")),
          game.ready === false ? h("p.note", null, t("The first game on this computer takes some seconds to prepare.")) : null,
        ),
      ),
    ]);
  };

  /** @param {number} i */
  const sitterNode = (i) => {
    const one = sitters[i];
    const kinds = /** @type {[Sitter["kind"], string][]} */ ([
      ...(i === 0 ? [["me", t("You")]] : []),
      ["bot", t("Bot")],
      ["open", t("A friend, by link")],
      ...(i === 0 ? [] : [["local", t("Somebody on this device")]]),
    ]);
    return h(
      "li",
      { key: `sitter${i}` },
      i === 0
        ? h("span.fixed", null, t("You"))
        : h("label", null, h("span.spoken", null, t("Seat {n}", { n: i + 1 })), h("select", { key: `kind${i}`, value: one.kind, onchange: (/** @type {Event} */ e) => ((one.kind = /** @type {any} */ (valueOf(e))), settle(), draw()) }, kinds.map(([kind, text]) => h("option", { value: kind }, text)))),
      one.kind === "bot"
        ? h("label", null, h("span.spoken", null, t("Level")), h("select", { key: `level${i}`, value: one.level, onchange: (/** @type {Event} */ e) => ((one.level = valueOf(e)), remember("level", one.level), draw()) }, game.levels.map((name) => h("option", { value: name }, LEVELS[name] ? `${t(name)}: ${t(LEVELS[name])}` : t(name)))))
        : one.kind === "open"
          ? h("span.note", null, t("You get a link to send."))
          : h("label", null, h("span.spoken", null, t("Name")), h("input", { key: `name${i}`, value: one.name, maxlength: 24, autocomplete: "nickname", oninput: (/** @type {Event} */ e) => (one.name = valueOf(e)) })),
    );
  };

  /** Options with a text of one's own, by name: as it stands in the form. @type {Record<string, string>} */
  const written = {};

  /** @param {import("./types").Option} option @param {string} value */
  const choose = (option, value) => {
    chosen.add(option.name);
    if (option.own && value === OWN) options[option.name] = written[option.name] ??= option.own.examples[String(sitters.length)] ?? "";
    else options[option.name] = option.values.find((one) => String(one) === value) ?? option.default;
    draw();
  };

  /** @param {import("./types").Option} option @param {string} text */
  const write = (option, text) => (options[option.name] = written[option.name] = text);

  /** @param {import("./types").Option} option */
  const optionNode = (option) => {
    const mine = option.own && !option.values.some((value) => value === options[option.name]);
    return h(
      "div.field",
      { key: `option:${option.name}` },
      h(
        "label.field",
        null,
        h("b", null, t(option.name)),
        option.text ? h("small", null, words(option.text)) : null,
        h(
          "select",
          { value: mine ? OWN : String(options[option.name]), onchange: (/** @type {Event} */ e) => choose(option, valueOf(e)) },
          option.values.map((value) => h("option", { value: String(value) }, t(String(value)))),
          option.own ? h("option", { value: OWN }, t("my own {what}", { what: t(option.own.noun) })) : null,
        ),
      ),
      mine ? ownNode(option) : null,
    );
  };

  /** A text to write or to take from a file. @param {import("./types").Option} option */
  const ownNode = (option) => {
    const text = h("textarea.own", { key: `own:${option.name}`, rows: 9, spellcheck: "false", "aria-label": t("my own {what}", { what: t(option.own?.noun ?? "") }), oninput: (/** @type {Event} */ e) => write(option, valueOf(e)) });
    text.value = String(options[option.name]);
    const take = async (/** @type {Event} */ event) => {
      const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
      if (file) (write(option, await file.text()), draw());
    };
    return [text, h("label.field", null, h("small", null, t("or from a file")), h("input", { type: "file", accept: ".txt,text/plain", onchange: take }))];
  };

  draw();
  return draw;
}

/** @param {GameInfo} game */
function summary(game) {
  const rows = /** @type {const} */ ([["goal", t("Goal")], ["turn", t("Your turn")], ["end", t("The end")]]);
  return rows.map(([part, title]) => (game.summary?.[part] ? [h("dt", null, title), h("dd", null, words(game.summary[part]))] : null));
}

/** @param {Event} event */
const valueOf = (event) => /** @type {HTMLInputElement} */ (event.target).value;
