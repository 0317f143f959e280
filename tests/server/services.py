"""Private Redis and PostgreSQL servers, which tests may stop and start again."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from .harness import free_port

REDIS_SERVER = shutil.which("redis-server")
_FOUND = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl")) or [Path(shutil.which("pg_ctl") or "/none/pg_ctl")]
POSTGRES_BIN = _FOUND[-1].parent
POSTGRES_USER = "postgres" if hasattr(os, "getuid") and os.getuid() == 0 else None  # PostgreSQL refuses to run as root


def has_postgres() -> bool:
    """Can PostgreSQL run here?"""
    if POSTGRES_USER:
        import pwd

        try:
            pwd.getpwnam(POSTGRES_USER)
        except KeyError:
            return False
    return (POSTGRES_BIN / "initdb").exists()


class PrivateRedis:
    def __init__(self, *settings: str) -> None:
        self.port, self._settings = free_port(), settings
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        import redis

        command = [REDIS_SERVER or "redis-server", "--port", str(self.port), "--save", "", *self._settings]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=tempfile.gettempdir())
        with redis.Redis(port=self.port) as client:
            for _ in range(400):
                try:
                    client.ping()
                    return
                except redis.exceptions.AuthenticationError:
                    return
                except redis.exceptions.ConnectionError:
                    time.sleep(0.05)
        raise AssertionError("Redis does not start")

    def stop(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None


class PrivatePostgres:
    """Everybody on this machine may connect, but the role `guarded` needs the password `right`."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"
        self._folder = Path(tempfile.mkdtemp(prefix="matchbox-postgres-"))
        if POSTGRES_USER:
            shutil.chown(self._folder, POSTGRES_USER)
        self._data = self._folder / "data"
        self._run("initdb", "-D", str(self._data), "-U", "postgres", "--auth=trust", "--no-sync")
        rules = "host all guarded 127.0.0.1/32 scram-sha-256\nlocal all all trust\nhost all all 127.0.0.1/32 trust\n"
        (self._data / "pg_hba.conf").write_text(rules)

    def _run(self, program: str, *arguments: str) -> None:
        with (self._folder / "log").open("ab") as log:
            command = [str(POSTGRES_BIN / program), *arguments]
            subprocess.run(command, check=True, stdout=log, stderr=log, user=POSTGRES_USER, cwd=self._folder)

    def start(self) -> None:
        options = f"-p {self.port} -k {self._folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        self._run("pg_ctl", "-D", str(self._data), "-o", options, "-w", "-l", str(self._folder / "server.log"), "start")

    def stop(self) -> None:
        if (self._data / "postmaster.pid").exists():
            self._run("pg_ctl", "-D", str(self._data), "-m", "immediate", "-w", "stop")

    def execute(self, *statements: str) -> None:
        import psycopg

        with psycopg.connect(self.url, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)
