"""A disposable real bus for tests: its own process, port and directories."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path


class DevBus:
    """`with DevBus() as bus: Agent("agent:x", bus=bus.url)`

    `command` is the bub program; by default, the variable `BUB_COMMAND`, or `bub` on the path.
    """

    def __init__(
        self, *, command: str | None = None, options: Sequence[str] = (), directory: str | None = None
    ) -> None:
        self._command = shlex.split(command or os.environ.get("BUB_COMMAND", "bub"))
        self._options = list(options)
        self._own = directory is None
        self.directory = Path(directory or tempfile.mkdtemp(prefix="bub-dev-bus-"))
        self.directory.chmod(0o700)
        self._port = "0"
        self._process: subprocess.Popen[str] | None = None
        self.url = ""

    def __enter__(self) -> DevBus:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        if self._own:
            shutil.rmtree(self.directory, ignore_errors=True)

    @property
    def run_directory(self) -> Path:
        return self.directory / "run"

    def start(self) -> None:
        """Starts the bus; again on the same port after `stop` or `kill`."""
        command = [*self._command, "bus", "serve", "--port", self._port, "--run-dir", str(self.run_directory)]
        log = (self.directory / "bus.log").open("a")
        self._process = subprocess.Popen(
            [*command, *self._options], stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True
        )
        log.close()
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("bub bus ready "):
                self.url = line.split()[-1]
                self._port = self.url.rpartition(":")[2]
                return
        raise RuntimeError(f"the bus did not start:\n{(self.directory / 'bus.log').read_text()}")

    def bub(self, *arguments: str) -> str:
        """Runs a bub command with the directories of this bus and returns its output."""
        command = [*self._command, *arguments, "--run-dir", str(self.run_directory)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def stop(self) -> None:
        """Ends the bus with SIGTERM, after the messages in flight."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """Ends the bus with kill -9."""
        self._end(signal.SIGKILL)

    def _end(self, number: int) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(number)
            process.wait()
            if process.stdout is not None:
                process.stdout.close()
