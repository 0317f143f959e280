// The replay of a finished game with all hands open: step by step, or played.

import { get } from "./api.js";
import { percent, placeOf } from "./chances.js";
import { h } from "./dom.js";
import { chanceAt } from "./graph.js";
import { icon } from "./endicons.js";
import { t } from "./i18n.js";
import { sentences } from "./log.js";
import { Plan } from "./plan.js";
import { stage } from "./stage.js";
import { recall, remember } from "./store.js";
import { textWidth } from "./text.js";

/** @typedef {import("./types").ReplayStep} ReplayStep */
/** @typedef {import("./endscreen.js").EndScreen} EndScreen */

/** Milliseconds a step at normal speed, and at most for long sentences. */
const PACE = 1400;
const SPEEDS = [0.5, 1, 2, 4];

export class Replay {
  /** @param {EndScreen} end */
  constructor(end) {
    this.end = end;
    this.open = false;
    this.playing = false;
    this.plan = new Plan(textWidth);
    this.speed = recall("replay-speed", 1);
    /** @type {ReplayStep | null} */
    this.shown = null;
    /** Steps that have arrived, by viewer and number. @type {Map<string, ReplayStep>} */
    this.known = new Map();
    /** The seat whose side of the table is shown; null for your own. @type {number | null} */
    this.chosen = null;
    this.wanted = 0;
    this.timer = 0;
    this.problem = "";
    this.keydown = (/** @type {KeyboardEvent} */ event) => this.onKey(event);
  }

  get steps() {
    return this.end.state.step;
  }

  get viewer() {
    return this.chosen ?? Math.max(this.end.state.seat, 0);
  }

  /** @param {number} step @param {boolean} [playing] */
  start(step, playing = false) {
    if (!this.open) document.addEventListener("keydown", this.keydown, true);
    this.open = true;
    this.playing = playing;
    this.to(step);
  }

  stop() {
    this.open = this.playing = false;
    clearTimeout(this.timer);
    document.removeEventListener("keydown", this.keydown, true);
  }

  /** @param {number} step */
  async to(step) {
    clearTimeout(this.timer);
    const wanted = (this.wanted = Math.min(Math.max(step, 0), this.steps));
    try {
      const shown = await this.load(wanted);
      if (wanted !== this.wanted || !this.open) return; // the slider has moved on, or the replay is closed
      this.shown = shown;
      this.problem = "";
      this.end.redraw();
      this.goOn();
      if (wanted < this.steps) this.load(wanted + 1).catch(() => {});
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
      this.playing = false;
      this.end.redraw();
    }
  }

  /** @param {number} step @returns {Promise<ReplayStep>} */
  async load(step) {
    const name = `${this.viewer}/${step}`;
    const known = this.known.get(name);
    if (known) return known;
    const { table } = this.end;
    const found = await get(
      `/api/tables/${table.id}/replay?step=${step}&seat=${this.viewer}&all_hands=true`,
      table.mySeat?.token,
    );
    this.known.set(name, found);
    return found;
  }

  /** Show the next step in a while, if the replay plays. */
  goOn() {
    if (this.playing && this.wanted >= this.steps) this.pause();
    if (!this.playing) return;
    const said = this.sentence(this.shown).length;
    this.timer = window.setTimeout(() => this.to(this.wanted + 1), (PACE + Math.min(1600, 12 * said)) / this.speed);
  }

  pause() {
    this.playing = false;
    clearTimeout(this.timer);
    this.end.redraw();
  }

  toggle() {
    if (this.playing) return this.pause();
    this.playing = true;
    this.to(this.wanted >= this.steps ? 0 : this.wanted + 1);
  }

