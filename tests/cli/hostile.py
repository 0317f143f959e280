"""Hostile calls of the `matchbox` command, over all commands and options: none ends in a traceback.

`calls` runs in a test; `python -m tests.attacks.cli` also gives every command every file.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

HUGE = "9" * 30
LONGER = "9" * 5000  # more digits than Python reads
ODD_TEXTS = (
    "[/x]", "[red]x", ":smile:", "", " ", "\x00", "a\x00b", "\udcff", "\x1b[2J", "a\nb", "x" * 5000, "../..", "%s",
)  # fmt: skip
ODD_NUMBERS = ("-1", "1.5", "1e3", "0x10", "²", HUGE, LONGER, "nan", "")
ADDRESSES = (
    "http://", "https://", "http:///", "http://[", "http://[::1", "http://[::1]:x/table/t", "http://:0/table/t",
    "http://127.0.0.1:99999/table/t", "http://127.0.0.1:-1/table/t", "http://127.0.0.1:9/table/t",
    "http://127.0.0.1:9/a b", "http://a\x00b/", "http://\udcff/", "http://" + "x" * 300 + ".invalid/",
    "http://[/x]/table/t", "HTTP://127.0.0.1:9/", "ftp://127.0.0.1/x", "file:///etc/passwd",
    "http://127.0.0.1:9/table/t#" + "x" * 5000, "http://user:pass@127.0.0.1:9/table/t", "http://..../", "http://\r\n/",
)  # fmt: skip
HOSTS = ("", "x" * 300, "\udcff")
UNKNOWN_HOSTS = (" ", "[/x]", "999.999.999.999", "::g", "http://x", "-1")  # may wait for a name server
GAME = "game othellino 1\nseats 2\n"
RECORDS = (
    "", "\x00", "[/x]", "game", "game othellino", "game othellino x", "game othellino 99", "game [/x] 1", "game  1 1",
    GAME + "nonce 99999999999 ab", GAME + "nonce -5 ab", GAME + "nonce x ab", GAME + f"nonce {LONGER} ab",
    GAME + f"seed {LONGER}", GAME + "seed 3\n7 place b3", GAME + f"seed 3\n{LONGER} place b3", GAME + "seed 3\n0",
    GAME + "seed 3\n0 [/x]", GAME + "seed 3\n² place b3", GAME + "seed 3\ntime", GAME + "secret zz", GAME + "secret a",
    GAME + "secret ab\nseed 1", GAME + "[/x] 1", GAME + "option", GAME + "option board", GAME + "option board \x1b[2J",
    GAME + "option [/x] 1", GAME + "seed 3\nresult ranks 1 2 scores 9 9", GAME + "commitment x\nseed 3",
    "game othellino 1\nseats 0", "game othellino 1\nseats -1", f"game othellino 1\nseats {HUGE}",
    f"game othellino 1\nseats {LONGER}", "game othellino 1\nseats", "game war 1\noption map " + "o" * 5000,
    "game war 1\noption map \x00", "game gauntlet 1\noption track /" * 3,
)  # fmt: skip
POSITION = "position othellino 1 whole\n"
POSITIONS = (
    "position", "position othellino", "position [/x] 1 whole", "position othellino 1 seat", POSITION,
    POSITION + "seats 2",
    "position othellino 1 seat -1", "position othellino 1 seat ²", f"position othellino 1 seat {LONGER}",
    POSITION + "seats 2\nacting 255", POSITION + "seats 2\nacting 1\npieces 1 1", POSITION + f"seats {LONGER}",
    POSITION + "seats 2\nacting 1\nlast 100", POSITION + "seats 2\nacting 1\nused 200", POSITION + "[/x] 1",
    POSITION + "a.b.c 1", POSITION + "seats", POSITION + "seats 2 2", POSITION + "option board 9", POSITION + "option",
    "position best_of_three 2 whole\nseats 2\nacting 1\nplaying 5\nposition 2",
    "position war 1 whole\noption map o\nseats 2\nacting 1", "position speed 1 whole\nseats 2\nacting 3\nheld 7 7",
)  # fmt: skip
MAPS = (
    "war", "war\n[/x]", "war\n\x00", "war\n\x1b[2J", "war\n" + "o" * 5000, "war\n" + "o/" * 3000, "gauntlet\n",
    "gauntlet\ns" + "f" * 12,
)  # fmt: skip
READERS = (["replay"], ["review"], ["verify"], ["position"], ["map", "check"], ["map", "show"])


def calls(folder: Path, thorough: bool = False) -> Iterator[list[str]]:
    """Argument lists that all end with exit code 2."""
    (folder / "file").touch()
    (folder / "record").write_text(GAME + "option board 6\noption opening diagonal\nseed 3\n0 place b3\n")
    yield from ([], ["--nonsense"], [""], ["\x00"], ["[/x]"], ["games", "x"], ["games", "--json", "x"])
    for text in ODD_TEXTS:
        yield from (["rules", text], ["play", text], ["simulate", text], ["tournament", text], ["warm", text])
        yield from (["dev", text], ["new-game", text, "--folder", f"{folder}/new"])
        yield ["new-game", "stone_age", "--folder", f"{folder}/file/{text}"]
        yield from (["map", "example", text], ["map", text], ["serve", "--data", f"{folder}/file/{text}"])
        for option in (text, f"{text}=6", f"board={text}"):
            yield ["simulate", "othellino", "--option", option]
        yield ["simulate", "war", "--option", f"map={text}"]
        yield ["simulate", "othellino", "--bots", f"{text},x"]
        yield ["tournament", "othellino", "--bots", f"{text},{text}x"]
        yield ["play", "othellino", "--seats", f"you,{text}x"]
        yield from (["compare", text, "--b", "board=8"], ["sweep", text], ["tune", text, "--target", "draws=low"])
        for value in (text, f"{text}=6", f"board={text}"):
            yield from (["compare", "othellino", "--b", value], ["compare", "war", "--b", f"map={text}"])
            yield ["sweep", "othellino", "--option", f"x{value}"]
            yield ["tune", "othellino", "--target", value]
        yield from ([command, "othellino", "--option", f"board={text}x"] for command in ("sweep", "tune"))
        yield ["compare", "othellino", "--b", "board=8", "--ask", f"{text},x"]
        yield ["sweep", "othellino", "--option", "board", "--measure", f"{text},x"]
        yield ["play", "othellino", "--save", f"{folder}/file/{text}/x"]
        yield from ([*command, f"{folder}/no/{text}"] for command in READERS)
    for number in ODD_NUMBERS:
        for argument in ("-n", "--threads", "--seats"):
            yield ["simulate", "othellino", argument, number]
            yield ["tournament", "othellino", argument, number]
        for argument in ("-n", "--threads", "--seats", "--seconds"):
            yield ["compare", "othellino", "--b", "board=8", argument, number]
            yield ["sweep", "othellino", "--option", "board", argument, number]
            yield ["tune", "othellino", "--target", "draws=low", argument, number]
        yield ["tune", "othellino", "--target", "draws=low", "--trials", number]
        yield ["tune", "othellino", "--target", f"minutes={number}x"]
        for command, argument in (("replay", "--seat"), ("replay", "--position"), ("review", "--iterations")):
            yield [command, str(folder / "record"), argument, number]
        yield from (
            ["bench", "--rounds", number],
            ["serve", "--port", number],
            ["dev", "othellino", "--port", number],
            ["map", "example", "war", "--seats", number],
        )
    yield ["simulate", "othellino", "-n", "999999999", "--bots", "novice,novice"]
    yield ["tournament", "othellino", "-n", "999999999"]
    yield ["tournament", "liars_cards", "--seats", "10", "--bots", ",".join(["random"] * 20)]
    for seed in (str(2**256), HUGE * 3, LONGER):
        yield from (["simulate", "othellino", "--seed", seed], ["play", "othellino", "--seed", seed])
    yield from (["verify", address] for address in ADDRESSES)
    hosts = HOSTS + UNKNOWN_HOSTS * thorough
    yield from (["serve", "--host", host, "--port", "0", "--data", str(folder / "data")] for host in hosts)
    for readers, texts in (READERS[:1], RECORDS), (READERS[3:4], POSITIONS), (READERS[4:], MAPS):
        for content in texts:
            file = folder / f"{readers[0][0]}{texts.index(content)}"
            file.write_text(content, encoding="utf-8")
            yield from ([*command, str(file)] for command in (READERS if thorough else readers))
    for path in bad_files(folder):
        yield from ([*command, str(path)] for command in READERS)


def bad_files(folder: Path) -> Iterator[Path]:
    yield folder
    yield folder / "missing"
    for name, content in {"binary": b"\xff\xfe\x00", "zeros": bytes(100), "empty": b"", "elf": b"\x7fELF" * 99}.items():
        (folder / name).write_bytes(content)
        yield folder / name
    (folder / "locked").touch(0)
    yield folder / "locked"
    (folder / "loop").symlink_to(folder / "loop")
    yield folder / "loop"


def wrong_with(code: int, out: str, err: str) -> str:
    """The fault in the end of a call; empty if it is a clear error on one line."""
    *usage, last = err.splitlines() or [""]
    if code != 2:
        return f"exit code {code}"
    if not last.startswith("matchbox") or ": " not in last or (usage and not usage[0].startswith("usage: ")):
        return f"no clear message: {err[-200:]!r}"
    return ""
