// After the game: the result with its reason, the final table, the review, the replay and a rematch.

import { h } from "./dom.js";
import { icon } from "./endicons.js";
import { fairNode, verdictOf } from "./fairline.js";
import { checkSeal, checkSeed } from "./fairness.js";
import { prize, reason } from "./finale.js";
import { listed, t } from "./i18n.js";
import { Replay } from "./replay.js";
import { Review } from "./review.js";
import { lastRounds } from "./lastrounds.js";
import { luckAndSkill, standings, tally } from "./standings.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./table.js").Table} Table */

/** Players whose scores by source fit beside the review. */
const FEW = 3;

export class EndScreen {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.review = new Review(this);
    this.player = new Replay(this);
    /** Is the final table shown instead of the result? The table draws it. */
    this.board = false;
    this.shared = "";
    /** @type {import("./fairness.js").Check[] | null} */
    this.checks = null;
    this.checking = false;
    this.scrolled = 0; // where the result was before the replay
    this.fromBoard = false; // the replay was opened there
  }

  /** Nothing here draws by itself. */
  get busy() {
    return false;
  }

  get state() {
    return /** @type {State} */ (this.table.state);
  }

  get log() {
    return this.table.mySeat.log.filter(Boolean);
  }

  /** Is this table still on the page? */
  get isShown() {
    return this.table.end === this && this.table.localSeats.length > 0;
  }

  redraw() {
    if (this.isShown) this.table.draw();
  }

  node() {
    this.check();
    this.review.startAlone();
    if (this.player.open) return this.player.node();
    const { result, table } = this.state;
    const together = Boolean(this.table.game?.cooperative);
    const points = result ? tally(this.state, result) : null;
    const aside = table.seats.length <= FEW;
    return h(
      "main.finish.end",
      { key: "finish" },
      h(
        "section.finale",
        { key: "hero", "aria-label": t("Result") },
        h(
          "div.outcome",
          null,
          h("h2", null, this.headline(together)),
          h("p.reason", null, result ? reason(this.log, this.state) : ""),
          this.notes(),
          this.buttons(),
        ),
        result ? prize(this.log, this.table.game, this.won) : null,
      ),
      h("div.analysis", { key: "analysis" }, this.review.node(), aside ? null : points),
      h(
        "aside.facts",
        { key: "facts" },
        result ? standings(this.state, result, together) : null,
        aside ? points : null,
        this.review.answer ? luckAndSkill(this.state, this.review.answer) : null,
        lastRounds(this.log, this.state, (step) => this.replay(step)),
        fairNode(this.checks),
        table.started
          ? h(
              "a.button.record",
              { href: `/api/tables/${this.table.id}/record`, download: `${table.game}-${table.id}.txt` },
              icon("download"),
              t("Download the game record"),
            )
          : null,
      ),
    );
  }

  /** Has the viewer won, or everybody? Spectators see every winner's burst. */
  get won() {
    const { result, seat } = this.state;
    return Boolean(result?.winners.length) && (seat < 0 || Boolean(result?.winners.includes(seat)));
  }

  /** @param {boolean} together */
  headline(together) {
    const { table, result, seat } = this.state;
    if (!result) return t("The game was ended early.");
    const { winners } = result;
    const names = table.seats.map((one) => one.name);
    if (!winners.length) return names.length > 1 ? t("Everybody loses.") : t("You lose.");
    if (winners.length === names.length && names.length > 1) return together ? t("Everybody wins.") : t("A draw.");
    if (winners.includes(seat)) return winners.length === 1 ? t("You win.") : t("You share the win.");
    return winners.length === 1
      ? t("{name} wins.", { name: names[winners[0]] })
      : t("{names} win.", { names: listed(winners.map((one) => names[one])) });
  }

  buttons() {
    const { table, seat } = this.state;
    return h(
      "div.next",
      null,
      seat >= 0 && !table.archived
        ? h("button.primary.big", { type: "button", key: "rematch", onclick: () => this.table.rematch() }, t("Rematch"))
        : null,
      h(
        "button.clear.big.share",
        { type: "button", key: "share", "aria-label": t("Share"), onclick: () => this.share() },
        icon("share"),
        h("span", null, t("Share")),
      ),
      h("button.clear.big", { type: "button", key: "lobby", onclick: () => this.table.go("/") }, t("All games")),
      table.started
        ? h(
            "button.clear.big",
            { type: "button", key: "board", onclick: () => this.showBoard(true) },
            t("See the board"),
          )
        : null,
      h("p.share-note", { role: "status" }, this.shared),
    );
  }

  /** Show the final table, or the result again. @param {boolean} board */
  showBoard(board) {
    this.board = board;
    this.redraw();
  }

  async share() {
    const url = `${location.origin}/table/${this.table.id}`;
    const title = `${this.table.game?.name ?? "Matchbox"}: ${this.headline(Boolean(this.table.game?.cooperative))}`;
    try {
      if (navigator.share) await navigator.share({ title, url });
      else {
        await navigator.clipboard.writeText(url);
        this.shared = t("The link to this game is copied.");
      }
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return; // the player has changed their mind
      this.shared = t("The link to this game: {url}", { url });
    }
    this.redraw();
  }

  // --- replay ---

  /** Replay the game from a step. @param {number} step @param {boolean} [playing] */
  replay(step, playing = false) {
    if (!this.player.open) {
      this.scrolled = this.table.root.querySelector("main.finish")?.scrollTop ?? 0;
      this.fromBoard = this.board;
    }
    this.board = false;
    this.player.start(step, playing);
  }

  /** Back to where the replay was opened: the result, or the final table. */
  closeReplay() {
    this.review.cursor = this.player.wanted;
    this.player.stop();
    this.board = this.fromBoard;
    this.redraw();
    const page = this.table.root.querySelector("main.finish");
    if (page) page.scrollTop = this.scrolled;
  }

  // --- fairness ---

  /** Check the chance of the game, once. */
  async check() {
    if (this.checking) return;
    this.checking = true;
    const { table, seat } = this.state;
    this.checks = [...(await checkSeal(table, seat >= 0)), ...(await checkSeed(table))];
    this.redraw();
  }

  /** Anything that went wrong, and the limits of an old game. */
  notes() {
    const unfair = t("The chance of this game was not fair. The fairness check below shows why.");
    const old = t("This game was played with other rules than the server has now. You can replay it.");
    return [
      verdictOf(this.checks) === false ? h("p.banner", { role: "alert", key: "unfair" }, unfair) : null,
      this.table.message ? h("p.banner", { role: "alert", key: "message" }, this.table.message) : null,
      this.state.table.archived ? h("p.old", { key: "archived" }, old) : null,
    ];
  }
}
