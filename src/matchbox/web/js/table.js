// The table: a connection for each of your seats, and the view of the current seat.

import { nearest } from "./aim.js";
import { animate, snapshot } from "./animate.js";
import { Connection, games, get, post } from "./api.js";
import { clockText } from "./clock.js";
import { curtain } from "./curtain.js";
import { dockNode } from "./dock.js";
import { announce, h, update } from "./dom.js";
import { EndScreen } from "./endscreen.js";
import { keepSeal, nonceFor } from "./fairness.js";
import { countablePieces, counterClick, dropOldDrafts } from "./forms.js";
import { header, iconButton } from "./header.js";
import { howToPlay } from "./howtoplay.js";
import { t, words } from "./i18n.js";
import { arrowKeys } from "./keys.js";
import { logNode, sentences } from "./log.js";
import { openRules } from "./rules.js";
import { READ_ONLY, areas, centreNode } from "./scene.js";
import { mine, opponents } from "./seats.js";
import { actionsAfter, click, emptySelection, isSelectable } from "./selection.js";
import { forgetTable, noteFinished, recall, remember, saveSeats, savedTable } from "./store.js";
import { joinForm, waitingRoom } from "./waiting.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Hint} Hint */
/** @typedef {import("./types").LogLine} LogLine */
/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").GameInfo} GameInfo */
/** A seat played in this browser. @typedef {{ seat: number, token?: string, connection: Connection, state: State | null, log: LogLine[] }} LocalSeat */

/** Milliseconds before a race starts. */
const COUNTDOWN = 3000;

export class Table {
  /** @param {HTMLElement} root @param {string} id @param {(path: string) => void} go */
  constructor(root, id, go) {
    this.root = root;
    this.id = id;
    this.go = go;
    /** @type {LocalSeat[]} */
    this.localSeats = [];
    this.current = 0; // index of the local seat on screen
    this.passing = false; // the device is being passed on
    this.lost = ""; // why there is no connection
    this.message = "";
    this.selection = emptySelection([]);
    this.showAll = false;
    /** @type {Hint | null} */
    this.hint = null;
    this.hinting = false;
    this.showLog = false;
    this.clockOffset = 0; // server time minus local time, in milliseconds
    this.showTip = false; // small screens show the tip on request
    /** @type {GameInfo | null} */
    this.game = null;
    /** @type {EndScreen | null} */
    this.end = null;
    /** The decision on screen: a selection lasts until it changes. */
    this.decision = "";
    /** A click on a plane whose column was sent and whose row follows. @type {{ area: string, column: number, y: number } | null} */
    this.aimed = null;
    this.keydown = (/** @type {KeyboardEvent} */ event) => this.onKey(event);
    this.resized = () => this.measure();
    document.addEventListener("keydown", this.keydown);
    addEventListener("resize", this.resized);
    this.ticking = setInterval(() => this.tick(), 1000);
    this.counting = 0;
  }

  async open() {
    const { held } = savedTable(this.id);
    const invite = new URLSearchParams(location.hash.slice(1)).get("invite");
    if (invite && !held.length) {
      update(this.root, [header(this.go), joinForm((name) => this.join({ invite, name }), this.message)]);
      return;
    }
    this.connect(held);
  }

  close() {
    for (const local of this.localSeats) local.connection.close();
    this.localSeats = [];
    document.removeEventListener("keydown", this.keydown);
    removeEventListener("resize", this.resized);
    clearInterval(this.ticking);
    clearTimeout(this.counting);
  }

  /** @param {{ invite?: string, seat?: number, name: string }} how */
  async join(how) {
    try {
      // The commitment comes first, so that the server cannot pick its secret after it has seen our number.
      const { table } = this.state ?? (await get(`/api/tables/${this.id}`));
      const nonce = nonceFor(this.id, table.commitment);
      const { seat, token } = await post(`/api/tables/${this.id}/join`, { ...how, nonce });
      remember("name", how.name);
      saveSeats(this.id, [{ seat, token }]);
      history.replaceState(null, "", location.pathname);
      for (const local of this.localSeats) local.connection.close();
      this.localSeats = [];
      this.connect(savedTable(this.id).held);
    } catch (error) {
      this.message = error instanceof Error ? error.message : String(error);
      if (this.localSeats.length) this.draw();
      else this.open();
    }
  }

