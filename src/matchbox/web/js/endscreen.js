// After the game: who won and why, the review, the replay, the check of the shuffle, a rematch.

import { get } from "./api.js";
import { h, update } from "./dom.js";
import { checkFairness } from "./fairness.js";
import { graph } from "./graph.js";
import { header } from "./header.js";
import { listed, t, words } from "./i18n.js";
import { UNTOUCHED, areas } from "./scene.js";
import { mine, others } from "./seats.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Review} Review */
/** @typedef {import("./table.js").Table} Table */

const POLL = 1500;

export class EndScreen {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.tab = "";
    /** @type {Review | null} */
    this.review = null;
    this.progress = 0;
    this.trouble = "";
    /** @type {import("./fairness.js").Check[] | null} */
    this.checks = null;
    /** @type {{ step: number, steps: number, scene: import("./types").Scene, line?: import("./types").LogLine } | null} */
    this.shown = null;
    this.asking = 0;
  }

  /** While a replay is looked at, pushes do not draw over it. */
  get busy() {
    return this.shown !== null;
  }

  get state() {
    return /** @type {State} */ (this.table.state);
  }

  node() {
    const { table, result, seat } = this.state;
    if (!result) {
      return h("section.end.sheet", { key: "end" }, h("h2", null, t("The table was closed")), this.buttons());
    }
    const names = table.seats.map((one) => one.name);
    const order = names.map((_, i) => i).sort((a, b) => result.ranks[a] - result.ranks[b]);
    return h(
      "section.end.sheet",
      { key: "end", "aria-label": t("Result") },
      h("h2", null, headline(result.winners, seat, names, this.table.game?.cooperative)),
      h("p", null, words(result.reason)),
      h(
        "ol.ranks",
        null,
        order.map((i) => h("li", { value: result.ranks[i] }, h("span", null, `${result.ranks[i]}. ${names[i]}`), h("b", null, String(result.scores[i])))),
      ),
      this.buttons(),
      this.tab === "review" ? this.reviewNode() : null,
      this.tab === "fair" ? this.fairNode() : null,
    );
  }

  buttons() {
    const held = this.state.seat >= 0;
    const tab = (/** @type {string} */ name, /** @type {string} */ text, /** @type {() => void} */ start) =>
      h("button", { type: "button", key: `tab-${name}`, "aria-expanded": String(this.tab === name), onclick: () => this.toggle(name, start) }, text);
    return h(
      "div.actions",
      null,
      held ? h("button.primary", { type: "button", key: "rematch", onclick: () => this.table.rematch() }, t("Rematch")) : null,
      this.state.result ? tab("review", t("Review"), () => this.askReview()) : null,
      this.state.result ? h("button", { type: "button", key: "replay", onclick: () => this.replay(0) }, t("Replay")) : null,
      tab("fair", t("Was it fair?"), () => this.askFair()),
      h("button", { type: "button", key: "lobby", onclick: () => this.table.go("/") }, t("All games")),
    );
  }

  /** @param {string} name @param {() => void} start */
  toggle(name, start) {
    this.tab = this.tab === name ? "" : name;
    if (this.tab) start();
    this.table.draw();
  }

  // --- review ---

  async askReview() {
    if (this.review) return;
    this.trouble = "";
    try {
      const answer = await get(`/api/tables/${this.table.id}/review`, this.table.place?.token);
      if ("progress" in answer) {
        this.progress = answer.progress;
        setTimeout(() => this.tab === "review" && this.askReview(), POLL);
      } else this.review = answer;
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
    this.table.draw();
  }

  reviewNode() {
    const names = this.state.table.seats.map((one) => one.name);
    if (this.trouble) return h("p.banner", { role: "alert" }, this.trouble);
    const review = this.review;
    if (!review) {
      return h("p", null, t("Looking the game over…"), " ", h("progress", { max: 1, value: this.progress, "aria-label": t("Review") }));
    }
    const costly = review.choices.filter((one) => one.cost > 0.005).sort((a, b) => b.cost - a.cost).slice(0, 5);
    return h(
      "div.review",
      null,
      h("h3", null, t("Who was winning")),
      graph(review.values, names),
      h("h3", null, t("The costliest moves")),
      costly.length
        ? h("ol", null, costly.map((one) => h("li", null, h("button.quiet", { type: "button", onclick: () => this.replay(one.number) }, t("Move {n}", { n: one.number + 1 })), h("span", null, t("{name} played {played}; better was {best} (cost {cost})", { name: names[one.seat], played: one.played, best: one.best, cost: one.cost.toFixed(2) })))))
        : h("p", null, t("Nobody made a costly mistake.")),
      h("h3", null, t("Luck")),
      h("ul", null, review.luck.map((luck, seat) => h("li", null, `${names[seat]}: ${luck > 0 ? "+" : ""}${luck.toFixed(2)}`))),
    );
  }

  // --- fairness ---

  async askFair() {
    this.checks ??= await checkFairness(this.state.table);
    this.table.draw();
  }

  fairNode() {
    if (!this.checks) return h("p", null, t("Checking…"));
    return h(
      "div.fair",
      null,
      h("p", null, t("Before anybody sat down the server showed a seal of its secret. Every player then added a number of their own. Now the secret is open, and your browser checks:")),
      h("ul", null, this.checks.map(({ text, good, detail }) => h("li", { class: good ? "good" : "bad" }, h("b", null, good ? "✓ " : "✗ "), text, detail ? h("code", null, detail) : null))),
      h("p", null, h("a", { href: `/api/tables/${this.table.id}/record` }, t("The whole record")), " ", t("can be replayed with: matchbox verify")),
    );
  }

  // --- replay ---

  /** @param {number} step */
  async replay(step) {
    const asked = ++this.asking;
    try {
      const shown = await this.table.replay(step, Math.max(this.state.seat, 0));
      if (asked !== this.asking) return; // the slider has moved on
      this.shown = shown;
      this.drawReplay();
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
      this.tab = "review";
      this.shown = null;
      this.table.draw();
    }
  }

  drawReplay() {
    const shown = this.shown;
    if (!shown) return;
    const state = { ...this.state, scores: undefined, asked: false };
    const drawn = areas(shown.scene, UNTOUCHED);
    const centre = drawn.filter(({ area }) => area.seat === undefined || area.seat === null);
    const to = (/** @type {number} */ step) => this.replay(Math.min(Math.max(step, 0), shown.steps));
    update(this.table.root, [
      header(this.table.go, `${state.table.name}: ${t("Replay")}`),
      h(
        "main.table",
        { key: "replay" },
        h("div.scene", null, others(state, drawn), h("div.centre", { key: "centre" }, centre.map(({ node }) => node)), mine(state, drawn)),
        h(
          "div.dock.alone",
          { key: "replay-dock", role: "region", "aria-label": t("Replay") },
          h("p.ask", null, t("{step} of {steps}", { step: shown.step, steps: shown.steps }), " ", shown.line ? `${state.table.seats[shown.line.seat]?.name ?? ""}: ${words(shown.line.text)}` : ""),
          h(
            "div.slider",
            null,
            h("button", { type: "button", key: "back", disabled: shown.step <= 0, "aria-label": t("One step back"), onclick: () => to(shown.step - 1) }, "‹"),
            h("input", {
              type: "range", min: 0, max: shown.steps, value: shown.step, key: "slider", "aria-label": t("Step"),
              oninput: (/** @type {Event} */ event) => to(Number(/** @type {HTMLInputElement} */ (event.target).value)),
            }),
            h("button", { type: "button", key: "on", disabled: shown.step >= shown.steps, "aria-label": t("One step on"), onclick: () => to(shown.step + 1) }, "›"),
            h("button.primary", { type: "button", key: "done", onclick: () => ((this.shown = null), this.table.draw()) }, t("Back to the result")),
          ),
        ),
      ),
    ]);
  }
}

/** @param {number[]} winners @param {number} seat @param {string[]} names @param {boolean} [together] */
function headline(winners, seat, names, together) {
  if (!winners.length) return names.length > 1 ? t("Lost together") : t("You have lost");
  if (winners.length === names.length && names.length > 1) return together ? t("Won together") : t("A draw");
  if (winners.includes(seat)) return winners.length === 1 ? t("You win!") : t("You win, with others");
  return winners.length === 1 ? t("{name} wins", { name: names[winners[0]] }) : t("{names} win", { names: listed(winners.map((one) => names[one])) });
}
