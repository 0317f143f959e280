"""Other sites, odd addresses, odd names, and public tables that hide each other."""

from __future__ import annotations

import stat
import sys
import tempfile
from pathlib import Path
from typing import Any

import httpx

from tests.attacks import report
from tests.server.harness import Node

TABLE: dict[str, Any] = {"game": "othellino", "players": [{"kind": "local", "name": "Ann"}, {"kind": "open"}]}
PATHS = (
    "/web/%00", "/web/" + "a" * 300, "/web/" + "%F0%9F%98%80" * 100, "/web/..%2f..%2fpyproject.toml",
    "/web//etc/passwd",
    "/%00", "/" + "a" * 5000, "/api/games/%00/rules", "/api/tables/%00", "/api/tables/a%0a", "/api/" + "a" * 20000,
    "/api/tables/abc?format=%00", "/api/tables/abc/replay?step=1e999",
)  # fmt: skip
NAMES = ("a\u0000b", "\u202eevil", "a\u2066b", "\u200b", " ", "a\u0007b", "x" * 1000)


def statuses(answers: list[httpx.Response]) -> str:
    return " ".join(str(status) for status in sorted({answer.status_code for answer in answers}))


def attacks(node: Node, folder: Path) -> bool:
    post, results = node.http.post, []

    def tried(text: str, held: bool, answers: list[httpx.Response]) -> None:
        results.append(report(text, held, f"status {statuses(answers)}"))

    found = [post("/api/tables", json=TABLE, headers={"Origin": it}) for it in ("https://evil.example", "null")]
    tried("a table by another site", all(it.status_code == 403 for it in found), found)
    found = [node.http.get("/api/tables", headers={"Host": "evil.example"})]
    tried("a name that is rebound to this server", found[0].status_code == 421, found)
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
    key = {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Origin": "https://evil.example"}
    table = node.make("othellino", "Ann", "open")["table"]
    try:
        found = [node.http.get(f"/api/tables/{table}/live", headers={**upgrade, **key}, timeout=2)]
        tried("a WebSocket of another site", found[0].status_code == 403, found)
    except httpx.HTTPError:
        tried("a WebSocket of another site", False, [])
    found = [post("/api/tables", content=b"{}", headers={"Content-Type": "text/plain"})]
    tried("a form that looks like JSON", found[0].status_code == 415, found)
    found = [node.http.get(path) for path in PATHS]
    tried(f"{len(PATHS)} odd addresses", all(400 <= it.status_code < 500 for it in found), found)
    players = [[{"kind": "me", "name": name}, {"kind": "open"}] for name in NAMES]
    found = [post("/api/tables", json={**TABLE, "players": it}) for it in players]
    tried(f"{len(NAMES)} odd names", all(it.status_code == 400 for it in found), found)
    found = [node.http.get(path) for path in ("/", "/api/docs", "/api/games", "/api/none", "/metrics", "/web/none")]
    safe = all("nosniff" in it.headers.get("x-content-type-options", "") for it in found)
    tried("security headers", safe and all("content-security-policy" in it.headers for it in found), found)
    page = node.http.get("/api/docs").text
    results.append(report("foreign scripts in /api/docs", "<script" not in page, f"{page.count('<script')} scripts"))
    public = {**TABLE, "listed": True}
    real = post("/api/tables", json=public, headers={"X-Forwarded-For": "203.0.113.1"}).json()["table"]
    found = [post("/api/tables", json=public) for _ in range(110)]
    names = [row["table"] for row in node.http.get("/api/tables").json()]
    tried("110 public tables of one address", real in names, found)
    found = [post("/api/reserve") for _ in range(600)]
    tried("600 reservations", any(it.status_code == 429 for it in found), found)
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in (folder, *folder.iterdir())}
    readable = [name for name, mode in modes.items() if mode & 0o077]
    results.append(report("files that others can read", not readable, ", ".join(readable) or "none"))
    return all(results)


def main() -> int:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "data"
        node = Node(folder)
        try:
            held = attacks(node, folder)
        finally:
            node.stop()
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
