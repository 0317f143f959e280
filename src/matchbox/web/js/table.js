// The table: a connection for each of your seats, and the view of the current seat.

import { nearest } from "./aim.js";
import { animate, snapshot } from "./animate.js";
import { Connection, games, get, post } from "./api.js";
import { clockText } from "./clock.js";
import { curtain } from "./curtain.js";
import { ask } from "./dialog.js";
import { dockModel, dockNode, dockRoom } from "./dock.js";
import { announce, h, update } from "./dom.js";
import { dragging, nearest as nearestTarget } from "./drag.js";
import { EndScreen } from "./endscreen.js";
import { keepSeal, nonceFor } from "./fairness.js";
import { counterOf, dropOldDrafts, optionOf } from "./forms.js";
import { header, iconButton, setTitle } from "./header.js";
import { howToPlay } from "./howtoplay.js";
import { asSentence, t, words } from "./i18n.js";
import { arrowKeys } from "./keys.js";
import { logNode, sentences, sinceNode, tickerNode, unseen } from "./log.js";
import { momentNode, momentRoom, tell } from "./moment.js";
import { openAreas } from "./picture.js";
import { Plan, gameOf } from "./plan.js";
import { Playback } from "./playback.js";
import { STEP, countdownNode, tryOf, untilFree, untilOpen } from "./race.js";
import { openRules } from "./rules.js";
import { READ_ONLY } from "./scene.js";
import { actionsAfter, click, emptySelection, isSelectable, pieceRefs } from "./selection.js";
import { muted, play, setMuted } from "./sound.js";
import { at, feltStyle, moreSheet, seatSheet, stageNodes, texts } from "./stage.js";
import { Standing } from "./standing.js";
import { forgetTable, noteFinished, recall, remember, saveSeats, savedTable } from "./store.js";
import { actionAt, showPointer } from "./swing.js";
import { forgetWidths, textWidth } from "./text.js";
import { joinForm, seatBack, waitingRoom } from "./waiting.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Hint} Hint */
/** @typedef {import("./types").LogLine} LogLine */
/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {import("./selection.js").PieceRef} PieceRef */
/** A seat played in this browser. @typedef {{ seat: number, token?: string, connection: Connection, state: State | null, log: LogLine[] }} LocalSeat */

/** States kept to show earlier moments of the game. */
const HISTORY = 300;

