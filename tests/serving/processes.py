"""A server as a process of its own, on loopback and a port of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

from attrs import define, field

ROOT = Path(__file__).resolve().parents[2]


@define
class ServerProcess:
    """`with ServerProcess(store) as server:` runs one; `server.url` is where.

    Raises AssertionError on leaving if the server has logged an error.
    """

    store: Path
    patience: float = 3600
    wait: float = 5
    port: int = 0
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        """The file of what it had to say."""
        return self.store.with_suffix(f".{id(self)}.log")

    def start(self) -> None:
        """Start it, on the same port as before if there was a before."""
        started = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "uvicorn", "--factory", "server.app:create"),
                    *("--app-dir", str(ROOT / "docs" / "examples")),
                    *("--port", str(self.port), "--timeout-graceful-shutdown", "1"),
                    *("--no-access-log", "--no-server-header", "--no-date-header"),
                ],
                env={
                    **os.environ,
                    "PYTHONPATH": str(ROOT),
                    "DURAK_STORE": str(self.store),
                    "DURAK_PATIENCE": str(self.patience),
                    "DURAK_WAIT": str(self.wait),
                },
                stderr=log,
            )
        end = time.monotonic() + 30
        while time.monotonic() < end and self._process.poll() is None:
            said = self.log.read_text()[started:]
            running = re.search(r"running on http://127\.0\.0\.1:(\d+)", said)
            if running:
                self.port = int(running[1])
                return
            time.sleep(0.02)
        raise AssertionError(f"the server did not start: {self.log.read_text()}")

    def kill(self) -> None:
        """SIGKILL: it has no time to finish anything."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def __enter__(self) -> ServerProcess:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        assert self._process is not None
        self._process.terminate()
        self._process.wait()
        if error is None:
            said = self.log.read_text()
            assert "Traceback" not in said, said
