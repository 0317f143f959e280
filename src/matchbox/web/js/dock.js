// The dock: the question, its buttons at one fixed place, and your own pieces.

import { clockText } from "./clock.js";
import { drawing, h } from "./dom.js";
import { boxNode, formNode, submitButton } from "./forms.js";
import { icon } from "./header.js";
import { hintSentence } from "./hints.js";
import { t, words } from "./i18n.js";
import { formSizes, insideOf, isTight, shortened } from "./plan.js";
import { matchIcon } from "./pieces.js";
import { flowArea } from "./scene.js";
import { partLeft, untilFree, untilOpen } from "./race.js";
import { plate, preparingText } from "./seats.js";
import { pieceRefs, unclickable } from "./selection.js";
import { isRepeated } from "./standing.js";
import { recall, remember, timesFinished } from "./store.js";
import { pressing } from "./swing.js";
import { textWidth } from "./text.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Scene} Scene */
/** @typedef {{ key: string, text: string, note: string, action: number, primary?: boolean, disabled?: boolean, play: () => void }} Button */
/** @typedef {ReturnType<typeof dockModel>} DockModel */

/** Buttons whose words take more room than this go below the question. */
const ACT_ROOM = 430;

/** What the dock shows now. @param {Table} table @param {State} state @param {Scene} scene @param {{ w: number }} view */
export function dockModel(table, state, scene, view) {
  const canAct = table.canAct(state);
  const counting = untilOpen(state, table.now) > 0;
  const moment = table.moment;
  const stopped = untilFree(state, table.now);
  const asked = counting
    ? t("Get ready…")
    : stopped
      ? t("Wrong! You play again in {n} s.", { n: (stopped / 1000).toFixed(1) })
      : table.sending && !state.live
        ? t("Sending…")
        : words(scene.prompt);
  const tip = canAct && recall("coach", true) && timesFinished(table.playing?.id ?? "") < 1 ? words(scene.coach) : "";
  const staged = table.staged;
  const question = moment ? table.telling(moment.title) : asked;
  const why = moment
    ? table.telling(moment.why)
    : table.message ||
      preparingText(state) ||
      hintText(table) ||
      words(staged?.note) ||
      pickedText(table, scene) ||
      (table.reading?.decision === state.decision ? table.reading?.text : "") ||
      (table.standing.until ? t("Still on: {choice}", { choice: table.standing.text }) : "") ||
      (canAct ? words(scene.why) || tip : "");
  const chosen = [...(canAct ? choices(table, state, scene) : away(table, state)), ...standing(table)];
  const forms = canAct && !table.selection.path.length ? (scene.forms ?? []) : [];
  const width = view.w - 40;
  const wide = chosen.reduce((sum, { text, note }) => sum + (note ? 999 : textWidth(text, 15, 600) + 46), 0);
  const inBar = wide <= Math.min(ACT_ROOM, width - 60);
  return {
    question,
    why,
    spare: !moment && !table.message && !table.hint && !table.reading && !staged, // can the second line be left out?
    canAct,
    stopped,
    moment,
    forms,
    acts: inBar ? chosen : [],
    buttons: inBar ? [] : chosen,
    tip: tip && !words(scene.why) ? "" : tip,
    sizes: forms.flatMap((form) => formSizes(form, width, textWidth)),
  };
}

/** What the picked piece is for, while its next click is awaited. @param {Table} table @param {Scene} scene */
function pickedText(table, scene) {
  const picked = pieceRefs(scene).filter(({ ref }) => table.selection.path.includes(ref));
  return words(picked.find(({ piece }) => piece.effect)?.piece.effect);
}

/** The dock in the words of the plan, which measures it. @param {DockModel} model @param {Table} table @param {State} state */
export function dockRoom(model, table, state) {
  const shown = model.acts.map(({ text }) => text);
  if (again(table, state)) shown.push(t("Last reveal"));
  if (model.moment) shown.push(t("Continue"));
  for (const form of model.forms)
    shown.push(
      words(form.submits?.reduce((a, b) => (words(a).length > words(b).length ? a : b))) ||
        words(form.submit) ||
        t("Confirm"),
    );
  if (table.swing) shown.push(t("Let go"));
  if (table.staged) shown.push(words(table.staged.text));
  if (state.undo || table.selection.path.length || table.staged) shown.push(""); // take back
  return {
    question: model.question,
    why: model.why,
    spare: model.spare,
    acts: shown,
    buttons: model.buttons,
    forms: model.sizes,
    counted: countedAreas(model),
    boxes: model.moment ? [] : boxedKinds(model),
  };
}

/** The areas whose pieces are counted. @param {DockModel} model */
const countedAreas = (model) => model.forms.flatMap((form) => form.parts.flatMap((part) => part.area || []));

