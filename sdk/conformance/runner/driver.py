"""A driver process of an SDK."""

from __future__ import annotations

import asyncio
import itertools
import json
import subprocess
from pathlib import Path
from typing import Any

_LINE_LIMIT = 16 * 1024 * 1024


class CommandFailed(Exception):
    """The driver answered a command with an error."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(f"{error.get('kind')}: {error.get('message')}")
        self.error = error


class DriverProcess:
    """Commands to one driver; answers may come in any order."""

    def __init__(self, command: list[str], log: Path) -> None:
        self._command = command
        self._log = log
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._ids = itertools.count(1)
        self._pending: dict[int, asyncio.Future[Any]] = {}

    async def start(self) -> None:
        with self._log.open("a") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, limit=_LINE_LIMIT
            )
        assert self._process.stdout is not None
        ready = await self._process.stdout.readline()
        if not ready or json.loads(ready).get("event") != "ready":
            raise RuntimeError(f"the driver did not start: {self._log.read_text()[-2000:]}")
        self._reader = asyncio.create_task(self._read(self._process.stdout))

    async def _read(self, out: asyncio.StreamReader) -> None:
        while line := await out.readline():
            answer = json.loads(line)
            future = self._pending.pop(answer.get("id"), None)
            if future is not None and not future.done():
                if "error" in answer:
                    future.set_exception(CommandFailed(answer["error"]))
                else:
                    future.set_result(answer.get("result"))
        for future in self._pending.values():
            if not future.done():
                future.set_exception(CommandFailed({"kind": "driver_gone", "message": "the driver has ended"}))

    async def command(self, name: str, params: dict[str, Any]) -> Any:
        assert self._process is not None
        assert self._process.stdin is not None
        key = next(self._ids)
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._pending[key] = future
        self._process.stdin.write(json.dumps({"id": key, "command": name, "params": params}).encode() + b"\n")
        await self._process.stdin.drain()
        return await future

    async def kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
        if self._reader is not None:
            await self._reader
