// The dock: the prompt with buttons and forms for your turn, and hints.

import { aimForm } from "./aim.js";
import { clockText } from "./clock.js";
import { h } from "./dom.js";
import { formNode } from "./forms.js";
import { t, words } from "./i18n.js";
import { lastEvents } from "./log.js";
import { preparingText } from "./seats.js";
import { pieceRefs, unclickable } from "./selection.js";
import { recall, remember, timesFinished } from "./store.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./table.js").Table} Table */

/** @param {Table} table @param {State} state @param {Scene} scene */
export function dockNode(table, state, scene) {
  const sending = table.mySeat.connection.pending !== null;
  const counting = table.countdown(state) > 0;
  const canAct = state.your_turn && !sending && !counting;
  const unselected = table.selection.path.length === 0 && !table.showAll;
  const ready = canAct && unselected;
  const left = table.timeLeft(state);
  const happened = lastEvents(table.mySeat.log, state).join(" ");
  const coached =
    canAct && Boolean(scene.coach) && recall("coach", true) && timesFinished(state.table.game) < 1 ? scene.coach : "";
  return h(
    "div.dock",
    {
      key: "dock",
      class: `${state.your_turn ? "your-turn" : ""} ${table.showTip ? "tip" : ""}`,
      role: "region",
      "aria-label": t("Your turn"),
    },
    h(
      "div.prompt",
      null,
      h("p.prompt-text", { key: "prompt" }, counting ? t("Get ready…") : sending ? t("Sending…") : words(scene.prompt)),
      left === null
        ? null
        : h("span.left", { key: "left", role: "timer", "aria-label": t("Time left") }, clockText(left)),
      coached ? tipButton(table) : null,
      state.undo && unselected && !sending
        ? h("button.quiet", { type: "button", key: "undo", onclick: () => table.undo() }, t("Take back"))
        : null,
      canAct && !unselected
        ? h("button.quiet", { type: "button", key: "unselect", onclick: () => table.unselect() }, t("Cancel"))
        : null,
      ready && table.legal().length > 1 ? listButton(table) : null,
    ),
    happened ? h("p.happened", { key: "happened" }, happened) : null,
    table.message ? h("p.banner", { role: "alert", key: "message" }, table.message) : null,
    preparingText(state) ? h("p.thinking", { key: "preparing" }, preparingText(state)) : null,
    coached ? coachNode(table, coached) : null,
    hintNode(table),
    choices(table, state, scene, canAct, ready),
    ready
      ? (scene.forms ?? []).map((form, index) =>
          formNode(form, index, table.decision, {
            submit: (action) => table.act(action),
            redraw: () => table.draw(),
          }),
        )
      : null,
    ready ? (scene.aims ?? []).map((aim) => aimForm(aim, (action) => table.act(action))) : null,
  );
}

/** @param {Table} table @param {State} state @param {Scene} scene @param {boolean} canAct @param {boolean} ready */
function choices(table, state, scene, canAct, ready) {
  const buttons = ready ? (scene.choices ?? []) : [];
  const listed = !canAct
    ? []
    : table.showAll
      ? table.selection.left
      : unclickable(scene, table.selection, pieceRefs(scene));
  if (!buttons.length && !listed.length) return null;
  /** @param {number} action @param {import("./types").Words | undefined} text @param {import("./types").Words} [note] */
  const button = (action, text, note) =>
    h(
      "button.choice",
      {
        type: "button",
        key: `choice${action}`,
        class: table.hint?.choices[0]?.action === action ? "hinted" : "",
        onclick: () => table.act(action),
      },
      words(text),
      note ? h("small", null, words(note)) : null,
    );
  return h(
    "div.choices",
    { key: "choices" },
    buttons.map(({ action, text, note }) => button(action, text, note)),
    listed.map((action) => button(action, state.actions?.[action])),
  );
}

/** @param {Table} table */
function tipButton(table) {
  const toggle = () => {
    table.showTip = !table.showTip;
    table.draw();
  };
  return h(
    "button.quiet.show-tip",
    { type: "button", key: "tip", "aria-expanded": String(table.showTip), onclick: toggle },
    t("Tip"),
  );
}

/** @param {Table} table */
function listButton(table) {
  const showAll = () => {
    table.showAll = true;
    table.draw();
  };
  return h(
    "button.quiet",
    { type: "button", key: "all", title: t("All moves as a list"), onclick: showAll },
    t("List"),
  );
}

/** @param {Table} table @param {import("./types").Words} coach */
function coachNode(table, coach) {
  const hide = () => {
    remember("coach", false);
    table.draw();
  };
  return h(
    "div.coach",
    { key: "coach" },
    h("p", null, words(coach)),
    h("button.quiet", { type: "button", key: "no-tips", onclick: hide }, t("Hide tips")),
  );
}

/** @param {Table} table */
function hintNode(table) {
  if (table.hinting) return h("p.thinking", { key: "hint" }, t("Looking for a good move…"));
  if (!table.hint) return null;
  const duel = table.state?.table.seats.length === 2 && !table.game?.cooperative; // only there a value means a win rate
  return h(
    "div.hints",
    { key: "hint" },
    h("p", null, t("Suggested moves:")),
    h(
      "ol",
      null,
      table.hint.choices
        .slice(0, 3)
        .map(({ text, weight, value }) =>
          h(
            "li",
            null,
            h("span", null, words(text)),
            h("meter", { min: 0, max: 1, value: weight, "aria-label": t("How strongly it is suggested") }),
            duel ? h("small", null, t("wins about {percent} %", { percent: Math.round(50 + 50 * value) })) : null,
          ),
        ),
    ),
  );
}
