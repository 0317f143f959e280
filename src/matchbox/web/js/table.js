// The table: one live connection for each seat held here, and the drawing of what the seat in front sees.

import { aimForm, nearest } from "./aim.js";
import { play, picture } from "./animate.js";
import { Live, Refused, games, get, nonce, post } from "./api.js";
import { after, click, isLit, nothing, placed, unreachable } from "./choose.js";
import { curtain } from "./curtain.js";
import { h, speak, update } from "./dom.js";
import { EndScreen } from "./endscreen.js";
import { formNode, onlyDrafts, raisable, raiser } from "./forms.js";
import { header, iconButton } from "./header.js";
import { t, words } from "./i18n.js";
import { arrowKeys } from "./keys.js";
import { openRules } from "./rules.js";
import { UNTOUCHED, areas, middle } from "./scene.js";
import { mine, others } from "./seats.js";
import { finished, forget, keep, kept, noteFinished, recall, remember } from "./store.js";
import { joinForm, waitingRoom } from "./waiting.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Hint} Hint */
/** @typedef {import("./types").LogLine} LogLine */
/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {{ seat: number, token?: string, live: Live, state: State | null, log: LogLine[] }} Place */

/** How many lines of the log are drawn while nobody has asked for all of it. */
const RECENT = 80;
/** Milliseconds counted down before a race. */
const COUNTDOWN = 3000;

export class Table {
  /** @param {HTMLElement} root @param {string} id @param {(path: string) => void} go */
  constructor(root, id, go) {
    this.root = root;
    this.id = id;
    this.go = go;
    /** @type {Place[]} */
    this.places = [];
    this.front = 0; // which of the places is looked at
    this.covered = false; // the device is being passed on
    this.online = true;
    this.message = "";
    this.selection = nothing([]);
    this.menu = false;
    /** @type {Hint | null} */
    this.hint = null;
    this.hinting = false;
    this.showLog = false;
    this.ahead = 0; // by how many milliseconds the server's clock is ahead
    this.tip = false; // where there is little room the coach speaks when asked
    /** @type {GameInfo | null} */
    this.game = null;
    /** @type {EndScreen | null} */
    this.end = null;
    this.question = "";
    /** A click on a plane: the column has been sent, the row follows. @type {{ area: string, column: number, y: number } | null} */
    this.aimed = null;
    this.keydown = (/** @type {KeyboardEvent} */ event) => this.onKey(event);
    this.resized = () => this.measure();
    document.addEventListener("keydown", this.keydown);
    addEventListener("resize", this.resized);
    this.ticking = setInterval(() => this.tick(), 1000);
    this.counting = 0;
  }

  async open() {
    const { held } = kept(this.id);
    const invite = new URLSearchParams(location.hash.slice(1)).get("invite");
    if (invite && !held.length) {
      update(this.root, [header(this.go), joinForm((name) => this.join({ invite, name }), this.message)]);
      return;
    }
    this.connect(held);
  }

  close() {
    for (const place of this.places) place.live.close();
    this.places = [];
    document.removeEventListener("keydown", this.keydown);
    removeEventListener("resize", this.resized);
    clearInterval(this.ticking);
    clearTimeout(this.counting);
  }

  /** @param {{ invite?: string, seat?: number, name: string }} how */
  async join(how) {
    try {
      const own = nonce();
      const { seat, token } = await post(`/api/tables/${this.id}/join`, { ...how, nonce: own });
      remember(`fair:${this.id}`, { seal: "", nonce: own });
      remember("name", how.name);
      keep(this.id, [{ seat, token }]);
      history.replaceState(null, "", location.pathname);
      for (const place of this.places) place.live.close();
      this.places = [];
      this.connect(kept(this.id).held);
    } catch (error) {
      this.message = error instanceof Error ? error.message : String(error);
      if (this.places.length) this.draw();
      else this.open();
    }
  }

  /** @param {import("./types").Held[]} held */
  connect(held) {
    /** @type {{ seat: number, token?: string }[]} */
    const seats = held.length ? held : [{ seat: -1 }];
    for (const { seat, token } of seats) {
      /** @type {Place} */
      const place = { seat, token, state: null, log: [], live: /** @type {any} */ (null) };
      place.live = new Live(this.id, token, {
        state: (state) => this.receive(place, state),
        online: (is) => {
          if (this.online !== is) {
            this.online = is;
            this.draw();
          }
        },
        refused: (why) => {
          this.message = why;
          this.draw();
        },
      });
      this.places.push(place);
    }
    this.draw();
  }

