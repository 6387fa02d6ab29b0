"""Driver of the Python SDK for the conformance suite; README.md describes its protocol."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python" / "src"))

from bub import (
    Ack,
    Agent,
    BubError,
    CallContext,
    CallRefused,
    GuardRefused,
    Message,
    NoAnswer,
    NotConnected,
    OutboxFull,
    PayloadTooLarge,
    Refused,
    Reject,
    RetryLater,
    StoreFailed,
)
from bub.backoff import Environment
from bub.causality import trace_id
from bub.lobby import Offer

Params = dict[str, Any]


class Driver:
    """One agent and its commands."""

    def __init__(self) -> None:
        self.agent: Agent | None = None
        self.behaviours: dict[str | None, Params] = {}
        self.handled: list[Params] = []
        self.news = asyncio.Event()
        self.released = asyncio.Event()
        self.offset = 0.0

    # ---- commands

    async def connect(self, params: Params) -> Params:
        self.agent = Agent(
            params["clientId"],
            bus=params["url"],
            directory=params.get("dir"),
            durable="dir" in params,
            token_file=params.get("tokenFile"),
            max_handlers=params.get("maxHandlers", 1024),
            one_at_a_time=params.get("oneAtATime", False),
            remember=params.get("inbox", "memory"),
            call_timeout=params.get("callTimeout", 65_000) / 1000,
            environment=Environment(now=lambda: time.time() + self.offset),
            arguments=[],
        )
        for kind, behaviour in self.behaviours.items():
            self._serve(kind, behaviour)
        await self.agent.start(wait=params.get("wait", True))
        return {"state": self.agent.state.name}

    async def handle(self, params: Params) -> Params:
        self.behaviours[params.get("type")] = params["behaviour"]
        if self.agent is not None:
            self._serve(params.get("type"), params["behaviour"])
        return {}

    def _serve(self, kind: str | None, behaviour: Params) -> None:
        assert self.agent is not None
        inner = behaviour.get("then", behaviour) if behaviour["do"] == "hold" else behaviour
        if inner["do"] in ("reply", "stream"):
            self.agent.on_chat(self._chat(behaviour))
        elif kind is None:
            self.agent.on_message(self._plain(behaviour))
        else:
            self.agent.on(kind)(self._plain(behaviour))

    async def release(self, params: Params) -> Params:
        self.released.set()
        return {}

    async def list_handled(self, params: Params) -> Params:
        async with asyncio.timeout(params.get("within", 10_000) / 1000):
            while len(self.handled) < params.get("atLeast", 0):
                await self.news.wait()
        return {"messages": self.handled}

    async def subscribe(self, params: Params) -> Params:
        await self._agent.listen(params["pattern"])
        return {}

    async def unsubscribe(self, params: Params) -> Params:
        await self._agent.unlisten(params["pattern"])
        return {}

    async def send(self, params: Params) -> Params:
        receipt = await self._agent.send(params["to"], params["payload"], message_id=params.get("messageId"))
        acks = [ack.to_wire() for ack in receipt]
        return {"accepted": receipt.accepted, "messageId": receipt.message_id, "acks": acks}

    async def post(self, params: Params) -> Params:
        return {
            "messageId": await self._agent.post(params["to"], params["payload"], message_id=params.get("messageId"))
        }

    async def outbox(self, params: Params) -> Params:
        dead = [{"messageId": one.message.id, "reason": one.reason} for one in await self._agent.dead_letters()]
        return {"waiting": await self._agent.outbox_size(), "deadLetters": dead}

    async def offer(self, params: Params) -> Params:
        behaviour = params["behaviour"]

        async def perform(context: CallContext, given: Params) -> Any:
            for news in behaviour.get("progress", ()):
                await context.progress(**news)
            if behaviour["do"] == "hold":
                await self.released.wait()
                return behaviour["then"]["output"]
            return behaviour["output"]

        await self._agent.lobby.offer(Offer(params["capability"], perform))
        return {}

    async def call(self, params: Params) -> Params:
        call = self._agent.request(params["name"], agent=params.get("agent", "any"))
        parts = [part async for part in call.stream(**params["input"])]
        return {"output": parts[-1], "progress": parts[:-1]}

    async def ask(self, params: Params) -> Params:
        return {"text": await self._agent.ask(params["to"], params["text"])}

    async def ping(self, params: Params) -> Params:
        return {"timestamp": await self._agent.ping()}

    async def status(self, params: Params) -> Any:
        return await self._agent.operator.status()

    async def state(self, params: Params) -> Params:
        wanted = params.get("is")
        changed = asyncio.Event()
        self._agent.on_state(lambda _: changed.set())
        async with asyncio.timeout(params.get("within", 10_000) / 1000):
            while wanted is not None and self._agent.state.name != wanted:
                changed.clear()
                await changed.wait()
        return {"state": self._agent.state.name, "reason": self._agent.state.reason}

    async def clock(self, params: Params) -> Params:
        self.offset = params["jump"] / 1000
        return {}

    async def drain(self, params: Params) -> Params:
        await self._agent.drain()
        return {}

    async def close(self, params: Params) -> Params:
        await self._agent.close()
        return {}

    @property
    def _agent(self) -> Agent:
        if self.agent is None:
            raise NotConnected("not connected yet")
        return self.agent

    # ---- behaviours

    def _note(self, message: Message) -> None:
        payload = message.payload
        self.handled.append(
            {
                "from": message.sender,
                "to": message.to,
                "messageId": message.id,
                "payload": payload,
                "cause": payload.get("cause"),
                "trace": trace_id(payload.get("trace")),
            }
        )
        news, self.news = self.news, asyncio.Event()
        news.set()

    def _plain(self, behaviour: Params) -> Any:
        async def handle(message: Message) -> Any:
            self._note(message)
            return await self._behave(behaviour, message)

        return handle

    async def _behave(self, behaviour: Params, message: Message) -> Any:
        match behaviour["do"]:
            case "ack":
                return Ack.ok(behaviour.get("message", "ok"), behaviour.get("payload", {}))
            case "fail":
                raise ValueError("the driver was told to fail")
            case "refuse":
                raise Reject(behaviour.get("message", "refused"))
            case "retry":
                raise RetryLater("later", seconds=behaviour["seconds"])
            case "hold":
                await self.released.wait()
                return await self._behave(behaviour["then"], message)
            case "forward":
                await self._agent.post(behaviour["to"], message.payload, message_id=f"{message.id}/forward")
            case "send":
                await self._agent.send(behaviour["to"], message.payload, message_id=f"{message.id}/send")
            case other:
                raise ValueError(f"unknown behaviour {other}")
        return None

    def _chat(self, behaviour: Params) -> Any:
        async def reply(message: Message) -> str:
            self._note(message)
            if behaviour["do"] == "hold":
                await self.released.wait()
            return str(behaviour.get("then", behaviour)["text"]).replace("{text}", message.text)

        async def stream(message: Message) -> AsyncIterator[str]:
            self._note(message)
            for number, part in enumerate(behaviour["parts"]):
                if number == 1 and behaviour.get("hold"):
                    await self.released.wait()
                yield part

        return stream if behaviour["do"] == "stream" else reply


def error_of(failed: BaseException) -> Params:
    error: Params = {"message": str(failed)}
    match failed:
        case NotConnected():
            return error | {"kind": "not_connected"}
        case NoAnswer():
            return error | {"kind": "no_answer"}
        case GuardRefused():
            return error | {"kind": "guard", "code": failed.code, "reason": failed.reason}
        case Refused():
            return error | {"kind": "refused", "code": failed.code, "reason": failed.reason}
        case CallRefused():
            return error | {"kind": "contract", "code": failed.code, "path": failed.path, "retry": failed.should_retry}
        case OutboxFull():
            return error | {"kind": "outbox_full"}
        case StoreFailed():
            return error | {"kind": "disk"}
        case PayloadTooLarge():
            return error | {"kind": "too_large"}
        case BubError() | _:
            return error | {"kind": "other", "message": f"{type(failed).__name__}: {failed}"}


def say(line: Params) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


async def carry_out(driver: Driver, line: Params) -> None:
    name = line["command"]
    method = getattr(driver, {"handled": "list_handled"}.get(name, name), None)
    try:
        if method is None:
            say({"id": line["id"], "error": {"kind": "unsupported", "message": f"unknown command {name}"}})
            return
        say({"id": line["id"], "result": await method(line.get("params", {}))})
    except (Exception, TimeoutError) as failed:
        say({"id": line["id"], "error": error_of(failed)})


async def main() -> None:
    driver = Driver()
    reader = asyncio.StreamReader(limit=16 * 1024 * 1024)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    say({"event": "ready", "language": "python"})
    tasks = set()
    while line := await reader.readline():
        task = asyncio.create_task(carry_out(driver, json.loads(line)))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    if driver.agent is not None:
        await driver.agent.close()


asyncio.run(main())
