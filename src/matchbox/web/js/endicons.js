// Icons of the end screen and the replay.

import { drawing } from "./dom.js";

/** @type {Record<string, string>} */
const ICONS = {
  play: '<path d="M8 5.5v13l11-6.5z" fill="currentColor"/>',
  pause: '<path d="M8 5.500v13M16 5.500v13" stroke-width="3.5"/>',
  back: '<path d="m14.5 6-6 6 6 6"/>',
  on: '<path d="m9.5 6 6 6-6 6"/>',
  share: '<path d="M12 14V4m-4 3.5 4-4 4 4M6 11H5v9h14v-9h-1"/>',
  shield: '<path d="M12 3.5 5 6v5.500c0 4.5 2.8 7.5 7 9 4.2-1.5 7-4.5 7-9V6zM9 12l2.2 2.200L15.2 10"/>',
  warning: '<path d="M12 4 3 19.500h18zM12 10v4.500M12 17v.01"/>',
  board: '<path d="M4 5h16v14H4zM4 12h16M12 5v14"/>',
  close: '<path d="M6 6l12 12M18 6 6 18"/>',
  download: '<path d="M12 4v11m-4-4 4 4 4-4M5 19.500h14"/>',
};

/** @param {string} name */
export function icon(name) {
  return drawing(
    `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round">${ICONS[name]}</svg>`,
    "icon",
  );
}