  /** By hand. @param {number} step */
  jump(step) {
    this.playing = false;
    this.to(step);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (!this.end.isShown) return this.stop(); // another page is open
    const on = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.metaKey || event.altKey || on?.closest("select, dialog, [popover]")) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.jump(this.wanted - 1),
      ArrowRight: () => this.jump(this.wanted + 1),
      Home: () => this.jump(0),
      End: () => this.jump(this.steps),
      Escape: () => this.end.closeReplay(),
      " ": () => this.toggle(),
    };
    if (event.key === " " && on?.closest("button")) return; // it presses the button
    const does = keys[event.key];
    if (!does) return;
    event.preventDefault();
    event.stopPropagation();
    does();
  }

  /** What the shown step did. @param {ReplayStep | null} shown */
  sentence(shown) {
    if (!shown) return "";
    if (!shown.step) return t("The game begins.");
    return shown.line ? sentences(shown.line, this.end.state).join(" ") : "";
  }

  node() {
    const { shown, steps } = this;
    return h(
      "main.table.replaying",
      { key: "replaying" },
      this.problem ? h("p.banner", { role: "alert" }, this.problem) : null,
      shown ? this.tableNode(shown.scene) : h("p.loading", null, t("Loading…")),
      h(
        "section.player",
        { key: "player", "aria-label": t("Replay") },
        h(
          "div.told",
          null,
          h("p.move-no", null, this.place()),
          h("p.prompt-text", { role: "status" }, this.sentence(shown)),
          this.viewerNode(),
        ),
        h(
          "div.controls",
          null,
          this.button("back", t("Previous move"), () => this.jump(this.wanted - 1), this.wanted <= 0),
          this.button(this.playing ? "pause" : "play", this.playing ? t("Pause") : t("Play"), () => this.toggle()),
          this.button("on", t("Next move"), () => this.jump(this.wanted + 1), this.wanted >= steps),
          h("input", {
            type: "range",
            min: 0,
            max: steps,
            value: this.wanted,
            key: "slider",
            "aria-label": t("Move"),
            "aria-valuetext": t("Move {step} of {steps}", { step: this.wanted, steps }),
            oninput: (/** @type {Event} */ event) =>
              this.jump(Number(/** @type {HTMLInputElement} */ (event.target).value)),
          }),
          this.speedNode(),
          h(
            "button",
            { type: "button", key: "done", onclick: () => this.end.closeReplay() },
            this.end.fromBoard ? t("Back to the board") : t("Back to the result"),
          ),
        ),
      ),
    );
  }

  /** The whole table, read only, above the controls. @param {import("./types").Scene} scene */
  tableNode(scene) {
    const below = innerHeight <= 480 ? 64 : innerWidth <= 640 ? 168 : 118; // the controls
    const view = { w: innerWidth, h: innerHeight - below };
    const state = { ...this.end.state, seat: this.viewer, scene, scores: [], your_turn: false };
    return stage(scene, state, { view, plan: this.plan });
  }

  /** "Move 19 of 36 · Round 3 · your chance 62 %" */
  place() {
    const step = this.shown?.step ?? this.wanted;
    const { answer, seats } = this.end.review;
    const move = t("Move {step} of {steps}", { step, steps: this.steps });
    if (!answer) return move;
    const round = answer.points[0]?.round && step ? placeOf(answer, step) : "";
    const chance = seats.length === 1 ? t("chances {share}", { share: percent(chanceAt(answer, step, seats[0])) }) : "";
    return [move, round, chance].filter(Boolean).join(" · ");
  }

  /** @param {string} picture @param {string} text @param {() => void} onclick @param {boolean} [disabled] */
  button(picture, text, onclick, disabled = false) {
    const key = picture === "pause" ? "play" : picture;
    return h(
      "button.disc-button",
      { type: "button", key, disabled, "aria-label": text, title: text, onclick },
      icon(picture),
    );
  }

  /** The side of the table to look from. */
  viewerNode() {
    const { table, seat } = this.end.state;
    if (table.seats.length < 2) return null;
    const set = (/** @type {Event} */ event) => {
      this.chosen = Number(/** @type {HTMLSelectElement} */ (event.target).value);
      this.to(this.wanted);
    };
    return h(
      "select",
      { key: "viewer", "aria-label": t("Seen from the seat of"), value: this.viewer, onchange: set },
      table.seats.map((one) => h("option", { value: one.seat }, one.seat === seat ? t("You") : one.name)),
    );
  }

  speedNode() {
    const set = (/** @type {Event} */ event) => {
      this.speed = Number(/** @type {HTMLSelectElement} */ (event.target).value);
      remember("replay-speed", this.speed);
    };
    return h(
      "select",
      { key: "speed", "aria-label": t("Speed"), value: this.speed, onchange: set },
      SPEEDS.map((speed) => h("option", { value: speed }, `${speed}×`)),
    );
  }
}
