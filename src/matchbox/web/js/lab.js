// The lab: pick a game and its rules, let bots play it, and see its numbers grow.

import { games, get, lab, post } from "./api.js";
import { h, update } from "./dom.js";
import { header, setTitle } from "./header.js";
import { howMany } from "./howmany.js";
import { t, words } from "./i18n.js";
import { LEVELS } from "./levels.js";
import { count, numbersNodes } from "./numbers.js";
import { optionName, optionText, valueName, valuesFor } from "./options.js";
import { usualOptions } from "./start.js";

/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {import("./types").StudyState} StudyState */

/** Milliseconds between two looks at a study. */
const LOOK = 1000;
const MOST_LEVELS = 3;

/** @param {HTMLElement} root @param {(path: string) => void} go */
export async function labPage(root, go) {
  setTitle(t("Lab"));
  /** The ink of the game. @type {number | undefined} */
  let hue;
  const show = (/** @type {import("./dom.js").Children} */ inside) =>
    update(root, [header(go, { hue }), h("main.wide.lab", { key: "lab" }, h("h1", null, t("Lab")), inside)]);
  show(h("p.loading", null, t("Loading the games…")));
  const [all, info] = await Promise.all([games(), lab()]);
  if (!info.places) return show(h("p.banner", null, t("This server has no lab.")));

  const asked = new URLSearchParams(location.search).get("game");
  let game = all.find(({ id }) => id === asked) ?? all[0];
  let seats = 0;
  /** @type {Record<string, string | number>} */
  let options = {};
  /** @type {Set<string>} */
  let levels = new Set(["casual", "club"]);
  /** @type {StudyState | null} */
  let study = null;
  let problem = "";
  let busy = false;

  const pick = (/** @type {GameInfo} */ one) => {
    game = one;
    hue = one.theme.hue;
    seats = Math.max(Math.min(...one.seats), one.seats.includes(2) ? 2 : 1);
    options = usualOptions(one, false);
    levels = new Set([...levels].filter((level) => offered().includes(level)));
    if (!levels.size) levels.add(offered()[0]);
  };
  const offered = () => info.levels.filter((level) => game.levels.includes(level));
  const isRunning = () => study !== null && (study.state === "preparing" || study.state === "playing");

  const start = async () => {
    busy = true;
    problem = "";
    draw();
    try {
      study = await post("/api/lab", { game: game.id, seats, options, levels: [...levels] });
      follow(study?.study ?? "");
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    busy = false;
    draw();
    // On a phone the study is below the form.
    if (!problem) root.querySelector(".study")?.scrollIntoView();
  };

  const stop = async () => {
    if (study) study = await post(`/api/lab/${study.study}/stop`);
    draw();
  };

  /** Look at a study until it is over. Who leaves the page stops it. @param {string} id */
  const follow = async (id) => {
    while (study?.study === id && isRunning()) {
      await new Promise((resolve) => setTimeout(resolve, LOOK));
      if (location.pathname !== "/lab") return void post(`/api/lab/${id}/stop`).catch(() => {});
      try {
        const found = await get(`/api/lab/${id}`);
        if (study?.study === id && isRunning()) study = found;
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error);
        study = null;
      }
      draw();
    }
  };

  const draw = () => {
    if (location.pathname !== "/lab") return;
    setTitle(t("Lab"));
    show([
      h("p.note", null, t("Bots play the game that you describe, and its numbers grow while you watch.")),
      h("div.bench", null, formNode(), study ? studyNode(study) : null),
    ]);
  };

  const formNode = () =>
    h(
      "form.setup.sheet",
      {
        key: "study-form",
        "aria-label": t("New study"),
        onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), start()),
      },
      h("h2", null, t("New study")),
      h(
        "label.setting.inline",
        null,
        h("span", null, t("Game")),
        h(
          "select",
          {
            key: "study-game",
            value: game.id,
            onchange: (/** @type {Event} */ e) => (pick(all.find(({ id }) => id === valueOf(e)) ?? game), draw()),
          },
          all.map((one) => h("option", { value: one.id }, words(one.name))),
        ),
      ),
      game.seats.length > 1 ? howMany(game.seats, seats, (n) => ((seats = n), draw())) : null,
      h(
        "fieldset.levels",
        null,
        h("legend", null, t("Bots, up to {n}", { n: MOST_LEVELS })),
        offered().map((level) =>
          h(
            "label.check",
            { key: `study-${level}` },
            h("input", {
              type: "checkbox",
              checked: levels.has(level),
              disabled: !levels.has(level) && levels.size >= MOST_LEVELS,
              onchange: () => (levels.has(level) ? levels.delete(level) : levels.add(level), draw()),
            }),
            words(LEVELS[level]?.name ?? level),
          ),
        ),
      ),
      game.options.length
        ? h("details", null, h("summary", null, t("Rule variants")), game.options.map(optionNode))
        : null,
      problem ? h("p.banner", { role: "alert", key: "problem" }, problem) : null,
      h(
        "div.go",
        null,
        isRunning()
          ? h("button.big", { type: "button", key: "stop", onclick: stop }, t("Stop"))
          : h(
              "button.primary.big",
              { type: "submit", key: "start", disabled: busy || !levels.size },
              t("Play for {n} seconds", { n: info.seconds }),
            ),
      ),
    );

  /** @param {import("./types").Option} option */
  const optionNode = (option) =>
    h(
      "label.setting",
      { key: `option:${option.name}` },
      h("b", null, optionName(option, [])),
      h("small", null, optionText(option, [])),
      h(
        "select",
        {
          value: String(options[option.name]),
          onchange: (/** @type {Event} */ e) => {
            const found = option.values.find(({ value }) => String(value) === valueOf(e));
            options[option.name] = found?.value ?? option.default;
            draw();
          },
        },
        valuesFor(option, seats, false).map(({ value }) =>
          h("option", { value: String(value) }, valueName(option, value, [])),
        ),
      ),
    );

  /** @param {StudyState} found */
  const studyNode = ({ state, progress, found, command, game: played }) =>
    h(
      "section.study.sheet",
      { key: "study", "aria-label": t("The study") },
      h("h2", null, words(all.find(({ id }) => id === played)?.name ?? played)),
      h("p", { role: "status" }, statusText(state, found)),
      state === "preparing" || state === "playing"
        ? h("progress", { value: progress, max: 1, "aria-label": t("Progress") })
        : null,
      found ? numbersNodes(found) : null,
      h("p.note.source", null, t("For more games, and more questions:"), " ", h("code", null, command)),
    );

  // A page that is closed or loaded again cannot look at its study any more.
  addEventListener("pagehide", () => {
    const nothing = new Blob(["{}"], { type: "application/json" });
    if (study && isRunning()) navigator.sendBeacon(`/api/lab/${study.study}/stop`, nothing);
  });
  pick(game);
  draw();
  return draw;
}

/** @param {StudyState["state"]} state @param {StudyState["found"]} found */
function statusText(state, found) {
  if (state === "failed") return t("This study failed. Its server has the reason in its log.");
  if (!found && state === "stopped") return t("Stopped before the first games were over.");
  if (!found) return state === "preparing" ? t("Getting the game ready…") : t("The first games…");
  const n = count(found.numbers.games);
  if (state === "stopped") return t("Stopped after {n} games.", { n });
  return state === "done" ? t("{n} games, done.", { n }) : t("{n} games so far…", { n });
}

/** @param {Event} event */
const valueOf = (event) => /** @type {HTMLInputElement} */ (event.target).value;
