// The review of a finished game: chances as a graph, where it turned, and a slider through the moves.

import { get } from "./api.js";
import { inside, measureOf, moveWords, percent, placeOf, turningPoints } from "./chances.js";
import { h } from "./dom.js";
import { chanceAt, graph, marginOf, scaleOf, summary } from "./graph.js";
import { icon } from "./endicons.js";
import { t } from "./i18n.js";
import { playersOf, sentences } from "./log.js";

/** @typedef {import("./types").ReviewAnswer} ReviewAnswer */
/** @typedef {import("./endscreen.js").EndScreen} EndScreen */

/** Milliseconds between two questions for the progress. */
const POLL = 1000;

export class Review {
  /** @param {EndScreen} end */
  constructor(end) {
    this.end = end;
    /** @type {ReviewAnswer | null} */
    this.answer = null;
    this.started = false;
    this.progress = 0;
    this.preparing = false;
    this.problem = "";
    /** The step under the pointer or the slider. @type {number | null} */
    this.cursor = null;
  }

  /** Bots of a table have compiled its search: then the review takes seconds and starts by itself. */
  startAlone() {
    const { table, seat, result } = this.end.state;
    const searched = table.seats.some(({ kind, level }) => kind === "bot" && level !== "random");
    if (!this.started && result && seat >= 0 && !table.archived && (searched || this.end.table.game?.ready))
      this.start();
  }

  async start() {
    this.started = true;
    this.problem = "";
    try {
      const answer = await get(`/api/tables/${this.end.table.id}/review`, this.end.table.mySeat?.token);
      if ("progress" in answer) {
        this.progress = answer.progress;
        this.preparing = Boolean(answer.preparing);
        setTimeout(() => this.end.isShown && this.start(), POLL);
      } else this.answer = answer;
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
      this.started = false;
    }
    this.end.redraw();
  }

  get steps() {
    return this.end.state.step;
  }

  get players() {
    return playersOf(this.end.state);
  }

  /** The seats whose chances are drawn: yours in a duel, otherwise all; one for all in a co-operative game. */
  get seats() {
    const { table, seat } = this.end.state;
    const measure = measureOf(table.seats.length, this.end.table.game?.cooperative);
    if (measure === "result") return [Math.max(seat, 0)];
    return measure === "win" && seat >= 0 ? [seat] : table.seats.map((one) => one.seat);
  }

  node() {
    const { table, result } = this.end.state;
    if (!table.started) return null;
    return h(
      "section.review",
      { key: "review", "aria-label": t("Review") },
      table.archived || !result ? null : this.answer ? this.answerNodes(this.answer) : this.waitingNode(),
      this.scrubNode(),
    );
  }

  waitingNode() {
    if (this.problem)
      return h("div.not-yet", null, h("p.banner", { role: "alert" }, this.problem), this.startButton(t("Try again")));
    if (!this.started)
      return h(
        "div.not-yet",
        null,
        h("h3", null, t("Where did it turn?")),
        h("p", null, t("The review shows your chances move by move, the costliest choices and the share of luck.")),
        this.startButton(t("Review the game")),
      );
    const share = percent(this.progress);
    const text = this.preparing
      ? t("The server is preparing this game's search. This can take a minute.")
      : t("Looking at every move: {share} done.", { share });
    return h(
      "div.not-yet",
      null,
      h("h3", null, t("Reviewing the game…")),
      h("p", { role: "status" }, text),
      h("progress", { max: 1, value: this.preparing ? null : this.progress, "aria-label": t("Review") }),
    );
  }

  /** @param {string} text */
  startButton(text) {
    return h("button", { type: "button", key: "start-review", onclick: () => (this.start(), this.end.redraw()) }, text);
  }

  /** @param {ReviewAnswer} answer */
  answerNodes(answer) {
    const pins = turningPoints(answer, this.end.state.seat);
    return [this.chartNode(answer, pins), this.turnsNode(answer, pins)];
  }

  // --- the graph ---

  /** @param {ReviewAnswer} review @param {import("./chances.js").TurningPoint[]} pins */
  chartNode(review, pins) {
    const { table, scene, seat } = this.end.state;
    const { width, height } = chartSize(innerWidth, innerHeight);
    const names = table.seats.map((one) => (one.seat === seat ? t("You") : one.name));
    const chart = {
      review,
      steps: this.steps,
      seats: this.seats,
      names,
      colours: table.seats.map((one) => scene?.seats?.find((status) => status.seat === one.seat)?.colour ?? ""),
      cursor: this.cursor,
      pins,
      width,
      height,
      ...this.sides(names),
    };
    const step = (/** @type {PointerEvent | MouseEvent} */ event) => {
      const box = /** @type {Element} */ (event.currentTarget).querySelector("svg")?.getBoundingClientRect();
      if (!box) return 0;
      const scale = Math.min(box.width / width, box.height / chart.height);
      const left = box.left + (box.width - width * scale) / 2;
      return scaleOf(width, this.steps, marginOf(chart.seats.length)).step((event.clientX - left) / scale);
    };
    return h(
      "div.chances",
      null,
      h("h3", null, this.title(review)),
      this.meaning(),
      h(
        "figure.graph",
        {
          role: "img",
          "aria-label": summary(chart),
          onpointermove: (/** @type {PointerEvent} */ event) =>
            event.pointerType === "mouse" && this.point(step(event)),
          onpointerleave: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && this.point(null),
          onclick: (/** @type {PointerEvent} */ event) => {
            const pin = event.target instanceof Element ? event.target.closest("[data-step]") : null;
            const to = pin ? Number(pin.getAttribute("data-step")) : step(event);
            // A first touch shows the move, a second one near it opens the replay.
            const near = this.cursor !== null && Math.abs(this.cursor - to) <= Math.max(1, this.steps / 40);
            if (event.pointerType === "mouse" || pin) this.end.replay(to);
            else if (near) this.end.replay(this.cursor ?? to);
            else this.point(to);
          },
        },
        graph(chart),
      ),
    );
  }

