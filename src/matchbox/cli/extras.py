"""Packages that a command needs beyond the core: it says so before it starts."""

from __future__ import annotations

from importlib.util import find_spec

SERVER = ("alembic", "httptools", "prometheus_client", "sqlalchemy", "starlette", "uvicorn", "websockets")
RELOADING = (*SERVER, "watchfiles")
SCREEN = ("textual",)


def check_installed(packages: tuple[str, ...], feature: str, advice: str = "") -> None:
    """Fail with the command to install if one of these packages of the extra `play` is missing."""
    from matchbox.engine import MatchboxError

    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        install = f"{feature} needs an extra: pip install 'matchbox-games[play]'"
        raise MatchboxError(f"{install} (missing: {', '.join(missing)}){advice}")
