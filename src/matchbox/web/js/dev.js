// Only for `matchbox dev`: loads the page again when the game has changed, and shows mistakes in its code.

import { saveSeats } from "./store.js";

const PAUSE = 500;

/** @type {string | null} */
let start = null;
const report = document.createElement("pre");
report.setAttribute("role", "alert");
Object.assign(report.style, {
  position: "fixed",
  inset: "auto 0 0 0",
  zIndex: "1000",
  margin: "0",
  padding: "1rem",
  overflow: "auto",
  maxHeight: "50vh",
  background: "#7a1020",
  color: "#ffffff",
  whiteSpace: "pre-wrap",
});

async function look() {
  try {
    const found = await (await fetch("/dev/state")).json();
    if (start !== null && start !== found.start) location.reload();
    start = found.start;
    report.textContent = found.report;
    if (found.report) document.body.append(report);
    else report.remove();
    if (found.table && location.pathname === "/dev") {
      saveSeats(found.table.table, found.table.seats);
      location.replace(`/table/${found.table.table}`);
    }
  } catch {
    // The server starts again.
  }
  setTimeout(look, PAUSE);
}

look();
