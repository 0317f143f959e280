// After the game: result, review, replay, fairness check and rematch.

import { get } from "./api.js";
import { h, update } from "./dom.js";
import { checkSeal, checkSeed } from "./fairness.js";
import { graph } from "./graph.js";
import { header } from "./header.js";
import { listed, t, words } from "./i18n.js";
import { sentences } from "./log.js";
import { READ_ONLY, areas } from "./scene.js";
import { mine, opponents } from "./seats.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").ReviewAnswer} Review */
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
    this.problem = "";
    /** @type {import("./fairness.js").Check[] | null} */
    this.checks = null;
    this.unfair = false; // a check has failed
    /** @type {Promise<import("./fairness.js").Check[]> | null} */
    this.sealChecked = null;
    /** @type {{ step: number, steps: number, scene: import("./types").Scene, line?: import("./types").LogLine } | null} */
    this.shown = null;
    this.replayRequest = 0;
  }

  /** While a replay is open, updates do not draw over it. */
  get busy() {
    return this.shown !== null;
  }

  get state() {
    return /** @type {State} */ (this.table.state);
  }

  node() {
    const { table, result, seat } = this.state;
    this.sealChecked ??= this.checkSeal();
    if (!result) {
      return h(
        "section.end.sheet",
        { key: "end" },
        h("h2", null, t("The game was ended early")),
        this.notes(),
        this.buttons(),
        this.tab === "fair" ? this.fairNode() : null,
      );
    }
    const names = table.seats.map((one) => one.name);
    const order = names.map((_, i) => i).sort((a, b) => result.ranks[a] - result.ranks[b]);
    return h(
      "section.end.sheet",
      { key: "end", "aria-label": t("Result") },
      h("h2", null, headline(result.winners, seat, names, this.table.game?.cooperative)),
      h("p", null, words(result.reason)),
      this.notes(),
      h(
        "ol.ranks",
        null,
        order.map((i) =>
          h(
            "li",
            { value: result.ranks[i] },
            h("span", null, `${result.ranks[i]}. ${names[i]}`),
            h("b", null, String(result.scores[i])),
          ),
        ),
      ),
      this.buttons(),
      this.tab === "review" ? this.reviewNode() : null,
      this.tab === "fair" ? this.fairNode() : null,
    );
  }

  buttons() {
    const { archived } = this.state.table;
    const held = this.state.seat >= 0;
    const tab = (/** @type {string} */ name, /** @type {string} */ text, /** @type {() => void} */ start) =>
      h(
        "button",
        {
          type: "button",
          key: `tab-${name}`,
          "aria-expanded": String(this.tab === name),
          onclick: () => this.toggle(name, start),
        },
        text,
      );
    return h(
      "div.actions",
      null,
      held && !archived
        ? h("button.primary", { type: "button", key: "rematch", onclick: () => this.table.rematch() }, t("Rematch"))
        : null,
      this.state.result && !archived ? tab("review", t("Review"), () => this.loadReview()) : null,
      this.state.result
        ? h("button", { type: "button", key: "replay", onclick: () => this.replay(0) }, t("Replay"))
        : null,
      tab("fair", t("Was it fair?"), () => this.checkFair()),
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

  async loadReview() {
    if (this.review) return;
    this.problem = "";
    try {
      const response = await get(`/api/tables/${this.table.id}/review`, this.table.mySeat?.token);
      if ("progress" in response) {
        this.progress = response.progress;
        setTimeout(() => this.tab === "review" && this.loadReview(), POLL);
      } else this.review = response;
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.table.draw();
  }

  reviewNode() {
    const names = this.state.table.seats.map((one) => one.name);
    if (this.problem) return h("p.banner", { role: "alert" }, this.problem);
    const review = this.review;
    if (!review) {
      return h(
        "p",
        null,
        t("Reviewing the game…"),
        " ",
        h("progress", { max: 1, value: this.progress, "aria-label": t("Review") }),
      );
    }
    const mistakes = review.choices
      .filter((one) => one.cost > 0.005)
      .sort((a, b) => b.cost - a.cost)
      .slice(0, 5);
    return h(
      "div.review",
      null,
      h("h3", null, t("Evaluation")),
      graph(review.values, names),
      h("h3", null, t("Biggest mistakes")),
      mistakes.length
        ? h(
            "ol",
            null,
            mistakes.map((one) =>
              h(
                "li",
                null,
                h(
                  "button.quiet",
                  { type: "button", onclick: () => this.replay(one.number) },
                  t("Move {n}", { n: one.number + 1 }),
                ),
                h(
                  "span",
                  null,
                  t("{name} played {played}. {best} was better (cost {cost}).", {
                    name: names[one.seat],
                    played: one.played,
                    best: one.best,
                    cost: one.cost.toFixed(2),
                  }),
                ),
              ),
            ),
          )
        : h("p", null, t("Nobody made a big mistake.")),
      h("h3", null, t("Luck")),
      h(
        "ul",
        null,
        review.luck.map((luck, seat) => h("li", null, `${names[seat]}: ${luck > 0 ? "+" : ""}${luck.toFixed(2)}`)),
      ),
    );
  }

  // --- fairness ---

  /** Compare the secret with the commitment and the number that this browser has kept. */
  async checkSeal() {
    const { table, seat } = this.state;
    const checks = await checkSeal(table, seat >= 0);
    this.unfair = checks.some(({ good }) => good === false);
    if (this.unfair) this.table.draw();
    return checks;
  }

  /** Anything that went wrong, and the limits of an old game. */
  notes() {
    const unfair = t("The chance of this game was not fair. “Was it fair?” shows the check that failed.");
    const old = t("This game was played with other rules than the server has now. You can replay it.");
    return [
      this.unfair ? h("p.banner", { role: "alert", key: "unfair" }, unfair) : null,
      this.table.message ? h("p.banner", { role: "alert", key: "message" }, this.table.message) : null,
      this.state.table.archived ? h("p.note", { key: "archived" }, old) : null,
    ];
  }

  async checkFair() {
    this.checks ??= [...((await this.sealChecked) ?? []), ...(await checkSeed(this.state.table))];
    this.table.draw();
  }

  fairNode() {
    if (!this.checks) return h("p", null, t("Checking…"));
    return h(
      "div.fair",
      null,
      h(
        "p",
        null,
        t(
          "Before the game, the server published the fingerprint of a secret number. Then every player added a random number. The secret is public now, and your browser checks:",
        ),
      ),
      h(
        "ul",
        null,
        this.checks.map(({ text, good, detail }) =>
          h(
            "li",
            { class: good === null ? "" : good ? "good" : "bad" },
            h("b", null, good === null ? "· " : good ? "✓ " : "✗ "),
            text,
            detail ? h("code", null, detail) : null,
          ),
        ),
      ),
      h(
        "p",
        null,
        h("a", { href: `/api/tables/${this.table.id}/record` }, t("Download the game record")),
        " ",
        t("and replay it with: matchbox verify"),
      ),
    );
  }

  // --- replay ---

  /** @param {number} step */
  async replay(step) {
    const request = ++this.replayRequest;
    try {
      const shown = await this.table.replay(step, Math.max(this.state.seat, 0));
      if (request !== this.replayRequest) return; // the slider has moved on
      this.shown = shown;
      this.drawReplay();
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
      this.tab = "review";
      this.shown = null;
      this.table.draw();
    }
  }

  drawReplay() {
    const shown = this.shown;
    if (!shown) return;
    const state = { ...this.state, scores: [], your_turn: false };
    const drawn = areas(shown.scene, READ_ONLY);
    const centre = drawn.filter(({ area }) => area.seat === undefined || area.seat === null);
    const to = (/** @type {number} */ step) => this.replay(Math.min(Math.max(step, 0), shown.steps));
    update(this.table.root, [
      header(this.table.go, `${words(state.table.name)}: ${t("Replay")}`),
      h(
        "main.table",
        { key: "replay" },
        h(
          "div.scene",
          null,
          opponents(state, drawn),
          h(
            "div.centre",
            { key: "centre" },
            centre.map(({ node }) => node),
          ),
          mine(state, drawn),
        ),
        h(
          "div.dock.alone",
          { key: "replay-dock", role: "region", "aria-label": t("Replay") },
          h(
            "p.prompt-text",
            null,
            t("Move {step} of {steps}", { step: shown.step, steps: shown.steps }),
            " ",
            shown.line ? sentences(shown.line, state).join(" ") : "",
          ),
          h(
            "div.slider",
            null,
            h(
              "button",
              {
                type: "button",
                key: "back",
                disabled: shown.step <= 0,
                "aria-label": t("Previous move"),
                onclick: () => to(shown.step - 1),
              },
              "‹",
            ),
            h("input", {
              type: "range",
              min: 0,
              max: shown.steps,
              value: shown.step,
              key: "slider",
              "aria-label": t("Move"),
              oninput: (/** @type {Event} */ event) => to(Number(/** @type {HTMLInputElement} */ (event.target).value)),
            }),
            h(
              "button",
              {
                type: "button",
                key: "on",
                disabled: shown.step >= shown.steps,
                "aria-label": t("Next move"),
                onclick: () => to(shown.step + 1),
              },
              "›",
            ),
            h(
              "button.primary",
              { type: "button", key: "done", onclick: () => ((this.shown = null), this.table.draw()) },
              t("Back to the result"),
            ),
          ),
        ),
      ),
    ]);
  }
}

/** @param {number[]} winners @param {number} seat @param {string[]} names @param {boolean} [together] */
function headline(winners, seat, names, together) {
  if (!winners.length) return names.length > 1 ? t("Everybody loses") : t("You lose");
  if (winners.length === names.length && names.length > 1) return together ? t("Everybody wins") : t("Draw");
  if (winners.includes(seat)) return winners.length === 1 ? t("You win!") : t("You share the win");
  return winners.length === 1
    ? t("{name} wins", { name: names[winners[0]] })
    : t("{names} win", { names: listed(winners.map((one) => names[one])) });
}
