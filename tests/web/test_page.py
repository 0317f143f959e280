"""The page without a browser: its files, and the modules that need no DOM."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import matchbox

WEB = Path(matchbox.__file__).parent / "web"
SCRIPTS = sorted((WEB / "js").rglob("*.js"))


def test_files_that_the_page_names_exist() -> None:
    named = re.findall(r'(?:src|href)="/web/([^"]+)"', (WEB / "index.html").read_text())
    assert named
    assert [name for name in named if not (WEB / name).is_file()] == []
    for script in SCRIPTS:
        for name in re.findall(r'from "(\.[^"]+)"', script.read_text()):
            assert (script.parent / name).is_file(), f"{script.name} imports {name}"


def test_no_script_breaks_the_content_security_policy() -> None:
    for script in SCRIPTS:
        assert "style=" not in script.read_text(), script.name
        assert not re.search(r"\beval\(|new Function\(", script.read_text()), script.name


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
@pytest.mark.parametrize("name", ["pure", "around", "table", "pan", "moment"])
def test_modules_without_a_page(name: str) -> None:
    done = subprocess.run(
        ["node", "--test", str(Path(__file__).with_name(f"{name}.test.mjs"))],
        env={"PATH": str(Path(shutil.which("node") or "").parent), "WEB": str(WEB)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


TABLE_STYLES = {"bids", "boards", "cards", "maps", "moment", "pieces", "planes", "race", "table", "towers"}


def test_the_table_and_the_other_pages_do_not_share_classes() -> None:
    """All style sheets are loaded at once: a form whose class is also a kind of board would look like that board."""
    classes: dict[bool, set[str]] = {True: set(), False: set()}
    for sheet in (WEB / "css").glob("*.css"):
        rules = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)
        for selectors in re.findall(r"([^{};]+)\{", re.sub(r"\([^)]*\)", "", rules)):
            alone = {one.strip() for one in selectors.split(",") if re.fullmatch(r"\.[\w-]+", one.strip())}
            classes[sheet.stem in TABLE_STYLES] |= alone
    assert ".field" in classes[True]
    assert classes[True] & classes[False] == set()