  get place() {
    return this.places[this.front];
  }

  get state() {
    return this.place?.state ?? null;
  }

  /** @param {Place} place @param {State} state */
  receive(place, state) {
    const first = place.state === null || state.step < place.state.step;
    place.log = merge(first ? [] : place.log, state.log ?? []);
    place.state = state;
    if (state.now) this.ahead = state.now - Date.now();
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
    this.passOn();
    if (place !== this.place) return this.draw();
    const moved = this.newQuestion(state);
    if (moved) this.aimRow(state);
    const before = first || this.covered ? null : picture(this.root);
    this.draw();
    if (before) play(this.root, before, state.events);
    if (moved) this.announce(state);
  }

  /** A new question clears what was selected; the same one keeps it. @param {State} state */
  newQuestion(state) {
    const question = `${state.seat}:${state.decision}:${Object.keys(state.actions ?? {}).join()}`;
    if (question === this.question) return false;
    this.question = question;
    this.selection = nothing(this.legal());
    this.menu = false;
    this.hint = null;
    onlyDrafts(question);
    return true;
  }

  /** @param {State} state */
  announce(state) {
    const last = this.place.log.at(-1);
    speak([last ? words(last.text) : "", words(state.scene?.prompt)].filter(Boolean).join(". "));
    if (state.asked && document.activeElement === document.body) {
      const lit = this.root.querySelector(".scene .lit");
      if (lit instanceof HTMLElement && matchMedia("(hover: hover)").matches) lit.focus({ preventScroll: true });
    }
  }

  /** With several seats on one device: whoever is asked next gets the screen, behind a curtain. */
  passOn() {
    const moments = new Set(this.places.map(({ state }) => state && `${state.table.started} ${state.step}`));
    if (this.places.length < 2 || moments.size > 1 || this.state?.asked) return; // some seats are yet to hear of this moment
    const next = this.places.findIndex((place) => place.state?.asked);
    if (next < 0 || next === this.front) return;
    this.front = next;
    this.covered = !recall(`open:${this.id}`, false);
    this.question = "";
    if (this.state) this.newQuestion(this.state);
  }

  /** The second half of a click on a plane. @param {State} state */
  aimRow(state) {
    const aimed = this.aimed;
    this.aimed = null;
    const aim = state.scene?.aims?.find((one) => one.axis === "row" && one.area === aimed?.area && one.fixed === aimed?.column);
    if (aim && aimed && state.asked) this.place.live.act(state.decision, nearest(aim, aimed.y)[1], undefined);
  }

  /** @param {import("./types").Aim} aim @param {number} x @param {number} y */
  point(aim, x, y) {
    const [column, action] = nearest(aim, aim.axis === "column" ? x : y);
    this.act(action);
    if (aim.axis === "column") this.aimed = { area: aim.area, column, y };
  }

  legal() {
    return this.state?.asked ? Object.keys(this.state.actions ?? {}).map(Number) : [];
  }

  /** @param {number} action */
  act(action) {
    const state = this.state;
    if (!state) return;
    this.message = "";
    this.selection = nothing([]);
    this.hint = null;
    this.place.live.act(state.decision, action, state.relies?.[action]);
    this.draw();
  }