  /** @param {import("./types").SeatToken[]} held */
  connect(held) {
    /** @type {{ seat: number, token?: string }[]} */
    const seats = held.length ? held : [{ seat: -1 }];
    for (const { seat, token } of seats) {
      /** @type {LocalSeat} */
      const local = { seat, token, state: null, log: [], connection: /** @type {any} */ (null) };
      local.connection = new Connection(this.id, token, {
        state: (state) => this.receive(local, state),
        lost: (why) => {
          if (this.lost !== why) {
            this.lost = why;
            this.draw();
          }
        },
        refused: (why) => {
          this.message = why;
          this.draw();
        },
      });
      this.localSeats.push(local);
    }
    this.draw();
  }

  get mySeat() {
    return this.localSeats[this.current];
  }

  get state() {
    return this.mySeat?.state ?? null;
  }

  /** @param {LocalSeat} local @param {State} state */
  receive(local, state) {
    const first = local.state === null;
    local.log = merge(local.log, state.log ?? []);
    local.state = state;
    if (!state.table.over) keepSeal(this.id, state.table.commitment);
    if (state.now) this.clockOffset = state.now - Date.now();
    if (!this.game) {
      games().then((all) => {
        this.game = all.find((game) => game.id === state.table.game) ?? null;
        this.draw();
      });
    }
    if (state.table.over) {
      noteFinished(state.table.game, this.id);
      this.end ??= new EndScreen(this);
    }
    this.passDevice();
    if (local !== this.mySeat) return this.draw();
    const changed = this.newDecision(state);
    if (changed) this.aimRow(state);
    const before = first || this.passing ? null : snapshot(this.root);
    this.draw();
    if (before) animate(this.root, before, state.events);
    if (changed) this.announce(state);
  }

  /** A new decision clears the selection. @param {State} state */
  newDecision(state) {
    const decision = `${state.seat}:${state.decision}:${Object.keys(state.actions ?? {}).join()}`;
    if (decision === this.decision) return false;
    this.decision = decision;
    this.selection = emptySelection(this.legal());
    this.showAll = false;
    this.hint = null;
    dropOldDrafts(decision);
    return true;
  }

  /** @param {State} state */
  announce(state) {
    const last = this.mySeat.log.at(-1);
    announce([...(last ? sentences(last, state) : []), words(state.scene?.prompt)].join(" "));
    if (state.your_turn && document.activeElement === document.body) {
      const piece = this.root.querySelector(".scene .selectable");
      if (piece instanceof HTMLElement && matchMedia("(hover: hover)").matches) piece.focus({ preventScroll: true });
    }
  }

  /** With several players on one device, the next to act gets the screen, behind a curtain. */
  passDevice() {
    const steps = new Set(this.localSeats.map(({ state }) => state && `${state.table.started} ${state.step}`));
    if (this.localSeats.length < 2 || steps.size > 1 || this.state?.your_turn) return; // some seats have not received this step yet
    const next = this.localSeats.findIndex((local) => local.state?.your_turn);
    if (next < 0 || next === this.current) return;
    this.current = next;
    this.passing = !recall(`open:${this.id}`, false);
    this.decision = "";
    if (this.state) this.newDecision(this.state);
  }

  /** The second half of a click on a plane. @param {State} state */
  aimRow(state) {
    const aimed = this.aimed;
    this.aimed = null;
    const aim = state.scene?.aims?.find(
      (one) => one.axis === "row" && one.area === aimed?.area && one.fixed === aimed?.column,
    );
    if (aim && aimed && state.your_turn)
      this.mySeat.connection.act(state.decision, nearest(aim, aimed.y)[1], undefined);
  }