/** Sounds by kind of event. @type {Record<string, import("./sound.js").Sound>} */
const SOUNDS = {
  roll: "dice",
  draw: "card",
  move: "tile",
  hit: "no",
  capture: "chip",
  fall: "down",
  reveal: "slide",
  score: "up",
};

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
    /** What a piece does that a player has asked about, and at which decision. @type {{ text: string, decision: number | undefined } | null} */
    this.reading = null;
    this.selection = emptySelection([]);
    /** An action that waits for the red button. @type {import("./types").Choice | null} */
    this.staged = null;
    /** @type {Hint | null} */
    this.hint = null;
    this.hinting = false;
    this.showLog = recall("log", true); // wide screens show it beside the table
    this.showSheet = false; // narrow ones over it
    /** @type {number | null} */
    this.openSeat = null;
    this.showAll = false;
    this.showMore = false; // areas for which there is no room
    this.clockOffset = 0; // server time minus local time, in milliseconds
    /** @type {GameInfo | null} */
    this.game = null;
    /** The games of this server. @type {GameInfo[]} */
    this.known = [];
    /** @type {EndScreen | null} */
    this.end = null;
    /** The decision on screen: a selection lasts until it changes. */
    this.decision = "";
    /** Actions that follow the one that was sent, with one click. @type {number[]} */
    this.route = [];
    /** A click on a plane whose column was sent and whose row follows. @type {{ area: string, column: number, y: number } | null} */
    this.aimed = null;
    this.trying = ""; // the card that was tried last in a race
    this.missed = ""; // and the one that did not fit
    this.standing = new Standing(this);
    /** The point under the red button. @type {{ aim: import("./types").Aim, x: number, y: number } | null} */
    this.point = null;
    /** @type {Map<number, Scene>} */
    this.history = new Map();
    /** The step of an earlier moment on the table. @type {{ step: number, scene: Scene } | null} */
    this.past = null;
    /** What happened while nobody looked. @type {LogLine[]} */
    this.since = [];
    this.plan = new Plan(textWidth);
    this.playback = new Playback(
      (state) => this.show(state),
      () => this.draw(),
    );
    this.keydown = (/** @type {KeyboardEvent} */ event) => this.onKey(event);
    this.resized = () => this.draw();
    document.addEventListener("keydown", this.keydown);
    addEventListener("resize", this.resized);
    document.fonts?.ready.then(() => {
      forgetWidths();
      this.plan.reset();
      this.draw();
    });
    dragging(root, {
      pick: (ref) => this.lift(ref),
      drop: (node) => this.drop(node),
    });
    this.ticking = setInterval(() => this.tick(), 1000);
    this.counting = 0;
    this.pointing = 0; // the next frame of a pointer
  }

  async open() {
    const { held } = savedTable(this.id);
    const invite = new URLSearchParams(location.hash.slice(1)).get("invite");
    if (invite && !held.length) {
      const { table } = await get(`/api/tables/${this.id}`);
      this.game ??= (await games()).find((game) => game.id === table.game) ?? null;
      const form = joinForm((name) => this.join({ invite, name }), this.message, table, this.game);
      update(this.root, [header(this.go, { title: words(table.name), hue: this.game?.theme.hue }), form]);
      return;
    }
    this.connect(held);
  }

  close() {
    for (const local of this.localSeats) local.connection.close();
    this.localSeats = [];
    this.playback.stop();
    this.standing.stop();
    document.removeEventListener("keydown", this.keydown);
    removeEventListener("resize", this.resized);
    clearInterval(this.ticking);
    clearTimeout(this.counting);
    cancelAnimationFrame(this.pointing);
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
        refused: (why, missed) => {
          this.message = missed ? words(missed) : asSentence(why);
          this.missed = missed ? this.trying : "";
          this.route = [];
          this.standing.stop();
          this.selection = emptySelection(this.legal());
          play("no");
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

  get sending() {
    return this.mySeat.connection.pending !== null;
  }

  get moment() {
    return this.playback.moment;
  }

  /** The game on the table: in a match, one of its games. */
  get playing() {
    const scene = this.state?.scene;
    const id = scene ? gameOf(scene) : "";
    return this.known.find((game) => game.id === id) ?? this.game;
  }

  /** The last reveal. */
  get lastMoments() {
    const lines = this.mySeat.log.map(({ events }) => (events ?? []).flatMap(({ moment }) => moment ?? []));
    return lines.findLast((moments) => moments.length) ?? [];
  }

  // --- states ---

  /** @param {LocalSeat} local @param {State} state */
  receive(local, state) {
    if (!state.table.over) keepSeal(this.id, state.table.commitment);
    if (state.now) this.clockOffset = state.now - Date.now();
    if (!this.game) {
      games().then((all) => {
        this.known = all;
        this.game = all.find((game) => game.id === state.table.game) ?? null;
        this.draw();
      });
    }
    if (local === this.mySeat) return this.playback.add(state);
    local.log = merge(local.log, state.log ?? []);
    local.state = state;
    this.passDevice();
    this.draw();
  }

  /** Show a state of the current seat. @param {State} state */
  show(state) {
    const local = this.mySeat;
    if (!local) return;
    const first = local.state === null;
    const before = first || this.passing ? null : snapshot(this.root);
    local.log = merge(local.log, state.log ?? []);
    local.state = state;
    if (state.scene) this.keepScene(state.step, state.scene);
    if (first && state.seat >= 0 && !state.table.over) this.since = unseen(this.id, local.log);
    if (!document.hidden && !this.since.length) remember(`seen:${this.id}`, local.log.length);
    if (state.table.over) {
      noteFinished(state.table.game, this.id);
      this.end ??= new EndScreen(this);
    }
    if (state.scene?.pause && this.playing) noteFinished(this.playing.id, `${this.id}/${this.playing.id}`);
    this.passDevice();
    if (local !== this.mySeat) return this.draw();
    const changed = this.newDecision(state);
    if (changed) this.follow(state);
    setTitle(words(state.table.name), state.your_turn);
    this.draw();
    if (before) animate(this.root, before, state.events);
    if (changed) this.announce(state, first);
    if (!first) this.hear(state);
  }

  /** The sound of what happened. @param {State} state */
  hear(state) {
    const kind = state.log?.at(-1)?.events?.find((event) => SOUNDS[event.kind])?.kind;
    if (kind) play(SOUNDS[kind]);
  }

  /** @param {number} step @param {Scene} scene */
  keepScene(step, scene) {
    this.history.set(step, scene);
    const oldest = this.history.keys().next().value;
    if (this.history.size > HISTORY && oldest !== undefined) this.history.delete(oldest);
  }

  /** A new decision clears the selection. @param {State} state */
  newDecision(state) {
    const decision = `${state.seat}:${state.decision}:${Object.keys(state.actions ?? {}).join()}`;
    if (decision === this.decision) return false;
    this.decision = decision;
    this.selection = emptySelection(this.legal());
    this.staged = null;
    this.showAll = false;
    this.hint = null;
    this.past = null;
    dropOldDrafts(decision);
    return true;
  }

  /** Tell screen readers, and let everybody hear whose turn it is. @param {State} state @param {boolean} first */
  announce(state, first) {
    const last = this.mySeat.log.at(-1);
    announce(this.passing ? "" : [...(last ? sentences(last, state) : []), words(state.scene?.prompt)].join(" "));
    if (state.your_turn && !first) play("strike");
    if (state.table.over && !first) play(state.result?.winners.includes(state.seat) ? "win" : "down");
  }

  /** With several players on one device, the next to act gets the screen, behind a curtain. */
  passDevice() {
    const steps = new Set(this.localSeats.map(({ state }) => state && `${state.table.started} ${state.step}`));
    if (this.localSeats.length < 2 || steps.size > 1 || this.state?.your_turn) return; // some seats have not received this step yet
    const next = this.localSeats.findIndex((local) => local.state?.your_turn);
    if (next < 0 || next === this.current) return;
    this.current = next;
    this.passing = !recall(`open:${this.id}`, false);
    if (this.passing) announce("");
    this.playback.stop();
    this.playback.lines = this.mySeat.log.length;
    this.decision = "";
    if (this.state) this.newDecision(this.state);
  }

  /** The rest of a route, or the second half of a click on a plane. @param {State} state */
  follow(state) {
    const aimed = this.aimed;
    this.aimed = null;
    let next = this.route.shift();
    // The only move was played already.
    while (next !== undefined && state.your_turn && !state.actions?.[next] && this.route.length)
      next = this.route.shift();
    if (next !== undefined) {
      if (!state.your_turn || !state.actions?.[next] || (state.scene && this.stage(state.scene, next))) this.route = [];
      else this.mySeat.connection.act(state.decision, next, undefined);
      return;
    }
    const aim = state.scene?.aims?.find(
      (one) => one.axis === "row" && one.area === aimed?.area && one.fixed === aimed?.column,
    );
    if (aim && aimed && state.your_turn)
      this.mySeat.connection.act(state.decision, nearest(aim, aimed.y)[1], undefined);
  }

  // --- choosing ---

  /** May the player choose now? @param {State} state */
  canAct(state) {
    return (
      state.your_turn &&
      !state.table.over &&
      !this.past &&
      !this.sending &&
      !this.playback.busy &&
      !untilOpen(state, this.now) &&
      !untilFree(state, this.now)
    );
  }

  /** May the player try a card in a race, on the selected card's target if there is one? @param {PieceRef} one */
  mayTry({ piece, ref }) {
    const state = this.state;
    if (!state?.live || !this.canAct(state)) return false;
    const held = this.selection.path.length === 1 ? this.selected() : undefined;
    return Boolean(piece.tries?.length || (held && held.ref !== ref && tryOf(held.piece, piece) !== undefined));
  }

  /** The selected piece. */
  selected() {
    return pieceRefs(this.state?.scene).find(({ ref }) => ref === this.selection.path[0]);
  }

  /** Try a card in a race. The server says whether it fits. @param {PieceRef} one @param {number} action */
  tryOut(one, action) {
    this.trying = one.ref;
    this.act(action);
  }

  /** The pointer that decides by its moment, while the player can choose. */
  get swing() {
    return (this.state && this.canAct(this.state) && this.state.swing) || null;
  }

  /** Choose what is below the pointer. */
  letGo() {
    if (this.swing) this.act(actionAt(this.swing, this.now));
  }

  /** Move the pointer as long as there is one. */
  movePointer() {
    cancelAnimationFrame(this.pointing);
    if (!this.swing) return;
    showPointer(this.root, this.swing, this.now);
    this.pointing = requestAnimationFrame(() => this.movePointer());
  }

  /** The server's time, in milliseconds. */
  get now() {
    return Date.now() + this.clockOffset;
  }

  legal() {
    return this.state?.your_turn ? Object.keys(this.state.actions ?? {}).map(Number) : [];
  }

  /** @param {number} action @param {string} [until] of a choice that is to be made again */
  act(action, until = "") {
    const state = this.state;
    if (!state || !this.canAct(state)) return;
    this.message = "";
    this.standing.note(state.scene, until);
    this.missed = "";
    this.selection = emptySelection([]);
    this.staged = null;
    this.hint = null;
    this.showAll = false;
    this.mySeat.connection.act(state.decision, action, state.relies?.[action]);
    if (this.point?.aim.axis === "column") {
      const [column] = nearest(this.point.aim, this.point.x);
      this.aimed = { area: this.point.aim.area, column, y: this.point.y };
    }
    this.point = null;
    play("tile");
    this.draw();
  }

  /** A point of a plane: its column and row are sent one after the other, after the red button if it has words. @param {import("./types").Aim} aim @param {number} x @param {number} y @param {number} [kills] */
  aimAt(aim, x, y, kills) {
    const state = this.state;
    if (!state || !this.canAct(state)) return;
    const [, action] = nearest(aim, aim.axis === "column" ? x : y);
    this.point = { aim, x, y };
    if (!words(aim.commit)) return this.act(action);
    const text = aim.blast
      ? t("{action} · kills {n}", { action: words(aim.commit), n: kills ?? 0 })
      : words(aim.commit);
    this.staged = { text, action };
    this.stagedRef = "";
    this.draw();
  }

  unselect() {
    if (!this.selection.path.length && !this.staged && !this.showAll) return false;
    this.selection = emptySelection(this.legal());
    this.staged = null;
    this.showAll = false;
    this.draw();
    return true;
  }

  /** Pieces that can be clicked on the table, not those on the plates of others, which may be too small. @param {PieceRef[]} all */
  reachable(all) {
    const state = this.state;
    const owned = new Map(
      (state?.scene?.areas ?? []).flatMap((area) => (area.pieces ?? []).map((piece) => [piece, area])),
    );
    return all.filter(({ piece }) => {
      const area = owned.get(piece);
      return (
        area?.seat === undefined ||
        area.seat === null ||
        area.seat === state?.seat ||
        area.role === "board" ||
        area.role === "market"
      );
    });
  }

  /** @param {Scene} scene @returns {import("./scene.js").Interaction} */
  interaction(scene) {
    const hinted = this.hint?.choices[0]?.action;
    const unselected = this.selection.path.length === 0 && !this.staged;
    const forms = scene.forms ?? [];
    const areaOf = (/** @type {PieceRef} */ one) => one.ref.split("|")[0];
    const counter = (/** @type {PieceRef} */ one) =>
      unselected ? counterOf(forms, areaOf(one), one.piece, this.decision, () => this.draw()) : null;
    const option = (/** @type {PieceRef} */ one) =>
      unselected && this.state && this.canAct(this.state)
        ? optionOf(forms, areaOf(one), one.piece, this.decision, () => this.draw())
        : null;
    return {
      state: (one) => ({
        legal: isSelectable(one, this.selection) ? this.offered(one) : [],
        selected: this.selection.path.includes(one.ref) || option(one)?.chosen,
        staged: this.staged !== null && this.stagedRef === one.ref,
        hinted: hinted !== undefined && (one.piece.actions?.includes(hinted) || one.piece.ends?.includes(hinted)),
        plus: counter(one) !== null || option(one) !== null,
        again: this.canRepick(one),
        missed: this.missed === one.ref,
        tries: this.mayTry(one),
      }),
      pick: (one) => this.pick(one, scene),
      preview: (one) => this.preview(one),
      under: (one) => counter(one)?.node() ?? null,
      shown: (one) => {
        const left = counter(one)?.left;
        if (left === undefined) return one.piece;
        return left > 0 ? { ...one.piece, count: left } : { ...one.piece, count: 1, dimmed: true };
      },
      routes: (key) => this.routes(scene, key),
      tag: (legal) => (legal.length === 1 ? tagOf(scene, legal[0]) : ""),
      aims: scene.aims,
      swing: this.swing ?? undefined,
      letGo: () => this.letGo(),
      point: (aim, x, y, kills) => this.aimAt(aim, x, y, kills),
      aimed: this.staged && this.point,
      mine: scene.seats?.find(({ seat }) => seat === this.state?.seat)?.colour,
    };
  }

  /** Tell what a piece does that cannot be picked now. @param {import("./types").Piece} piece */
  read(piece) {
    const text = [words(piece.name), words(piece.effect)].filter(Boolean).join(": ");
    this.reading = { text, decision: this.state?.decision };
    this.draw();
  }

  /** The actions that a click on a piece leaves. @param {PieceRef} one */
  offered(one) {
    return this.selection.path.includes(one.ref) ? this.selection.left : actionsAfter(one.piece, this.selection);
  }

  /** Ends that several actions in a row lead to. @param {Scene} scene @param {string} key */
  routes(scene, key) {
    const picked = this.selection.path.map((ref) => ref.split("|")[1]);
    return (scene.routes ?? [])
      .filter(
        ({ area, start, actions }) =>
          area === key &&
          actions.length > 1 &&
          (start ? picked.some((name) => name.startsWith(`${start.join(",")}:`)) : true),
      )
      .map(({ end, actions, cost }) => ({
        end,
        legal: [...actions],
        cost: cost ?? "",
        play: () => {
          const [first, ...rest] = actions;
          if (this.stage(scene, first)) return;
          this.act(first);
          this.route = rest;
        },
      }));
  }

  /** Show what a click on a piece would do. @param {PieceRef | null} one */
  preview(one) {
    const left = one ? actionsAfter(one.piece, this.selection) : [];
    this.previewAction(left.length === 1 ? left[0] : null);
  }

  /** Show what an action would change, where the scene says so. @param {number | null} action */
  previewAction(action) {
    for (const node of this.root.querySelectorAll(".previewed")) node.classList.remove("previewed");
    const found = (this.state?.scene?.previews ?? []).filter((one) => one.action === action);
    for (const { area, places } of found) {
      const board = this.root.querySelector(`[data-area="${CSS.escape(area)}"]`);
      for (const place of places) board?.querySelector(`[data-at="${place}"]`)?.classList.add("previewed");
    }
    const note = found.map((one) => words(one.note)).find(Boolean) ?? "";
    const label = this.root.querySelector(".foresight");
    if (label instanceof HTMLElement) {
      label.textContent = note;
      label.hidden = !note;
    }
  }

  /** May another piece be picked instead of the selected one? @param {PieceRef} one */
  canRepick(one) {
    return (
      this.selection.path.length === 1 &&
      !isSelectable(one, this.selection) &&
      isSelectable(one, emptySelection(this.legal()))
    );
  }

  /** Is the selected action the beginning of routes, so that their ends are to be picked? @param {Scene} scene @param {number} action */
  isRouted(scene, action) {
    const { path, left } = this.selection;
    const first = (/** @type {import("./types").Route} */ { actions }) => actions.length > 1 && actions[0] === action;
    return path.length === 1 && left.length === 1 && Boolean(scene.routes?.some(first));
  }

  /** @param {PieceRef} one @param {Scene} scene */
  pick(one, scene) {
    const held = this.selection.path.length === 1 ? this.selected() : undefined;
    const wanted = one.piece.tries?.length ? undefined : held && tryOf(held.piece, one.piece);
    if (held && wanted !== undefined) return this.tryOut(held, wanted);
    const tried = tryOf(one.piece);
    if (tried !== undefined && !isSelectable(one, emptySelection(this.legal()))) return this.tryOut(one, tried);
    if (this.canRepick(one)) {
      this.selection = emptySelection(this.legal());
      this.staged = null;
    }
    if (!isSelectable(one, this.selection)) {
      const area = one.ref.split("|")[0];
      const option = optionOf(scene.forms ?? [], area, one.piece, this.decision, () => this.draw());
      if (option) return option.choose();
      return counterOf(scene.forms ?? [], area, one.piece, this.decision, () => this.draw())?.add();
    }
    const found = click(one, this.selection, this.legal());
    play("chip");
    if ("act" in found && !this.selection.path.length && startsRoute(scene, one.piece, found.act))
      this.selection = { path: [one.ref], left: [found.act] };
    else if ("act" in found) return this.settle(found.act, one, scene);
    else this.selection = found.selection;
    this.staged = null;
    this.draw();
  }

  /** One action is left: play it, or wait for the red button if it is secret or final. @param {number} action @param {PieceRef} one @param {Scene} scene */
  settle(action, one, scene) {
    const commit = scene.commits?.find((each) => each.action === action);
    if (!commit) return this.act(action);
    const start = !this.selection.path.length && !one.piece.ends?.includes(action);
    if (start && pieceRefs(scene).some(({ piece }) => piece.ends?.includes(action)))
      return void this.stage(scene, action);
    this.staged = commit;
    const end = pieceRefs(scene).find(({ piece }) => piece.ends?.includes(action));
    this.stagedRef = (end ?? one).ref;
    this.draw();
  }

  /** A final move that is part of a route waits for the red button. @param {Scene} scene @param {number} action */
  stage(scene, action) {
    const commit = scene.commits?.find((each) => each.action === action);
    if (!commit) return false;
    const all = pieceRefs(scene);
    const from = all.find(({ piece }) => piece.actions?.includes(action) && (piece.actions?.length ?? 0) > 0);
    const to = all.find(({ piece }) => piece.ends?.includes(action));
    if (from && to) this.selection = { path: [from.ref], left: actionsAfter(from.piece, emptySelection(this.legal())) };
    this.staged = commit;
    this.stagedRef = (to ?? from)?.ref;
    this.draw();
    return true;
  }

  /** A drag begins: select the piece unless it is selected already. @param {string} ref */
  lift(ref) {
    const scene = this.state?.scene;
    const one = scene && pieceRefs(scene).find((each) => each.ref === ref);
    if (!one || !this.state || !this.canAct(this.state)) return false;
    if (this.selection.path.includes(ref)) return true;
    if (this.selection.path.length) this.selection = emptySelection(this.legal());
    if (!isSelectable(one, this.selection) && !one.piece.tries?.length) return false;
    const left = actionsAfter(one.piece, this.selection);
    if (left.length < 2 && !one.piece.actions?.length && !one.piece.tries?.length) return false;
    this.selection = { path: [ref], left };
    this.draw();
    return true;
  }

  /** A drag ends on a target. Back in the hand, a card of a race is not tried. @param {HTMLElement | null} node */
  drop(node) {
    const one = pieceRefs(this.state?.scene).find(({ ref }) => ref === node?.dataset.ref);
    if (node && !one?.piece.tries?.length) node.click();
    else this.unselect();
  }

  // --- drawing ---

  draw() {
    if (this.end?.busy) return; // the replay draws itself
    if (!this.localSeats.length) return;
    update(this.root, this.nodes());
    for (let tries = 0; tries < 12 && this.plan.shrink(this.root); tries++) update(this.root, this.nodes());
    this.movePointer();
    clearTimeout(this.counting);
    if (this.root.querySelector(".countdown, .dock.stopped")) this.counting = setTimeout(() => this.draw(), STEP);
    this.standing.goOn();
  }

  nodes() {
    const state = this.state;
    const lost = this.lost ? h("p.banner.lost", { role: "alert", key: "lost" }, this.lost) : null;
    if (!state) {
      const problem = this.message || this.lost;
      const wait = problem ? h("p.banner", { role: "alert" }, problem) : h("p.loading", null, t("Connecting…"));
      return [header(this.go, { title: t("Table"), hue: this.game?.theme.hue }), h("main.narrow", null, wait)];
    }
    const bar = header(this.go, {
      title: this.title(state),
      crumb: words(state.scene?.round) || undefined,
      tools: this.tools(state),
      menu: this.menu(state),
      hue: this.game?.theme.hue,
    });
    if (this.passing) {
      const name = state.table.seats[state.seat]?.name ?? "";
      const open = (/** @type {boolean} */ always) => {
        if (always) remember(`open:${this.id}`, true);
        this.passing = false;
        this.draw();
      };
      return [bar, curtain(name, open)];
    }
    if (!state.table.started || !state.scene) {
      const invites = savedTable(this.id).invites ?? [];
      return [bar, lost, waitingRoom(state, invites, this.message, (how) => this.join(how), this.game)];
    }
    if (this.end && state.table.over && !this.end.board && !this.playback.busy) return [bar, lost, this.end.node()];
    return [bar, lost, this.tableNode(state, state.scene)];
  }

  /** @param {State} state */
  title(state) {
    const { theme, name } = (state.table.over ? this.game : this.playing) ?? {};
    return innerWidth < 1000 && theme?.short ? words(theme.short) : words(name) || words(state.table.name);
  }

  /** @param {State} state */
  tools(state) {
    const playing = state.seat >= 0 && !state.table.over;
    const hints = {
      disabled: !state.your_turn || this.hinting || !state.table.hints || state.scene?.pause,
      title: state.table.hints ? t("Hint") : t("Hints are off at this table."),
      key: "tool-hint",
    };
    const toggleSound = () => (setMuted(!muted()), this.draw());
    const more = () => ((this.showMore = true), this.draw());
    return [
      this.plan.hidden.size
        ? iconButton("games", t("Also on the table"), more, { key: "tool-more", class: "bare" })
        : null,
      playing ? iconButton("hint", t("Hint"), () => this.loadHint(), hints) : null,
      iconButton("rules", t("Rules"), () => this.openRules(), { key: "tool-rules" }),
      iconButton(muted() ? "muted" : "sound", muted() ? t("Sound on") : t("Sound off"), toggleSound, {
        key: "tool-sound",
        class: "bare wide",
      }),
      iconButton("log", t("Log"), () => this.toggleLog(), {
        key: "tool-log",
        class: "bare wide",
        "aria-expanded": String(this.showLog),
      }),
    ];
  }

  /** @param {State} state @returns {import("./header.js").MenuItem[]} */
  menu(state) {
    const playing = state.seat >= 0 && !state.table.over;
    const found = [];
    if (state.your_turn && !state.swing && !pieceRefs(state.scene).some(({ piece }) => piece.tries?.length))
      found.push({
        key: "list",
        text: t("All moves as a list"),
        icon: "log",
        onclick: () => ((this.showAll = true), this.draw()),
      });
    if (this.game?.unseen && state.table.help !== "none" && !state.table.over)
      found.push({ key: "menu-unseen", text: t("Cards still out"), icon: "games", onclick: () => this.openUnseen() });
    found.push({ key: "menu-log", text: t("Log"), icon: "log", onclick: () => this.toggleLog() });
    found.push({
      key: "menu-sound",
      text: muted() ? t("Sound on") : t("Sound off"),
      icon: muted() ? "muted" : "sound",
      onclick: () => (setMuted(!muted()), this.draw()),
    });
    if (playing) found.push({ key: "tool-leave", text: t("Leave"), icon: "leave", onclick: () => this.leave() });
    return found;
  }

  /** @param {State} state @param {Scene} current */
  tableNode(state, current) {
    const scene = this.past?.scene ?? current;
    const view = { w: innerWidth, h: innerHeight };
    const stopped = untilFree(state, this.now);
    const interaction = this.canAct(state) || stopped ? this.interaction(scene) : READ_ONLY;
    const readable = { ...interaction, read: (/** @type {import("./types").Piece} */ piece) => this.read(piece) };
    const model = dockModel(this, state, scene, view);
    const table = { seat: state.seat, seats: state.table.seats.length, log: this.showLog, texts: texts(state, scene) };
    const laid = this.plan.lay(scene, table, dockRoom(model, this, state), view);
    const { parts, solution } = laid;
    const wait = untilOpen(state, this.now);
    const last = this.mySeat.log.at(-1);
    const moment = this.moment;
    const room = moment ? momentRoom(moment, solution) : solution.stage;
    return h(
      "main.table",
      {
        "data-mode": solution.mode,
        "data-game": state.table.game,
        "data-decision": this.canAct(state) ? state.decision : null,
        class: `${solution.log ? "with-log" : ""} ${moment ? "in-moment" : ""} ${this.past ? "in-past" : ""} ${this.sending ? "waiting" : ""} ${stopped ? "stopped" : ""}`,
        style: feltStyle(this.game),
        onclick: (/** @type {MouseEvent} */ event) => this.onEmpty(event),
      },
      h(
        "div.scene",
        { key: "scene", tabindex: 0, role: "group", "aria-label": t("Table") },
        stageNodes(state, scene, laid, interaction, (seat) => ((this.openSeat = seat), this.draw())),
        wait && !moment
          ? h(
              "div.place.countdown-place",
              { key: "countdown-place", style: at(solution.stage) },
              countdownNode(state, wait, last ? sentences(last, state) : []),
            )
          : null,
        h("p.foresight", { key: "foresight", hidden: true, role: "status" }),
        moment
          ? h(
              "div.place.telling",
              {
                key: "telling",
                class: room === solution.stage ? "" : "over-seats",
                style: at(room),
                onclick: () => this.goOn(),
              },
              momentNode(moment, state, scene, room),
            )
          : null,
        this.past ? this.pastNode() : null,
        seatBack(state, () => this.draw()),
      ),
      solution.ticker
        ? h(
            "div.place.ticker-place",
            { key: "ticker-place", style: at(solution.ticker) },
            tickerNode(this.mySeat.log, state, () => this.toggleLog()),
          )
        : null,
      solution.log || this.showSheet
        ? h(
            "aside.side",
            { key: "side", class: solution.log ? "" : "over", style: solution.log ? at(solution.log) : null },
            howToPlay(this),
            logNode(this.mySeat.log, state, {
              show: (step) => this.showPast(step),
              shown: this.past?.step ?? null,
              close: solution.log ? undefined : () => this.toggleLog(),
            }),
          )
        : howToPlay(this),
      dockNode(this, state, scene, model, { parts, solution, interaction: readable }),
      this.openSeat === null
        ? null
        : seatSheet(state, scene, parts, this.openSeat, () => ((this.openSeat = null), this.draw())),
      this.showAll ? this.allMoves(state) : null,
      this.since.length ? sinceNode(this.since, state, () => this.caughtUp()) : null,
      this.showMore
        ? moreSheet(
            [...parts.boards, ...parts.supply].filter(({ key }) => this.plan.hidden.has(key)),
            () => ((this.showMore = false), this.draw()),
          )
        : null,
      this.end && state.table.over
        ? h(
            "button.primary.to-result",
            { type: "button", key: "to-result", onclick: () => this.toResult() },
            t("Back to the result"),
          )
        : null,
    );
  }

  /** The player has read what happened. */
  caughtUp() {
    this.since = [];
    remember(`seen:${this.id}`, this.mySeat.log.length);
    this.draw();
  }

  toResult() {
    if (this.end) this.end.board = false;
    this.playback.stop();
    this.draw();
  }

  pastNode() {
    const back = () => {
      this.past = null;
      this.draw();
    };
    return h(
      "p.past",
      { key: "past" },
      t("An earlier moment"),
      h("button", { type: "button", key: "to-now", onclick: back }, t("Back to now")),
    );
  }

  /** Every legal move by its name. @param {State} state */
  allMoves(state) {
    return h(
      "div.sheet-over.moves",
      { key: "moves", role: "dialog", "aria-label": t("All moves as a list") },
      h("button", { type: "button", key: "close-moves", onclick: () => this.unselect() }, t("Close")),
      h(
        "div.choices",
        null,
        this.legal().map((action) =>
          h(
            "button.choice",
            { type: "button", key: `all${action}`, onclick: () => this.act(action) },
            words(state.actions?.[action]),
          ),
        ),
      ),
    );
  }

  /** A text about players as the viewer reads it. @param {import("./types").Words | undefined} text */
  telling(text) {
    return this.state ? tell(text, this.state) : "";
  }

  /** End the moment. */
  goOn() {
    this.playback.goOn();
  }

  /** Show the table as it was after a step. @param {number} step */
  async showPast(step) {
    const state = this.state;
    if (!state) return;
    try {
      const scene = this.history.get(step) ?? (state.table.over ? (await this.replay(step, state.seat)).scene : null);
      this.past = scene && step !== state.step ? { step, scene } : null;
    } catch {
      this.past = null; // steps from before this page was opened
    }
    this.showSheet = false;
    this.draw();
  }

  /** Seconds left in a race. @param {State} state */
  timeLeft(state) {
    if (state.table.deadline === undefined || state.table.over) return null;
    return Math.max(0, state.table.deadline - this.now - untilOpen(state, this.now)) / 1000;
  }

  // --- hint, log, rules ---

  async loadHint() {
    const state = this.state;
    if (!state?.your_turn || this.hinting || !state.table.hints || state.scene?.pause) return;
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
    this.standing.stop();
    try {
      await post(`/api/tables/${this.id}/undo`, { step: state.step }, this.mySeat.token);
    } catch (error) {
      this.message = error instanceof Error ? error.message : String(error);
      this.draw();
    }
  }

  /** Let a bot play for somebody who is away. @param {number} seat */
  async takeOver(seat) {
    this.message = "";
    try {
      await post(`/api/tables/${this.id}/takeover`, { seat, level: "casual" }, this.mySeat.token);
    } catch (error) {
      this.message = error instanceof Error ? error.message : String(error);
    }
    this.draw();
  }

  toggleLog() {
    if (innerWidth >= 1100) remember("log", (this.showLog = !this.showLog));
    else this.showSheet = !this.showSheet;
    this.draw();
  }

  async openUnseen() {
    try {
      const { areas } = await get(`/api/tables/${this.id}/unseen`, this.mySeat?.token);
      openAreas(t("Cards still out"), areas, this.game);
    } catch (error) {
      this.message = error instanceof Error ? error.message : String(error);
      this.draw();
    }
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
    const text = othersStay
      ? t("A bot plays for you. You can come back while the game lasts.")
      : t("This ends the game for good.");
    const buttons = [{ text: t("Leave"), value: true, primary: true, key: "leave-yes" }];
    if (!(await ask(t("Leave the table?"), { text, buttons }))) return;
    try {
      if (othersStay) {
        for (const { token } of this.localSeats) await post(`/api/tables/${this.id}/leave`, {}, token);
      } else {
        const tokens = this.localSeats.map((seat) => seat.token);
        await post(`/api/tables/${this.id}/abandon`, { tokens }, this.mySeat.token);
        forgetTable(this.id);
      }
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
    if (!on || on.closest("button, a, form, .dock, .side, .sheet-over")) return;
    const board = on.closest(".board, .plane");
    const near =
      board && event instanceof PointerEvent && event.pointerType === "touch" && !this.state?.live
        ? nearestTarget(board, event.clientX, event.clientY)
        : null;
    if (near)
      near.click(); // a thumb is wider than a place
    else this.unselect();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const on = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.metaKey || event.altKey || on?.closest("input, select, textarea, dialog")) return;
    if (this.moment && (event.key === "Enter" || event.key === " " || event.key === "Escape")) {
      event.preventDefault();
      this.goOn();
    } else if (this.swing && (event.key === "Enter" || event.key === " ") && !on?.closest("button:not(.let-go), a")) {
      event.preventDefault();
      if (!event.repeat) this.letGo();
    } else if (event.key === "Escape" && this.unselect()) event.preventDefault();
    else if (event.key === "h") this.loadHint();
    else if (event.key === "r") this.openRules();
    else if (event.key === "l") this.toggleLog();
    else if (event.key === "u") this.undo();
    else if (/^[1-9]$/.test(event.key)) this.pickNumber(Number(event.key));
    else arrowKeys(this.root, event);
  }

  /** A digit picks the n-th of your pieces that can be picked. @param {number} n */
  pickNumber(n) {
    const place = this.root.querySelectorAll('[data-look="race"] .cell.low')[n - 1]; // of your hand in a race
    const node = place?.querySelector("button") ?? this.root.querySelectorAll(".dock .selectable")[n - 1];
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

/** Do routes begin with this piece and action? Then its end has to be picked, too. @param {Scene} scene @param {import("./types").Piece} piece @param {number} action */
const startsRoute = (scene, piece, action) =>
  Boolean(
    piece.at &&
    !scene.commits?.some((one) => one.action === action) &&
    scene.routes?.some(
      ({ actions, start }) => actions.length > 1 && actions[0] === action && String(start) === String(piece.at),
    ),
  );

/** The tag of an action: a route of one action names what its end costs. @param {Scene} scene @param {number} action */
const tagOf = (scene, action) =>
  scene.routes?.find(({ actions }) => actions.length === 1 && actions[0] === action)?.cost ?? "";

/** Merge log lines by number: after a break the whole log comes again. @param {LogLine[]} old @param {LogLine[]} fresh */
function merge(old, fresh) {
  const lines = old.slice();
  for (const line of fresh) lines[line.number] = line;
  return lines;
}
