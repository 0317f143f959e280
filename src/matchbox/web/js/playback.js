// Playback: states are shown one after another, each long enough to be seen. A moment holds the table until a tap, or for a while;
// what follows from it is shown afterwards.

import { momentTime } from "./moment.js";
import { recall } from "./store.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").LogLine} LogLine */
/** @typedef {import("./types").Moment} Moment */

/** A step of another player is shown this long, in milliseconds. */
const BEAT = 600;
/** All waiting steps together take at most about this long. */
const ALL_BEATS = 2500;
/** After your own move, clicks count again when you can have seen what it did. */
const OWN_BEAT = 280;
/** The reveal that ends a game of a match waits this long for the players' tap. */
const PATIENCE = 120_000;

export class Playback {
  /** @param {(state: State) => void} show @param {() => void} changed called when the table becomes free, or a moment begins or ends */
  constructor(show, changed) {
    this.show = show;
    this.changed = changed;
    /** @type {State[]} */
    this.queue = [];
    /** @type {Moment[]} */
    this.moments = [];
    /** The state that the moments lead to. @type {{ state: State, fresh: LogLine[] } | null} */
    this.ahead = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.lines = -1; // log lines shown so far; -1 before the first state
  }

  /** The moment on the table. */
  get moment() {
    return this.moments[0] ?? null;
  }

  /** Nothing is asked before its cause has been seen. */
  get busy() {
    return this.timer !== undefined || this.queue.length > 0 || this.ahead !== null;
  }

  /** Does a moment wait for the player? The one that ends a game of a match does. */
  get patient() {
    const state = this.ahead?.state;
    return Boolean(state?.scene?.pause && state.your_turn);
  }

  /** Without beats everything is shown at once. */
  get instant() {
    return recall("pace", Number(BEAT)) === 0 || document.hidden;
  }

  /** @param {State} state */
  add(state) {
    this.queue.push(state);
    if (this.timer !== undefined) return;
    // The first state is shown now; later ones wait for those that have arrived with them.
    if (this.instant && this.lines >= 0) this.timer = setTimeout(() => this.next(), 0);
    else this.next();
  }

  /** Without beats only the latest state is shown, with everything that has happened. */
  catchUp() {
    const last = this.queue.at(-1);
    if (!last || this.queue.length < 2) return;
    this.queue = [{ ...last, log: this.queue.flatMap(({ log }) => log ?? []) }];
  }

  next() {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.instant) this.catchUp();
    while (this.timer === undefined) {
      const state = this.queue.shift();
      if (!state) return this.changed();
      const fresh = this.fresh(state);
      if (!this.instant)
        this.moments = fresh.flatMap((line) => line.events ?? []).flatMap(({ moment }) => moment ?? []);
      if (this.moments.length) {
        this.ahead = { state, fresh };
        this.holdMoment();
      } else this.reach(state, fresh);
    }
    this.changed();
  }

  /** @param {State} state @param {LogLine[]} fresh */
  reach(state, fresh) {
    this.show(state);
    if (!this.instant && fresh.length && !state.live) this.hold(this.beat(state, fresh));
  }

  /** The log lines that a state adds. @param {State} state */
  fresh(state) {
    const lines = state.log ?? [];
    const first = this.lines < 0;
    const from = this.lines;
    this.lines = Math.max(this.lines, ...lines.map(({ number }) => number + 1), 0);
    return first ? [] : lines.filter(({ number }) => number >= from);
  }

  /** @param {State} state @param {LogLine[]} fresh */
  beat(state, fresh) {
    if (fresh.every(({ seat }) => seat === state.seat)) return OWN_BEAT;
    return Math.max(140, Math.min(BEAT, ALL_BEATS / (this.queue.length + 1)));
  }

  /** @param {number} time */
  hold(time) {
    this.timer = setTimeout(() => this.goOn(), time);
  }

  /** The pause of a race is for the moment and for the table after it. */
  holdMoment() {
    const state = this.ahead?.state;
    const pause = state?.live ? (state.table.opens ?? 0) - state.now : 0;
    this.hold(this.patient ? PATIENCE : pause > 0 ? pause / 2 : momentTime(this.moments[0]));
  }

  /** Show moments once more. @param {Moment[]} moments */
  again(moments) {
    this.moments = [...moments];
    this.holdMoment();
    this.changed();
  }

  /** The next moment or state, now. */
  goOn() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.moments.shift();
    if (this.moments.length) {
      this.holdMoment();
      return this.changed();
    }
    const ahead = this.ahead;
    this.ahead = null;
    if (ahead) this.reach(ahead.state, ahead.fresh);
    if (this.timer === undefined) this.next();
    else this.changed();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.queue = [];
    this.moments = [];
    this.ahead = null;
  }
}
