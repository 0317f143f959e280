// The top bar: title, tools, language and theme.

import { drawing, h } from "./dom.js";
import { LANGUAGES, language, setLanguage, t } from "./i18n.js";
import { setPlain } from "./store.js";

/** @type {Record<string, string>} */
const ICONS = {
  hint: '<path d="M12 3a6 6 0 0 1 4 10.500c-1 1-1.500 2-1.500 3h-5c0-1-.5-2-1.500-3A6 6 0 0 1 12 3zM9.500 19h5M10.500 21.500h3"/>',
  rules: '<path d="M4 5c3-1 6-1 8 1 2-2 5-2 8-1v13c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v13"/>',
  log: '<path d="M5 6h14M5 12h14M5 18h9"/>',
  leave: '<path d="M14 4h5v16h-5M4 12h11M11 8l4 4-4 4"/>',
  light:
    '<circle cx="12" cy="12" r="4.500"/><path d="M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2"/>',
  dark: '<path d="M20 14A8.500 8.500 0 0 1 10 4a8.500 8.500 0 1 0 10 10z"/>',
  home: '<path d="M4 11l8-7 8 7v9h-5v-6H9v6H4z"/>',
};

/** @param {string} name */
export function icon(name) {
  return drawing(
    `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.800" stroke-linecap="round" stroke-linejoin="round">${ICONS[name]}</svg>`,
    "icon",
  );
}

/** @param {string} name @param {string} text @param {() => void} onclick @param {Record<string, any>} [more] */
export function iconButton(name, text, onclick, more) {
  return h(
    "button.tool",
    { type: "button", title: text, "aria-label": text, onclick, ...more },
    icon(name),
    h("span", { "aria-hidden": "true" }, text),
  );
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function switchTheme() {
  const next = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  setPlain("theme", next);
  document.dispatchEvent(new Event("matchbox:redraw"));
}

/** @param {(path: string) => void} go @param {string} [title] @param {(HTMLElement | null)[]} [tools] */
export function header(go, title, tools = []) {
  const other = language() === "ja" ? "en" : "ja";
  return h(
    "header.bar",
    { key: "bar", class: tools.length ? "busy" : "" },
    h(
      "a.brand",
      {
        href: "/",
        key: "home",
        "aria-label": t("Matchbox: all games"),
        onclick: (/** @type {Event} */ event) => (event.preventDefault(), go("/")),
      },
      h("img", { src: "/web/icon.svg", alt: "", width: 32, height: 32 }),
      h("span", { class: title ? "wide" : "" }, "Matchbox"),
    ),
    // Other pages have their own heading.
    h(
      document.body.dataset.page === "table" ? "h1.where" : "p.where",
      null,
      title ?? (document.body.dataset.page === "table" ? t("Table") : ""),
    ),
    h("div.tools", null, tools),
    h(
      "button.tool.language",
      {
        type: "button",
        key: "language",
        lang: other,
        "aria-label": LANGUAGES[other],
        onclick: async () => (await setLanguage(other), document.dispatchEvent(new Event("matchbox:redraw"))),
      },
      other === "ja" ? "日本語" : "EN",
    ),
    iconButton(isDark() ? "light" : "dark", isDark() ? t("Light colours") : t("Dark colours"), switchTheme, {
      key: "theme",
      class: "theme",
    }),
  );
}