  /** @param {import("./types").Aim} aim @param {number} x @param {number} y */
  aimAt(aim, x, y) {
    const [column, action] = nearest(aim, aim.axis === "column" ? x : y);
    this.act(action);
    if (aim.axis === "column") this.aimed = { area: aim.area, column, y };
  }

  legal() {
    return this.state?.your_turn ? Object.keys(this.state.actions ?? {}).map(Number) : [];
  }

  /** @param {number} action */
  act(action) {
    const state = this.state;
    if (!state) return;
    this.message = "";
    this.selection = emptySelection([]);
    this.hint = null;
    this.mySeat.connection.act(state.decision, action, state.relies?.[action]);
    this.draw();
  }

  unselect() {
    if (!this.selection.path.length && !this.showAll) return false;
    this.selection = emptySelection(this.legal());
    this.showAll = false;
    this.draw();
    return true;
  }

  // --- drawing ---

  draw() {
    if (this.end?.busy) return; // the replay draws itself
    update(this.root, this.nodes());
    this.measure();
    clearTimeout(this.counting);
    if (this.root.querySelector(".countdown")) this.counting = setTimeout(() => this.draw(), 200);
  }

  /** Set the height that a board may have beside the seats and the prompt. */
  measure() {
    const height = (/** @type {string} */ what) => this.root.querySelector(what)?.getBoundingClientRect().height ?? 0;
    // On narrow screens your panel and the prompt are below the board, on wide ones only your panel.
    const below = height(".bottom") || height(".mine");
    const room = innerHeight - height(".bar") - height(".others") - below - 90;
    const set = (/** @type {number} */ pixels) =>
      document.documentElement.style.setProperty("--room", `${Math.round(pixels)}px`);
    const minimum = innerHeight * 0.42;
    set(Math.max(room, minimum));
    const scene = this.root.querySelector(".scene");
    const aside = this.root.querySelector(".centre.split"); // areas beside the board do not make it smaller
    const used = aside ? height(".others") + height(".main") + 30 : (scene?.scrollHeight ?? 0);
    const over = scene ? used - scene.clientHeight : 0;
    if (over > 0) set(Math.max(room - over, minimum)); // other areas are above or below the board
  }

  nodes() {
    const state = this.state;
    const bar = header(this.go, words(state?.table.name), state ? this.tools(state) : []);
    const lost = this.lost ? h("p.banner", { role: "alert" }, this.lost) : null;
    if (!state) {
      const problem = this.message || this.lost;
      const wait = problem ? h("p.banner", { role: "alert" }, problem) : h("p.loading", null, t("Connecting…"));
      return [bar, h("main.narrow", null, wait)];
    }
    if (this.passing) {
      const name = state.table.seats[state.seat]?.name ?? "";
      return [
        bar,
        curtain(name, (open) => {
          if (open) remember(`open:${this.id}`, true);
          this.passing = false;
          this.draw();
        }),
      ];
    }
    if (!state.table.started || !state.scene) {
      return [bar, lost, waitingRoom(state, savedTable(this.id).invites ?? [], this.message, (how) => this.join(how))];
    }
    return [bar, lost, this.tableNode(state, state.scene)];
  }

  /** @param {State} state */
  tools(state) {
    const playing = state.seat >= 0 && !state.table.over;
    return [
      playing
        ? iconButton("hint", t("Hint"), () => this.loadHint(), {
            disabled: !state.your_turn || this.hinting || !state.table.hints,
            title: state.table.hints ? t("Hint") : t("Hints are off at this table."),
            key: "tool-hint",
          })
        : null,
      iconButton("rules", t("Rules"), () => this.openRules(), { key: "tool-rules" }),
      iconButton("log", t("Log"), () => this.toggleLog(), { key: "tool-log", "aria-expanded": String(this.showLog) }),
      playing ? iconButton("leave", t("Leave"), () => this.leave(), { key: "tool-leave" }) : null,
    ];
  }