  unselect() {
    if (!this.selection.path.length && !this.menu) return false;
    this.selection = nothing(this.legal());
    this.menu = false;
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

  /** How high a board may be so that it is seen together with the seats and the question. */
  measure() {
    const height = (/** @type {string} */ what) => this.root.querySelector(what)?.getBoundingClientRect().height ?? 0;
    // On narrow screens one's own side and the question lie over the table together, on wide ones the question stands aside.
    const below = height(".near") || height(".mine");
    const room = innerHeight - height(".bar") - height(".others") - below - 90;
    const set = (/** @type {number} */ pixels) => document.documentElement.style.setProperty("--room", `${Math.round(pixels)}px`);
    const least = innerHeight * 0.42;
    set(Math.max(room, least));
    const scene = this.root.querySelector(".scene");
    const aside = this.root.querySelector(".centre.split"); // what lies beside the board does not make it smaller
    const used = aside ? height(".others") + height(".main") + 30 : (scene?.scrollHeight ?? 0);
    const over = scene ? used - scene.clientHeight : 0;
    if (over > 0) set(Math.max(room - over, least)); // other things lie above or below the board
  }

  nodes() {
    const state = this.state;
    const bar = header(this.go, state?.table.name, state ? this.tools(state) : []);
    const lost = this.online ? null : h("p.banner", { role: "alert" }, t("The connection is lost; trying again…"));
    if (!state) {
      const wait = this.message ? h("p.banner", { role: "alert" }, this.message) : h("p.loading", null, t("Coming to the table…"));
      return [bar, h("main.narrow", null, wait)];
    }
    if (this.covered) {
      const name = state.table.seats[state.seat]?.name ?? "";
      return [
        bar,
        curtain(name, (open) => {
          if (open) remember(`open:${this.id}`, true);
          this.covered = false;
          this.draw();
        }),
      ];
    }
    if (!state.table.started || !state.scene) {
      return [bar, lost, waitingRoom(state, kept(this.id).invites ?? [], this.message, (how) => this.join(how))];
    }
    return [bar, lost, this.tableNode(state, state.scene)];
  }

  /** @param {State} state */
  tools(state) {
    const own = state.seat >= 0 && !state.table.over;
    return [
      own ? iconButton("hint", t("Hint"), () => this.askHint(), { disabled: !state.asked || this.hinting, key: "tool-hint" }) : null,
      iconButton("rules", t("Rules"), () => this.rules(), { key: "tool-rules" }),
      iconButton("log", t("Log"), () => this.toggleLog(), { key: "tool-log", "aria-expanded": String(this.showLog) }),
      own ? iconButton("leave", t("Leave"), () => this.leave(), { key: "tool-leave" }) : null,
    ];
  }

  /** @param {State} state @param {Scene} scene */
  tableNode(state, scene) {
    const over = state.table.over;
    const wait = this.countdown(state);
    const open = state.asked && !over && !wait && this.place.live.pending === null;
    const touch = open ? this.touch(scene) : UNTOUCHED;
    const drawn = areas(scene, touch);
    const centre = drawn.filter(({ area }) => area.seat === undefined || area.seat === null);
    return h(
      "main.table",
      { class: this.showLog ? "with-log" : "", onclick: (/** @type {MouseEvent} */ event) => this.onEmpty(event) },
      h(
        "div.scene",
        { "data-game": state.table.game, tabindex: 0, role: "group", "aria-label": t("Table") },
        others(state, drawn),
        wait ? h("div.countdown", { key: "countdown", role: "status" }, String(wait)) : null,
        middle(centre),
        over ? mine(state, drawn) : null,
      ),
      h("div.side", { key: "side" }, this.end && over ? this.end.node() : null, this.showLog || over ? null : this.minute(), this.logNode()),
      over ? null : h("div.near", { key: "near" }, mine(state, drawn), this.dock(state, scene)),
    );
  }

  /** Seconds until a race may begin. @param {State} state */
  countdown(state) {
    const left = (state.table.began ?? 0) + COUNTDOWN - (Date.now() + this.ahead);
    return state.live && !state.table.over && left > 0 ? Math.ceil(left / 1000) : 0;
  }

  /** What is left of the time that a race may take. @param {State} state */
  timeLeft(state) {
    if (state.table.deadline === undefined || state.table.over) return null;
    return Math.max(0, state.table.deadline - (Date.now() + this.ahead)) / 1000;
  }

  /** @param {Scene} scene @returns {import("./scene.js").Touch} */
  touch(scene) {
    const hinted = this.hint?.choices[0]?.action;
    const free = this.selection.path.length === 0;
    const sources = raisable(scene, this.state?.seat ?? -1);
    return {
      state: (one) => ({
        lit: isLit(one, this.selection),
        selected: this.selection.path.includes(one.ref),
        hinted: hinted !== undefined && (one.piece.actions?.includes(hinted) || one.piece.ends?.includes(hinted)),
        plus: free && sources.has(one.ref),
      }),
      pick: (one) => this.pick(one, scene),
      foresee: (one) => this.foresee(one, scene),
      aims: scene.aims,
      point: (aim, x, y) => this.point(aim, x, y),
    };
  }

  /** Shows what a click would change, where the scene tells it. @param {import("./choose.js").Placed | null} one @param {Scene} scene */
  foresee(one, scene) {
    for (const node of this.root.querySelectorAll(".foreseen")) node.classList.remove("foreseen");
    const left = one ? after(one.piece, this.selection) : [];
    if (left.length !== 1) return;
    for (const { action, area, places } of scene.previews ?? []) {
      if (action !== left[0]) continue;
      const board = this.root.querySelector(`[data-area="${CSS.escape(area)}"]`);
      for (const at of places) board?.querySelector(`[data-at="${at}"]`)?.classList.add("foreseen");
    }
  }

  /** @param {import("./choose.js").Placed} one @param {Scene} scene */
  pick(one, scene) {
    if (!isLit(one, this.selection)) {
      raiser(scene.forms, one.piece, this.question)?.();
      return this.draw();
    }
    const found = click(one, this.selection, this.legal());
    if ("act" in found) return this.act(found.act);
    this.selection = found.selection;
    this.draw();
  }

  /** @param {State} state @param {Scene} scene */
  dock(state, scene) {
    const waiting = this.place.live.pending !== null;
    const counting = this.countdown(state) > 0;
    const asked = state.asked && !waiting && !counting;
    const left = this.timeLeft(state);
    const pieces = placed(scene);
    const listed = asked ? (this.menu ? this.selection.left : unreachable(scene, this.selection, pieces)) : [];
    const free = this.selection.path.length === 0;
    const buttons = asked && free && !this.menu ? (scene.choices ?? []) : [];
    const forms = asked && free && !this.menu ? (scene.forms ?? []) : [];
    const coached = asked && Boolean(scene.coach) && recall("coach", true) && finished(state.table.game) < 1;
    return h(
      "div.dock",
      { key: "dock", class: `${state.asked ? "asked" : ""} ${this.tip ? "tip" : ""}`, role: "region", "aria-label": t("Your turn") },
      h(
        "div.prompt",
        null,
        h("p.ask", { key: "ask" }, counting ? t("Get ready…") : waiting ? t("Sent…") : words(scene.prompt)),
        left === null ? null : h("span.left", { key: "left", role: "timer", "aria-label": t("Time left") }, clockText(left)),
        coached ? h("button.quiet.ask-tip", { type: "button", key: "tip", "aria-expanded": String(this.tip), onclick: () => ((this.tip = !this.tip), this.draw()) }, t("Tip")) : null,
        asked && (!free || this.menu) ? h("button.quiet", { type: "button", key: "unselect", onclick: () => this.unselect() }, t("Cancel")) : null,
        asked && free && !this.menu && this.legal().length > 1
          ? h("button.quiet", { type: "button", key: "all", title: t("All moves as a list"), onclick: () => ((this.menu = true), this.draw()) }, t("List"))
          : null,
      ),
      this.message ? h("p.banner", { role: "alert", key: "message" }, this.message) : null,
      coached
        ? h("div.coach", { key: "coach" }, h("p", null, words(scene.coach)), h("button.quiet", { type: "button", key: "no-tips", onclick: () => (remember("coach", false), this.draw()) }, t("No tips")))
        : null,
      this.hintNode(),
      buttons.length || listed.length
        ? h(
            "div.choices",
            { key: "choices" },
            buttons.map((choice) =>
              h("button.choice", { type: "button", key: `choice${choice.action}`, class: this.isBest(choice.action), onclick: () => this.act(choice.action) }, words(choice.text), choice.note ? h("small", null, words(choice.note)) : null),
            ),
            listed.map((action) =>
              h("button.choice", { type: "button", key: `choice${action}`, class: this.isBest(action), onclick: () => this.act(action) }, words(state.actions?.[action])),
            ),
          )
        : null,
      forms.map((form, index) =>
        formNode(form, index, this.question, { submit: (action) => this.act(action), redraw: () => this.draw() }),
      ),
      asked && free && !this.menu ? (scene.aims ?? []).map((aim) => aimForm(aim, (action) => this.act(action))) : null,
    );
  }

  /** @param {number} action */
  isBest(action) {
    return this.hint?.choices[0]?.action === action ? "hinted" : "";
  }

  // --- hint, log, rules ---

  async askHint() {
    const state = this.state;
    if (!state?.asked || this.hinting) return;
    this.hinting = true;
    this.draw();
    try {
      const hint = await post(`/api/tables/${this.id}/hint`, {}, this.place.token);
      if (this.state?.decision === state.decision) this.hint = hint;
    } catch (error) {
      this.message = error instanceof Error ? error.message : String(error);
    }
    this.hinting = false;
    this.draw();
  }

  hintNode() {
    if (this.hinting) return h("p.thinking", { key: "hint" }, t("A club player is thinking…"));
    if (!this.hint) return null;
    return h(
      "div.hints",
      { key: "hint" },
      h("p", null, t("A club player would choose:")),
      h(
        "ol",
        null,
        this.hint.choices.slice(0, 3).map(({ text, weight, value }) =>
          h("li", null, h("span", null, words(text)), h("meter", { min: 0, max: 1, value: weight, "aria-label": t("how often") }), h("small", null, `${Math.round(100 * weight)} %, ${t("expects {value}", { value: value.toFixed(2) })}`)),
        ),
      ),
    );
  }

  toggleLog() {
    this.showLog = !this.showLog;
    this.draw();
  }

  logNode() {
    const state = this.state;
    if (!state) return null;
    const names = state.table.seats.map((seat) => seat.name);
    const lines = this.showLog || state.table.over ? this.place.log : this.place.log.slice(-RECENT); // long games have thousands
    return h(
      "section.log",
      { key: "log", "aria-label": t("Log") },
      h("h2", null, t("Log")),
      h("ol", { tabindex: 0, "aria-label": t("Log") }, lines.slice().reverse().map((line) => h("li", { key: `line${line.number}` }, line.seat >= 0 ? h("b", null, names[line.seat]) : null, " ", words(line.text)))),
    );
  }

  /** The game in a minute, until it has been played once or was closed; a race does not wait for readers. */
  minute() {
    const summary = this.game?.summary;
    const id = this.game?.id ?? "";
    if (!summary || this.state?.live || finished(id) > 0 || recall(`minute:${id}`, false)) return null;
    return h(
      "section.minute",
      { key: "minute" },
      h("h2", null, t("In a minute")),
      h("dl", null, ["goal", "turn", "end"].map((part) => [h("dt", null, t(part === "goal" ? "Goal" : part === "turn" ? "Your turn" : "The end")), h("dd", null, words(/** @type {any} */ (summary)[part]))])),
      h("p.actions", null, h("button.primary", { type: "button", key: "got-it", onclick: () => (remember(`minute:${id}`, true), this.draw()) }, t("Got it")), h("button", { type: "button", key: "all-rules", onclick: () => this.rules() }, t("All rules"))),
    );
  }

  rules() {
    const state = this.state;
    if (state) openRules(state.table.game, state.scene?.rules);
  }

  async leave() {
    const state = this.state;
    if (!state || !confirm(t("Leave the table? A bot plays on for you."))) return;
    const people = state.table.seats.filter((seat) => seat.kind === "person" && !seat.left);
    try {
      await post(`/api/tables/${this.id}/${people.length > this.places.length ? "leave" : "abandon"}`, {}, this.place.token);
      forget(this.id);
      this.go("/");
    } catch (error) {
      this.message = error instanceof Refused ? error.message : String(error);
      this.draw();
    }
  }

  async rematch() {
    try {
      let next = "";
      for (const place of this.places) {
        const made = await post(`/api/tables/${this.id}/rematch`, {}, place.token);
        keep(made.table, made.seats);
        next = made.table;
      }
      this.go(`/table/${next}`);
    } catch (error) {
      this.message = error instanceof Error ? error.message : String(error);
      this.draw();
    }
  }

  /** The game so far, for the replay. @param {number} step @param {number} seat */
  replay(step, seat) {
    return get(`/api/tables/${this.id}/replay?step=${step}&seat=${seat}`, this.place.token);
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
    else if (event.key === "h") this.askHint();
    else if (event.key === "r") this.rules();
    else if (event.key === "l") this.toggleLog();
    else if (/^[1-9]$/.test(event.key)) this.pickNumber(Number(event.key));
    else arrowKeys(this.root, event);
  }

  /** A digit picks the n-th lit piece of the own side. @param {number} n */
  pickNumber(n) {
    const lit = this.root.querySelectorAll(".mine .lit");
    const node = lit[n - 1];
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

/** @param {number} seconds */
export function clockText(seconds) {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

/** Lines keep their numbers: what was secret when it was told comes again. @param {LogLine[]} old @param {LogLine[]} fresh */
function merge(old, fresh) {
  const lines = old.slice();
  for (const line of fresh) lines[line.number] = line;
  return lines;
}