  /** @param {ReviewAnswer} review */
  title(review) {
    const yours = this.end.state.seat >= 0 && this.seats.length === 1;
    const byRound = Boolean(review.points[0]?.round);
    if (yours) return byRound ? t("Your chances, round by round") : t("Your chances, move by move");
    return byRound ? t("The chances, round by round") : t("The chances, move by move");
  }

  /** What the numbers mean, where it is not the chance to win. */
  meaning() {
    const measure = measureOf(this.end.state.table.seats.length, this.end.table.game?.cooperative);
    if (measure === "win") return null;
    const text =
      measure === "ahead"
        ? t("The chance to finish ahead of an opponent picked at random.")
        : t("The result to be expected, from the worst (0 %) to the best (100 %).");
    return h("p.note", null, text);
  }

  /** @param {string[]} names */
  sides(names) {
    const { seat, table } = this.end.state;
    if (this.seats.length > 1 || measureOf(names.length, this.end.table.game?.cooperative) === "result")
      return { above: "", below: "" };
    return { above: t("you ahead"), below: t("{name} ahead", { name: table.seats[1 - seat].name }) };
  }

  /** Move the cursor. @param {number | null} step */
  point(step) {
    if (step === this.cursor) return;
    this.cursor = step;
    this.end.redraw();
  }

  // --- where it turned ---

  /** @param {ReviewAnswer} review @param {import("./chances.js").TurningPoint[]} pins */
  turnsNode(review, pins) {
    const lost = (/** @type {number} */ seat) =>
      review.choices.filter((one) => one.seat === seat && one.cost >= 0.04).length;
    return h(
      "div.turning",
      null,
      h("h3", null, t("Where it turned")),
      pins.length
        ? h(
            "ol",
            null,
            pins.map((pin) => this.turnNode(review, pin)),
          )
        : h("p", null, t("Nobody made a costly choice.")),
      pins.length ? h("p.sum", null, this.counted(lost)) : null,
    );
  }

  /** @param {(seat: number) => number} lost */
  counted(lost) {
    const { table, seat } = this.end.state;
    const all = table.seats.map((_, i) => lost(i)).reduce((a, b) => a + b, 0);
    if (seat >= 0)
      return t("Costly choices: {mine} of yours, {others} of others. Choose a line to see it on the table.", {
        mine: lost(seat),
        others: all - lost(seat),
      });
    return t("Costly choices: {n}. Choose a line to see it on the table.", { n: all });
  }

  /** @param {ReviewAnswer} review @param {import("./chances.js").TurningPoint} pin */
  turnNode(review, { n, step, choice, change, good }) {
    const players = this.players;
    const move = inside(moveWords(choice.told, choice.played, choice.seat, players));
    const better = inside(moveWords(choice.better, choice.best, choice.seat, players));
    const second = good ? t("The best choice there was.") : t("Better: {move}", { move: better });
    return h(
      "li",
      { key: `turn${step}`, class: good ? "good" : "" },
      h(
        "button.turn-of",
        { type: "button", key: `to${step}`, onclick: () => this.end.replay(step) },
        h("i", { "aria-hidden": "true" }, String(n)),
        h("span", null, t("{place}: {move}", { place: placeOf(review, step), move }), h("small", null, second)),
        h("em", null, percent(change, true)),
      ),
    );
  }

  // --- the slider ---

  scrubNode() {
    const step = this.cursor ?? this.steps;
    const set = (/** @type {Event} */ event) =>
      this.point(Number(/** @type {HTMLInputElement} */ (event.target).value));
    return h(
      "div.scrub",
      null,
      h(
        "button.disc-button",
        {
          type: "button",
          key: "replay",
          "aria-label": t("Replay"),
          title: t("Replay"),
          onclick: () => this.end.replay(this.cursor ?? 0, this.cursor === null),
        },
        icon("play"),
      ),
      h("input", {
        type: "range",
        min: 0,
        max: this.steps,
        value: step,
        key: "scrub",
        "aria-label": t("Move"),
        "aria-valuetext": t("Move {step} of {steps}", { step, steps: this.steps }),
        oninput: set,
        onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && this.end.replay(step),
      }),
      h("span.move-no", null, t("Move {step} of {steps}", { step, steps: this.steps })),
      h("p.happened", { "aria-live": "off" }, this.cursor === null ? "" : this.describe(step)),
    );
  }

  /** What a move did, and the chances after it. @param {number} step */
  describe(step) {
    const { state } = this.end;
    const line = this.end.log.find((one) => one.step === step);
    const told = line ? sentences(line, state).join(" ") : step ? "" : t("The game begins.");
    if (!this.answer) return told;
    const place = step ? placeOf(this.answer, step) : "";
    const [seat] = this.seats;
    const chance = this.seats.length === 1 ? t("({share})", { share: percent(chanceAt(this.answer, step, seat)) }) : "";
    return [place ? `${place}:` : "", told, chance].filter(Boolean).join(" ");
  }
}

/** The size of the graph: as css/end.css divides the window. @param {number} wide @param {number} high */
function chartSize(wide, high) {
  const facts = wide >= 1100 ? 320 : 0;
  const turned = wide > 820 ? 300 : 0;
  const width = Math.max(270, wide - facts - turned - (wide <= 640 ? 44 : turned ? 70 : 64));
  return {
    width,
    height: turned ? Math.min(460, Math.max(300, high - 450)) : Math.min(300, Math.max(210, width * 0.6)),
  };
}