/** The kinds of pieces in each box. @param {DockModel} model */
const boxedKinds = (model) =>
  model.forms.filter(({ box }) => box).map((form) => form.parts.filter(({ piece }) => piece).length);

/**
 * @param {Table} table @param {State} state @param {Scene} scene @param {DockModel} whole
 * @param {{ parts: import("./plan.js").Parts, solution: import("./layout.js").Solution, interaction: import("./scene.js").Interaction }} plan
 */
export function dockNode(table, state, scene, whole, { parts, solution, interaction }) {
  const model = shortened(whole, table.plan.brief);
  const { x, y, w, h: tall, scale } = solution.dock;
  const column = solution.mode === "phone" || solution.mode === "landscape";
  const inside = insideOf(solution.mode, w);
  const counted = parts.tray.filter(({ key }) => countedAreas(model).includes(key));
  const counters = Math.max(0, ...counted.map(({ area }) => area.pieces?.length ?? 0));
  const tight = isTight(solution.mode, counters, inside, boxedKinds(model));
  const left = table.timeLeft(state);
  const tray = [
    ...parts.tray.map((entry) => flowArea(entry, interaction, scale, column ? inside : inside - table.plan.own)),
    ...model.forms.map((form, index) => formNode(form, index, table.decision, formHandlers(table))),
    ...(column ? [] : boxes(table, model)),
  ].filter(Boolean);
  const own = state.seat >= 0 && !column ? plate(state, scene, state.seat, { size: "own" }) : null;
  const body = [
    tray.length ? h("div.own", { key: "own" }, tray) : null,
    model.buttons.length
      ? h(
          "div.choices",
          { key: "choices" },
          model.buttons.map((one) => button(table, one)),
        )
      : null,
  ].filter(Boolean);
  return h(
    "div.dock",
    {
      key: "dock",
      class: `${state.your_turn ? "your-turn" : ""} ${body.length ? "" : "flat"} ${model.moment ? "telling" : ""} ${tight ? "tight" : ""} ${model.stopped ? "stopped" : ""}`,
      role: "region",
      "aria-label": t("Your turn"),
      style: {
        left: `${x}px`,
        top: `${y}px`,
        width: `${w}px`,
        height: `${tall}px`,
        "--part": partLeft(model.stopped, table.now),
      },
    },
    h(
      "div.asking",
      { key: "asking" },
      !body.length && own ? own : null,
      model.canAct ? drawing(matchIcon(), "lit") : null,
      h(
        "div.question",
        null,
        h("p.prompt-text", { key: "prompt" }, model.question),
        model.why
          ? h(
              "p.follows",
              {
                key: "follows",
                role: table.message ? "alert" : table.hint ? "status" : null,
                class: table.message ? "problem" : table.hint ? "hint-text" : "",
              },
              model.why,
              tipOff(table, model),
            )
          : null,
      ),
      left === null
        ? null
        : h("span.left", { key: "left", role: "timer", "aria-label": t("Time left") }, clockText(left)),
      column ? backButton(table, state, model) : acts(table, state, scene, model, false),
    ),
    body.length
      ? h(
          "div.tray",
          { key: "tray", style: { "--s": scale.toFixed(3), "--own": `${table.plan.own - 18}px` } },
          own,
          h("div.body", null, body),
        )
      : null,
    column ? acts(table, state, scene, model, true) : null,
  );
}

/** @param {Table} table @param {DockModel} model */
const boxes = (table, model) =>
  model.forms.map((form, index) => boxNode(form, index, table.decision, () => table.draw()));

/** @param {Table} table @param {DockModel} model */
function tipOff(table, model) {
  if (!model.tip || model.why !== model.tip) return null;
  const hide = () => {
    remember("coach", false);
    table.draw();
  };
  return [" ", h("button.link", { type: "button", key: "no-tips", onclick: hide }, t("Hide tips"))];
}

/** Buttons at their fixed place: take back, further choices, and the red one. @param {Table} table @param {State} state @param {Scene} scene @param {DockModel} model @param {boolean} column */
function acts(table, state, scene, model, column) {
  /** @type {(HTMLElement | null)[]} */
  const found = column && !model.moment ? boxes(table, model) : [];
  if (model.moment)
    found.push(
      h(
        "button.primary.commit.telling",
        { type: "button", key: "go-on", onclick: () => table.goOn() },
        t("Continue"),
        table.playback.patient ? null : h("span.burning", { "aria-hidden": "true" }),
      ),
    );
  else {
    if (!column) found.push(backButton(table, state, model));
    found.push(again(table, state));
    found.push(...model.acts.map((one) => button(table, one, scene.pause && model.canAct)));
    if (table.swing)
      found.push(
        h(
          "button.primary.commit.let-go",
          { type: "button", key: "let-go-now", ...pressing(() => table.letGo()) },
          t("Let go"),
        ),
      );
    else if (table.staged) {
      const { action, text } = table.staged;
      found.push(
        h(
          "button.primary.commit",
          { type: "button", key: "commit", "data-legal": action, onclick: () => table.act(action) },
          words(text),
        ),
      );
    } else
      found.push(...model.forms.map((form, index) => submitButton(form, index, table.decision, formHandlers(table))));
  }
  return found.some(Boolean) ? h("div.acts", { key: "acts" }, found) : null;
}

