"""The page without a browser: its files, and the modules that need no DOM."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import matchbox

WEB = Path(matchbox.__file__).parent / "web"
SCRIPTS = sorted((WEB / "js").glob("*.js"))


def test_files_that_the_page_names_exist() -> None:
    named = re.findall(r'(?:src|href)="/web/([^"]+)"', (WEB / "index.html").read_text())
    assert named
    assert [name for name in named if not (WEB / name).is_file()] == []
    for script in SCRIPTS:
        for name in re.findall(r'from "\./([^"]+)"', script.read_text()):
            assert (WEB / "js" / name).is_file(), f"{script.name} imports {name}"


def test_no_script_breaks_the_content_security_policy() -> None:
    for script in SCRIPTS:
        assert "style=" not in script.read_text(), script.name
        assert not re.search(r"\beval\(|new Function\(", script.read_text()), script.name


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
def test_selection_and_texts() -> None:
    done = subprocess.run(
        ["node", "--test", str(Path(__file__).with_name("pure.test.mjs"))],
        env={"PATH": str(Path(shutil.which("node") or "").parent), "WEB": str(WEB)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
