// The router: the address decides which page is shown.

import { loadLanguage, t } from "./i18n.js";
import { lobby } from "./lobby.js";
import { newTable } from "./newtable.js";
import { rulesPage } from "./rules.js";
import { h, update } from "./dom.js";
import { header } from "./header.js";
import { Table } from "./table.js";

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
/** @type {Table | null} */
let table = null;
/** @type {(() => void) | null} */
let redraw = null;

/** @param {string} path */
function go(path) {
  history.pushState(null, "", path);
  show();
}

async function show() {
  table?.close();
  table = null;
  redraw = null;
  document.title = "Matchbox";
  const [, page, id] = location.pathname.split("/");
  document.body.dataset.page = page || "lobby";
  window.scrollTo(0, 0);
  if (!page) redraw = await lobby(root, go);
  else if (page === "game" && id) redraw = (await newTable(root, id, go)) ?? null;
  else if (page === "rules" && id) await rulesPage(root, id, go);
  else if (page === "table" && id) {
    table = new Table(root, id, go);
    await table.open();
  } else update(root, [header(go), h("main.narrow", null, h("p.banner", { role: "alert" }, t("Page not found.")))]);
}

document.addEventListener("matchbox:redraw", () => {
  if (table) table.draw();
  else if (redraw) redraw();
  else show();
});
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href^='/rules/'], a[href^='/game/']") : null;
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || link.closest("dialog")) return;
  event.preventDefault();
  go(link.getAttribute("href") ?? "/");
});
window.addEventListener("popstate", show);

await loadLanguage();
await show();
