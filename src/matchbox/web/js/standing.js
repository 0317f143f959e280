// A choice that the page makes again for its player, such as passing until the next tile.

import { words } from "./i18n.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").Choice} Choice */
/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").State} State */

/** Other people see this pause, in milliseconds. It is that of somebody who clicks, and depends on nothing hidden. */
const AMONG_PEOPLE = { least: 900, most: 2600 };
/** Bots do not look at the clock. */
const AMONG_BOTS = 350;

/** Is there a short form of this choice, for now only? @param {Scene} scene @param {Choice} choice */
export const isRepeated = (scene, choice) =>
  Boolean(choice.until && scene.choices?.some((one) => one !== choice && one.action === choice.action));

export class Standing {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.until = ""; // of the choice; empty if there is none
    this.text = "";
    this.decision = -1; // the one that is being made
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** A choice of the player begins or ends it. Other decisions, such as a placement, leave it. @param {Scene | undefined} scene @param {string} until */
  note(scene, until) {
    if (!scene?.choices?.some((one) => one.until)) return;
    if (until === this.until) return;
    this.stop();
    this.until = until;
    this.text = words(scene.choices.find((one) => one.until === until && until)?.text);
  }

  stop() {
    clearTimeout(this.timer);
    this.until = this.text = "";
    this.decision = -1;
  }

  /** Make the choice again if the table asks for it. */
  goOn() {
    const { table } = this;
    const state = table.state;
    if (!this.until || !state || !table.canAct(state) || this.decision === state.decision) return;
    const offered = (state.scene?.choices ?? []).filter(({ until }) => until);
    if (!offered.length) return;
    const again = offered.find(({ until }) => until === this.until);
    if (!again) {
      this.stop();
      table.draw();
      return;
    }
    this.decision = state.decision;
    this.timer = setTimeout(() => {
      this.decision = -1;
      if (table.state?.decision === state.decision) table.act(again.action, again.until);
    }, pause(state));
  }
}

/** @param {State} state */
function pause(state) {
  const people = state.table.seats.some(({ kind }, seat) => kind === "person" && seat !== state.seat);
  if (!people) return AMONG_BOTS;
  return AMONG_PEOPLE.least + Math.random() * (AMONG_PEOPLE.most - AMONG_PEOPLE.least);
}
