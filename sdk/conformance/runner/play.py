"""Plays one scenario in one language."""

from __future__ import annotations

import asyncio
import contextlib
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from .bus import Proxy, RealBus
from .driver import CommandFailed, DriverProcess
from .match import mismatch
from .peer import CallFailed, RawPeer

Step = dict[str, Any]
_SECONDS = 10.0
_LARGE = "x" * 1_100_000


class ScenarioFailed(Exception):
    """A step did not do what the scenario expects."""


class Play:
    """The actors of one run. A scenario that neither sets up nor touches the bus shares one with others."""

    def __init__(self, scenario: Step, command: list[str], shared: RealBus | None) -> None:
        self._scenario = scenario
        self._command = command
        self._directory = Path(tempfile.mkdtemp(prefix="bub-conformance-"))
        options = scenario.get("bus", {}).get("options", ())
        self._own = shared is None
        self._bus = shared or RealBus(self._directory / "bus", options)
        self._proxy: Proxy | None = None
        self._drivers: dict[str, DriverProcess] = {}
        self._peers: dict[str, RawPeer] = {}
        self._background: dict[str, asyncio.Task[Any]] = {}
        self._saved: dict[str, Any] = {}
        self._last_problem: str | None = None

    @staticmethod
    def needs_own_bus(scenario: Step) -> bool:
        touches = ("start", "kill", "stop", "token", "revoke")
        return "bus" in scenario or any(step.get("bus") in touches for step in scenario["steps"])

    async def run(self, times: int) -> None:
        try:
            if self._own:
                await self._bus.start()
            self._proxy = Proxy(self._bus.port)
            await self._proxy.start()
            for round_number in range(times):
                self._saved["round"] = {"number": round_number}
                for number, step in enumerate(self._scenario["steps"]):
                    await self._play(number, step)
        finally:
            await self._end()

    def log(self) -> str:
        texts = [file.read_text(errors="replace")[-3000:] for file in self._directory.rglob("*.log")]
        return "\n".join(text for text in texts if text)

    def forget(self) -> None:
        shutil.rmtree(self._directory, ignore_errors=True)

    async def _play(self, number: int, step: Step) -> None:
        try:
            async with asyncio.timeout(step.get("within", _SECONDS * 1000) / 1000):
                if "await" in step:
                    await self._check(step, self._background.pop(step["await"]))
                elif "as" in step:
                    self._background[step["as"]] = asyncio.create_task(self._do(step))
                    await asyncio.sleep(0)
                elif step.get("eventually"):
                    await self._eventually(step)
                else:
                    await self._check(step, self._do(step))
        except ScenarioFailed as failed:
            raise ScenarioFailed(f"step {number + 1} {_brief(step)}: {failed}") from failed
        except TimeoutError:
            problem = self._last_problem or "no result in time"
            raise ScenarioFailed(f"step {number + 1} {_brief(step)}: {problem}") from None
        except (CommandFailed, CallFailed) as failed:
            raise ScenarioFailed(f"step {number + 1} {_brief(step)}: {failed}") from failed

    async def _eventually(self, step: Step) -> None:
        """Repeats a query until its result matches."""
        while True:
            try:
                return await self._check(step, self._do(step))
            except ScenarioFailed as not_yet:
                self._last_problem = str(not_yet)
                await asyncio.sleep(0.02)

    async def _check(self, step: Step, work: Any) -> None:
        expected = self._fill(step.get("expect"))
        try:
            result = await work
        except (CommandFailed, CallFailed) as failed:
            if "expectError" not in step:
                raise
            problem = mismatch(self._fill(step["expectError"]), failed.error)
        else:
            if "expectError" in step:
                raise ScenarioFailed(f"succeeded with {result!r}, but must fail")
            problem = None if expected is None else mismatch(expected, result)
            if "save" in step:
                self._saved[step["save"]] = result
        if problem:
            raise ScenarioFailed(problem)

    async def _do(self, step: Step) -> Any:
        step = self._fill({key: value for key, value in step.items() if not key.startswith("expect")})
        if "driver" in step:
            return await self._drive(step)
        if "peer" in step:
            return await self._act(step)
        if "bus" in step:
            return await self._steer(step)
        raise ScenarioFailed("the step has no actor")

    # ---- actors

    async def _drive(self, step: Step) -> Any:
        name = step["driver"]
        if step.get("do") == "kill":
            await self._drivers.pop(name).kill()
            return {}
        if name not in self._drivers:
            self._drivers[name] = DriverProcess(self._command, self._directory / f"{name}.log")
            await self._drivers[name].start()
        times = step.get("times")
        if times is None:
            return await self._drivers[name].command(step["command"], step.get("params", {}))
        # Repeats a command, with {i} in its params.
        for i in range(times):
            await self._drivers[name].command(step["command"], _numbered(step.get("params", {}), i))
        return {}

    async def _act(self, step: Step) -> Any:
        name = step["peer"]
        if step["do"] == "connect":
            self._peers[name] = RawPeer(name)
            return await self._peers[name].connect(step.get("url", self._bus.url), step.get("tokenFile"))
        peer = self._peers[name]
        match step["do"]:
            case "subscribe":
                return await peer.subscribe(step["pattern"])
            case "send":
                return await peer.send(step)
            case "receive":
                return await peer.receive(step.get("type"))
            case "answer":
                return await peer.answer(step)
            case "answerAll":
                return await peer.answer_all(step.get("result", {}))
            case "received":
                return await peer.received(step.get("atLeast", 0))
            case "disconnect":
                return await peer.disconnect(step.get("code", 1000))
            case other:
                raise ScenarioFailed(f"unknown action {other}")

    async def _steer(self, step: Step) -> Any:
        assert self._proxy is not None
        match step["bus"]:
            case "start":
                return await self._bus.start()
            case "kill":
                return await self._bus.kill()
            case "stop":
                return await self._bus.stop()
            case "token":
                options = step.get("options", ["--client-id", step.get("clientId", "")])
                out = ["--out", step["file"]]
                return {"text": await self._bus.bub("token", "create", *options, *out)}
            case "revoke":
                token = Path(step["file"]).read_text().split("_")[1]
                return {"text": await self._bus.bub("token", "revoke", token)}
            case "cut":
                return self._proxy.cut()
            case "block":
                return self._proxy.block()
            case "unblock":
                return self._proxy.unblock()
            case other:
                raise ScenarioFailed(f"unknown action {other}")

    def _fill(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: self._fill(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self._fill(item) for item in value]
        if not isinstance(value, str):
            return value
        value = value.replace("{url}", self._bus.url).replace("{dir}", str(self._directory))
        value = value.replace("{large}", _LARGE) if value == "{large}" else value
        value = value.replace("{proxy}", self._proxy.url if self._proxy else "")
        return re.sub(r"\{save\.(\w+)\.(\w+)\}", lambda found: str(self._saved[found[1]][found[2]]), value)

    async def _end(self) -> None:
        for task in self._background.values():
            task.cancel()
        for driver in self._drivers.values():
            await driver.kill()
        for peer in self._peers.values():
            with contextlib.suppress(Exception):
                await peer.disconnect()
        if self._proxy is not None:
            await self._proxy.close()
        if self._own:
            await self._bus.kill()


def _numbered(value: Any, i: int) -> Any:
    if isinstance(value, dict):
        return {key: _numbered(item, i) for key, item in value.items()}
    return value.replace("{i}", str(i)) if isinstance(value, str) else value


def _brief(step: Step) -> str:
    actor = next((f"{kind} {step[kind]}" for kind in ("driver", "peer", "bus", "await") if kind in step), "?")
    return f"({actor} {step.get('command') or step.get('do') or ''})"
