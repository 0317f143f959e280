"""The names of this server, and requests that other sites make in somebody's browser.

An attacker's name may point to this server (DNS rebinding), so a name has to be allowed. An address in digits
cannot point elsewhere and is always allowed.
"""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

HeaderLines = Iterable[tuple[bytes, bytes]]


class Hosts:
    def __init__(self, bound: str) -> None:
        setting = os.environ.get("MATCHBOX_HOSTS", "")
        self._given = {name.strip().lower().rstrip(".") for name in setting.split(",")} - {""}
        machine = socket.gethostname().lower()
        self._names = {"localhost", bound.lower(), machine, f"{machine.partition('.')[0]}.local", *self._given}

    def problem(self, headers: HeaderLines, *, changes: bool) -> tuple[int, str] | None:
        """The status and the text of the error for a request to a foreign name, or from another site.

        Programs send no Origin. `changes`: the request may change something, or opens a WebSocket.
        """
        hosts = [value.decode("latin-1") for name, value in headers if name == b"host"]
        for host in hosts:
            if not self._is_ours(_name(f"//{host}")):
                return 421, f"this server does not know the name {host}; its host can add it to MATCHBOX_HOSTS"
        origins = [value.decode("latin-1") for name, value in headers if name == b"origin"] if changes else []
        for origin in origins:
            if origin.lower().partition("://")[2] not in map(str.lower, hosts) and _name(origin) not in self._given:
                return 403, f"pages of {origin} may not use this server; its host can add the name to MATCHBOX_HOSTS"
        return None

    def _is_ours(self, name: str) -> bool:
        return name in self._names or "*" in self._given or _is_address(name)


def _name(url: str) -> str:
    """The host of a URL without its port, or nothing if it has none."""
    try:
        return (urlsplit(url).hostname or "").rstrip(".")
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
