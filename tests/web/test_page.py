"""The page's own code without a browser: types, its pure modules, and the words of its catalogue."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import matchbox

WEB = Path(matchbox.__file__).parent / "web"
SCRIPTS = sorted((WEB / "js").glob("*.js"))
CATALOGUES = sorted((WEB / "locale").glob("*.json"))
SAID = re.compile(r"""\bt\(\s*"((?:[^"\\]|\\.)*)\"""")
PLACES = re.compile(r"\{\w+\}")


def test_every_sentence_of_the_page_is_in_every_catalogue() -> None:
    said = {sentence for script in SCRIPTS for sentence in SAID.findall(script.read_text())}
    assert len(said) > 100
    for catalogue in CATALOGUES:
        assert said - set(json.loads(catalogue.read_text())) == set(), catalogue.name


def test_translations_keep_their_places() -> None:
    for catalogue in CATALOGUES:
        for english, translated in json.loads(catalogue.read_text()).items():
            assert set(PLACES.findall(translated)) == set(PLACES.findall(english)), english


def test_scripts_and_styles_that_the_page_names_exist() -> None:
    named = re.findall(r'(?:src|href)="/web/([^"]+)"', (WEB / "index.html").read_text())
    assert named
    assert [name for name in named if not (WEB / name).is_file()] == []
    for script in SCRIPTS:
        for name in re.findall(r'from "\./([^"]+)"', script.read_text()):
            assert (WEB / "js" / name).is_file(), f"{script.name} imports {name}"


def test_no_style_breaks_the_content_security_policy() -> None:
    for script in SCRIPTS:
        assert "style=" not in script.read_text(), script.name
        assert not re.search(r"\beval\(|new Function\(", script.read_text()), script.name


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
def test_pure_modules() -> None:
    done = subprocess.run(
        ["node", "--test", str(Path(__file__).with_name("pure.test.mjs"))],
        env={"PATH": str(Path(shutil.which("node") or "").parent), "WEB": str(WEB)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