/** After a game of a match: its last reveal once more. @param {Table} table @param {State} state */
function again(table, state) {
  const moments = state.scene?.pause && !table.past ? table.lastMoments : [];
  if (!moments.length || table.playback.busy) return null;
  const show = () => table.playback.again(moments);
  return h("button.clear", { type: "button", key: "again", onclick: show }, t("Last reveal"));
}

/** Cancel the choice of a piece, or take back the last move. @param {Table} table @param {State} state @param {DockModel} model */
function backButton(table, state, model) {
  if (model.moment) return null;
  const choosing = model.canAct && (table.selection.path.length > 0 || table.staged);
  if (!choosing && (!state.undo || table.sending)) return null;
  const name = choosing ? t("Cancel") : t("Take back");
  return h(
    "button.back",
    {
      type: "button",
      key: choosing ? "unselect" : "undo",
      "aria-label": name,
      title: name,
      onclick: () => (choosing ? table.unselect() : table.undo()),
    },
    icon("undo"),
  );
}

/** @param {Table} table */
function hintText(table) {
  if (table.hinting) return t("Looking for a good move…");
  return table.hint && table.state ? hintSentence(table.hint, table.state, table.game) : "";
}

/** @param {Table} table */
const formHandlers = (table) => ({
  submit: (/** @type {number} */ action) => table.act(action),
  redraw: () => table.draw(),
});

/** @param {Table} table @param {Button} one @param {boolean} [red] the way on, and not a choice */
function button(table, { key, text, note, action, play }, red = false) {
  return h(
    red ? "button.primary.commit" : "button.choice",
    {
      type: "button",
      key,
      "data-legal": action < 0 ? null : action,
      class: table.hint?.choices[0]?.action === action ? "hinted" : "",
      onclick: play,
      onpointerenter: () => table.previewAction(action),
      onpointerleave: () => table.previewAction(null),
    },
    h("span", null, text),
    note ? h("small", null, note) : null,
  );
}

/** Whom the game waits for although they are away: a bot may play on. @param {Table} table @param {State} state @returns {Button[]} */
function away(table, state) {
  if (state.seat < 0 || state.table.over || table.moment) return [];
  const absent = (state.acting ?? []).filter((seat) => {
    const { kind, present } = state.table.seats[seat];
    return seat !== state.seat && kind === "person" && !present;
  });
  return absent.map((seat) => ({
    key: `takeover${seat}`,
    text: t("Let a bot play for {name}", { name: state.table.seats[seat].name }),
    note: "",
    action: -1,
    play: () => table.takeOver(seat),
  }));
}

/** A choice that the page makes again and again can be stopped at any time. @param {Table} table @returns {Button[]} */
function standing(table) {
  if (!table.standing.until || table.moment) return [];
  const play = () => (table.standing.stop(), table.draw());
  return [{ key: "stop-standing", text: t("Stop"), note: "", action: -1, play }];
}

/** The choices of the scene, or the actions that no click on a piece can tell apart. @param {Table} table @param {State} state @param {Scene} scene @returns {Button[]} */
function choices(table, state, scene) {
  const unselected = table.selection.path.length === 0;
  const offered = unselected
    ? (scene.choices ?? [])
    : (scene.choices ?? []).filter(({ action }) => table.selection.left.includes(action));
  const known = new Set(offered.map(({ action }) => action));
  const listed = unclickable(scene, table.selection, table.reachable(pieceRefs(scene)))
    .filter((action) => !known.has(action) && !table.isRouted(scene, action))
    .map((action) => ({
      action,
      text:
        scene.routes?.find(({ actions }) => actions.length === 1 && actions[0] === action)?.cost ??
        scene.commits?.find((one) => one.action === action)?.text ??
        state.actions?.[action],
      note: undefined,
    }));
  const shared = table.localSeats.length > 1; // the others would see that a player is not asked
  const long = new Set(offered.filter((one) => isRepeated(scene, one)));
  const shown = offered.filter(
    (one) => !(one.quiet && state.live) && !(long.has(one) && (shared || table.standing.until)),
  );
  return [
    ...shown.map((one) => ({ ...one, until: long.has(one) ? one.until : "" })),
    ...listed.map((one) => ({ ...one, until: "" })),
  ].map(({ action, text, note, until }) => ({
    key: `choice${action}${until}`,
    text: words(text),
    note: words(note),
    action,
    play: () => table.act(action, until),
  }));
}
