"""The real bus of a scenario, and a TCP proxy in front of it."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path


class RealBus:
    """A bus process with its own port and directories; it keeps its port across restarts."""

    def __init__(self, directory: Path, options: Sequence[str] = ()) -> None:
        self._command = shlex.split(os.environ["BUB_COMMAND"])
        self._directory = directory
        self._options = list(options)
        self._port = "0"
        self._process: asyncio.subprocess.Process | None = None
        self.url = ""

    @property
    def port(self) -> int:
        return int(self._port)

    @property
    def _run(self) -> list[str]:
        return ["--run-dir", str(self._directory / "run")]

    async def start(self) -> None:
        self._directory.mkdir(mode=0o700, exist_ok=True)
        with (self._directory / "bus.log").open("a") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, "bus", "serve", "--port", self._port, *self._run, *self._options,
                stdout=subprocess.PIPE, stderr=log, start_new_session=True,
            )  # fmt: skip
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            if line.startswith(b"bub bus ready "):
                self.url = line.decode().split()[-1]
                self._port = self.url.rpartition(":")[2]
                return
        raise RuntimeError(f"the bus did not start: {(self._directory / 'bus.log').read_text()}")

    async def end(self, number: int) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(number)
            await process.wait()

    async def kill(self) -> None:
        await self.end(signal.SIGKILL)

    async def stop(self) -> None:
        await self.end(signal.SIGTERM)

    async def bub(self, *arguments: str) -> str:
        process = await asyncio.create_subprocess_exec(
            *self._command, *arguments, *self._run, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        out, err = await process.communicate()
        if process.returncode != 0:
            raise RuntimeError(f"bub {' '.join(arguments)}: {err.decode()}")
        return out.decode()


class Proxy:
    """Forwards connections to a port until it is told to cut or block them."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._blocked = False
        self.url = ""

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.url = f"ws://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._blocked:
            writer.transport.abort()
            return
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, back}
        # The bus refuses a Host that is not its own.
        request = await reader.readuntil(b"\r\n\r\n")
        back.write(re.sub(rb"(?i)host: [^\r]*", b"Host: 127.0.0.1:%d" % self._target, request, count=1))
        await asyncio.gather(self._pump(reader, back), self._pump(there, writer))
        self._writers -= {writer, back}

    @staticmethod
    async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    def cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    def block(self) -> None:
        self._blocked = True
        self.cut()

    def unblock(self) -> None:
        self._blocked = False

    async def close(self) -> None:
        self.cut()
        if self._server is not None:
            self._server.close()
