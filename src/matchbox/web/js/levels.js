// The levels of bots in words.

import { msg } from "./i18n.js";

/** Levels of bots, by id. @type {Record<string, { name: string, about: string }>} */
export const LEVELS = {
  random: { name: msg("random"), about: msg("plays at random") },
  novice: { name: msg("novice"), about: msg("has just learned the rules") },
  casual: { name: msg("casual"), about: msg("plays now and then") },
  club: { name: msg("club"), about: msg("plays well") },
  expert: { name: msg("expert"), about: msg("thinks long and hard") },
  perfect: { name: msg("perfect"), about: msg("never makes a mistake") },
};