  /** @param {State} state @param {Scene} scene */
  tableNode(state, scene) {
    const over = state.table.over;
    const wait = this.countdown(state);
    const canAct = state.your_turn && !over && !wait && this.mySeat.connection.pending === null;
    const drawn = areas(scene, canAct ? this.interaction(scene) : READ_ONLY);
    const centre = drawn.filter(({ area }) => area.seat === undefined || area.seat === null);
    return h(
      "main.table",
      { class: this.showLog ? "with-log" : "", onclick: (/** @type {MouseEvent} */ event) => this.onEmpty(event) },
      h(
        "div.scene",
        { "data-game": state.table.game, tabindex: 0, role: "group", "aria-label": t("Table") },
        opponents(state, drawn),
        wait ? h("div.countdown", { key: "countdown", role: "status" }, String(wait)) : null,
        centreNode(centre),
        over ? mine(state, drawn) : null,
      ),
      h(
        "div.side",
        { key: "side" },
        this.end && over ? this.end.node() : null,
        this.showLog || over ? null : howToPlay(this),
        logNode(this, state),
      ),
      over ? null : h("div.bottom", { key: "bottom" }, mine(state, drawn), dockNode(this, state, scene)),
    );
  }

  /** Seconds until a race starts. @param {State} state */
  countdown(state) {
    const left = (state.table.began ?? 0) + COUNTDOWN - (Date.now() + this.clockOffset);
    return state.live && !state.table.over && left > 0 ? Math.ceil(left / 1000) : 0;
  }

  /** Seconds left in a race. @param {State} state */
  timeLeft(state) {
    if (state.table.deadline === undefined || state.table.over) return null;
    return Math.max(0, state.table.deadline - (Date.now() + this.clockOffset)) / 1000;
  }

  /** @param {Scene} scene @returns {import("./scene.js").Interaction} */
  interaction(scene) {
    const hinted = this.hint?.choices[0]?.action;
    const unselected = this.selection.path.length === 0;
    const countable = countablePieces(scene, this.state?.seat ?? -1);
    return {
      state: (one) => ({
        selectable: isSelectable(one, this.selection),
        selected: this.selection.path.includes(one.ref),
        hinted: hinted !== undefined && (one.piece.actions?.includes(hinted) || one.piece.ends?.includes(hinted)),
        plus: unselected && countable.has(one.ref),
      }),
      pick: (one) => this.pick(one, scene),
      preview: (one) => this.preview(one, scene),
      aims: scene.aims,
      point: (aim, x, y) => this.aimAt(aim, x, y),
    };
  }

  /** Show what a click would change, where the scene says so. @param {import("./selection.js").PieceRef | null} one @param {Scene} scene */
  preview(one, scene) {
    for (const node of this.root.querySelectorAll(".previewed")) node.classList.remove("previewed");
    const left = one ? actionsAfter(one.piece, this.selection) : [];
    if (left.length !== 1) return;
    for (const { action, area, places } of scene.previews ?? []) {
      if (action !== left[0]) continue;
      const board = this.root.querySelector(`[data-area="${CSS.escape(area)}"]`);
      for (const at of places) board?.querySelector(`[data-at="${at}"]`)?.classList.add("previewed");
    }
  }

  /** @param {import("./selection.js").PieceRef} one @param {Scene} scene */
  pick(one, scene) {
    if (!isSelectable(one, this.selection)) {
      counterClick(scene.forms, one.piece, this.decision)?.();
      return this.draw();
    }
    const found = click(one, this.selection, this.legal());
    if ("act" in found) return this.act(found.act);
    this.selection = found.selection;
    this.draw();
  }

  // --- hint, log, rules ---

  async loadHint() {
    const state = this.state;
    if (!state?.your_turn || this.hinting || !state.table.hints) return;
    this.hinting = true;
    this.draw();
    try {
      const hint = await post(`/api/tables/${this.id}/hint`, {}, this.mySeat.token);
      if (this.state?.decision === state.decision) this.hint = hint;
    } catch (error) {
      this.message = error instanceof Error ? error.message : String(error);
    }
    this.hinting = false;
    this.draw();
  }

  /** Take your last move back. */
  async undo() {
    const state = this.state;
    if (!state?.undo) return;
    this.message = "";
    try {
      await post(`/api/tables/${this.id}/undo`, { step: state.step }, this.mySeat.token);
    } catch (error) {
      this.message = error instanceof Error ? error.message : String(error);
      this.draw();
    }
  }

  toggleLog() {
    this.showLog = !this.showLog;
    this.draw();
  }

  openRules() {
    const state = this.state;
    if (state) openRules(state.table.game, state.scene?.rules);
  }

  async leave() {
    const state = this.state;
    if (!state) return;
    const people = state.table.seats.filter((seat) => seat.kind === "person" || seat.left); // some may come back
    const othersStay = people.length > this.localSeats.length;
    const question = othersStay
      ? t("Leave the table for good? A bot takes over your seat.")
      : t("Leave the table? This ends the game.");
    if (!confirm(question)) return;
    try {
      if (othersStay) {
        for (const { token } of this.localSeats) await post(`/api/tables/${this.id}/leave`, {}, token);
      } else {
        const tokens = this.localSeats.map((seat) => seat.token);
        await post(`/api/tables/${this.id}/abandon`, { tokens }, this.mySeat.token);
      }
      forgetTable(this.id);
      this.go("/");
    } catch (error) {
      this.message = error instanceof Error ? error.message : String(error);
      this.draw();
    }
  }

  async rematch() {
    try {
      const next = await post(`/api/tables/${this.id}/rematch/reserve`, {}, this.mySeat.token);
      const nonce = nonceFor(next.table, next.commitment);
      for (const { token } of this.localSeats) {
        const { seats } = await post(`/api/tables/${this.id}/rematch`, { nonce }, token);
        saveSeats(next.table, seats);
      }
      this.go(`/table/${next.table}`);
    } catch (error) {
      this.message = error instanceof Error ? error.message : String(error);
      this.draw();
    }
  }

  /** A step of the game, for the replay. @param {number} step @param {number} seat */
  replay(step, seat) {
    return get(`/api/tables/${this.id}/replay?step=${step}&seat=${seat}`, this.mySeat.token);
  }

  // --- keys ---

  /** @param {MouseEvent} event */
  onEmpty(event) {
    const on = event.target instanceof Element ? event.target : null;
    if (on && !on.closest("button, a, form, .dock, .side")) this.unselect();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const on = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.metaKey || event.altKey || on?.closest("input, select, textarea, dialog")) return;
    if (event.key === "Escape" && this.unselect()) event.preventDefault();
    else if (event.key === "h") this.loadHint();
    else if (event.key === "r") this.openRules();
    else if (event.key === "l") this.toggleLog();
    else if (/^[1-9]$/.test(event.key)) this.pickNumber(Number(event.key));
    else arrowKeys(this.root, event);
  }

  /** A digit picks the n-th selectable piece of your side. @param {number} n */
  pickNumber(n) {
    const node = this.root.querySelectorAll(".mine .selectable")[n - 1];
    if (node instanceof HTMLElement) node.click();
  }

  tick() {
    const left = this.state ? this.timeLeft(this.state) : null;
    const shown = this.root.querySelector(".dock .left");
    if (left !== null && shown) shown.textContent = clockText(left);
    for (const seat of this.state?.table.seats ?? []) {
      if (seat.running && seat.clock !== undefined) {
        seat.clock = Math.max(0, seat.clock - 1);
        const node = this.root.querySelector(`[data-seat="${seat.seat}"] .clock`);
        if (node) node.textContent = clockText(seat.clock);
      }
    }
  }
}

/** Merge log lines by number: after a break the whole log comes again. @param {LogLine[]} old @param {LogLine[]} fresh */
function merge(old, fresh) {
  const lines = old.slice();
  for (const line of fresh) lines[line.number] = line;
  return lines;
}
