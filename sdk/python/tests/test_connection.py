"""Connections that break, are replaced or are refused."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bub import Agent, BusNotFound, Disconnected, Message, NoAnswer, NotConnected, Refused
from bub.backoff import Environment
from bub.connection import Connection, Identity
from bub.discovery import TokenFile
from bub.messages import from_json, to_json
from bub.session import Session
from bub.testing import LocalBus
from bub.transport import CannotConnect, LinkClosed

from .conftest import MakeAgent


class ScriptedLink:
    """A link whose other side the test plays."""

    is_proven = False

    def __init__(self) -> None:
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.incoming: asyncio.Queue[str | LinkClosed] = asyncio.Queue()

    async def send(self, text: str) -> None:
        self.sent.put_nowait(from_json(text))

    async def receive(self) -> str:
        frame = await self.incoming.get()
        if isinstance(frame, LinkClosed):
            raise frame
        return frame

    async def close(self, code: int, reason: str) -> None:
        self.incoming.put_nowait(LinkClosed(code, reason))

    def answer(self, key: int, **body: Any) -> None:
        self.incoming.put_nowait(to_json({"jsonrpc": "2.0", "id": key, **body}))


class ScriptedConnector:
    url = "ws://test"

    def __init__(self, *outcomes: dict[str, Any] | CannotConnect) -> None:
        self._outcomes = list(outcomes)
        self.hellos: list[dict[str, Any]] = []

    def at(self, path: str) -> ScriptedConnector:
        return self

    async def connect(self) -> ScriptedLink:
        outcome = self._outcomes.pop(0)
        if isinstance(outcome, CannotConnect):
            raise outcome
        link = ScriptedLink()

        async def answer_initialize() -> None:
            frame = await link.sent.get()
            self.hellos.append(frame["params"])
            link.answer(frame["id"], **outcome)

        self._task = asyncio.create_task(answer_initialize())
        return link


WELCOME = {"result": {"serverId": "bus-1"}}
BAD_TOKEN = {"error": {"code": -32010, "message": "Unauthenticated", "data": {"reason": "unauthenticated"}}}
NO_TOKENS = {"error": {"code": -32010, "message": "later", "data": {"reason": "tokens_unavailable"}}}


def connection(connector: ScriptedConnector, token: TokenFile | None = None) -> Connection:
    identity = Identity("agent:a", "test", "1", token)
    return Connection(connector, identity, Environment(chance=lambda: 0.0))


async def test_reconnects_until_the_bus_is_there() -> None:
    line = connection(ScriptedConnector(CannotConnect("down"), CannotConnect("down"), WELCOME))
    line.start()
    await line.wait_connected(5)
    assert line.state.reason == "bus-1"
    await line.close()


async def test_stops_when_the_bus_refuses_the_token() -> None:
    line = connection(ScriptedConnector(BAD_TOKEN))
    line.start()
    assert "refused the token" in await line.wait_stopped()
    with pytest.raises(NotConnected) as refused:
        await line.call("ping")
    assert refused.value.final


async def test_tries_again_while_the_bus_cannot_read_its_tokens() -> None:
    line = connection(ScriptedConnector(NO_TOKENS, WELCOME))
    line.start()
    await line.wait_connected(5)
    await line.close()


async def test_tries_again_with_a_token_that_the_bus_may_not_know_yet(tmp_path: Path) -> None:
    file = tmp_path / "a.token"
    file.write_text("bub_x\n")
    connector = ScriptedConnector(BAD_TOKEN, WELCOME)
    line = connection(connector, TokenFile(file))
    line.start()
    await line.wait_connected(5)
    assert [hello["authToken"] for hello in connector.hellos] == ["bub_x", "bub_x"]
    await line.close()


async def test_an_agent_declares_its_conversation_starters() -> None:
    connector = ScriptedConnector(WELCOME, WELCOME)
    planner = Agent("agent:planner", bus=connector, durable=False, starters=["Plan my day"], arguments=[])
    async with planner, Agent("agent:silent", bus=connector, durable=False, arguments=[]):
        infos = [hello["clientInfo"] for hello in connector.hellos]
    assert [info.get("starters") for info in infos] == [["Plan my day"], None]


async def test_stops_on_http_401() -> None:
    line = connection(ScriptedConnector(CannotConnect("token needed", final=True)))
    line.start()
    assert await line.wait_stopped() == "token needed"


async def test_an_answer_that_is_no_welcome_is_named() -> None:
    line = connection(ScriptedConnector({"result": 7}, WELCOME))
    line.start()
    with pytest.raises(NotConnected, match="not a bub bus"):
        await line.wait_first_attempt()
    await line.close()


async def test_a_missing_token_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BusNotFound, match=r"none\.token"):
        TokenFile(tmp_path / "none.token").read()


async def test_subscriptions_and_handlers_survive_a_cut(bus: LocalBus, make: MakeAgent) -> None:
    agent = make("agent:a")

    @agent.on("job", pattern="jobs:*")
    async def handle(_: Message) -> str:
        return "done"

    async with agent, make("agent:b") as other:
        lost = asyncio.Event()
        agent.on_state(lambda state: lost.set() if state.name == "waiting" else None)
        bus.cut("agent:a")
        await lost.wait()
        await agent.wait_connected(5)
        assert (await other.send("jobs:1", {"type": "job"})).acks[0].message == "done"


async def test_the_newest_connection_wins_and_the_old_one_stays_away(bus: LocalBus, make: MakeAgent) -> None:
    old = await make("agent:a").start()
    await make("agent:a").start()
    assert "another client has connected as agent:a" in await old.wait_stopped()
    assert bus.connected == ["agent:a"]


async def test_the_first_attempt_raises_and_leaves_nothing_behind(bus: LocalBus, make: MakeAgent) -> None:
    bus.refuses_connections = True
    with pytest.raises(NotConnected):
        await make("agent:a").start()
    assert bus.connected == []


# ---- the four ends of a call


def session(link: ScriptedLink) -> Session:
    return Session(link, {}, {})


async def test_a_call_ends_with_its_answer() -> None:
    link = ScriptedLink()
    line = session(link)
    reading = asyncio.create_task(line.read())
    call = asyncio.create_task(line.call("ping", "{}", 5))
    link.answer((await link.sent.get())["id"], result={"x": 1})
    assert await call == {"x": 1}
    await line.close(1000, "")
    await reading


async def test_a_call_ends_with_the_error_of_the_bus() -> None:
    link = ScriptedLink()
    line = session(link)
    reading = asyncio.create_task(line.read())
    call = asyncio.create_task(line.call("ping", "{}", 5))
    error = {"code": -32602, "message": "no", "data": {"reason": "type_not_allowed"}}
    link.answer((await link.sent.get())["id"], error=error)
    with pytest.raises(Refused) as refused:
        await call
    assert refused.value.reason == "type_not_allowed"
    await line.close(1000, "")
    await reading


async def test_a_call_ends_at_its_deadline_and_ignores_the_late_answer() -> None:
    link = ScriptedLink()
    line = session(link)
    reading = asyncio.create_task(line.read())
    with pytest.raises(NoAnswer, match="no answer within"):
        await line.call("ping", "{}", 0.001)
    link.answer(1, result={})
    await line.close(1000, "")
    await reading
    assert not line._pending


async def test_a_call_ends_with_its_connection() -> None:
    link = ScriptedLink()
    line = session(link)
    reading = asyncio.create_task(line.read())
    call = asyncio.create_task(line.call("ping", "{}", 5))
    await link.sent.get()
    link.incoming.put_nowait(LinkClosed(1006, "cut"))
    with pytest.raises(Disconnected, match="cut"):
        await call
    await reading
    with pytest.raises(Disconnected):
        await line.call("ping", "{}", 5)


@pytest.mark.parametrize(
    "frame", ["no json", "7", "[]", "[7]", '{"id":99,"result":1}', '{"method":"unknown"}', "[" * 5000]
)
async def test_an_odd_frame_does_not_end_the_connection(frame: str) -> None:
    link = ScriptedLink()
    line = session(link)
    reading = asyncio.create_task(line.read())
    link.incoming.put_nowait(frame)
    call = asyncio.create_task(line.call("ping", "{}", 5))
    link.answer((await link.sent.get())["id"], result={})
    assert await call == {}
    await line.close(1000, "")
    await reading


async def test_an_unknown_request_is_refused() -> None:
    link = ScriptedLink()
    line = session(link)
    reading = asyncio.create_task(line.read())
    link.incoming.put_nowait('{"jsonrpc":"2.0","id":"x","method":"dance"}')
    answer = await link.sent.get()
    assert (answer["id"], answer["error"]["code"]) == ("x", -32601)
    await line.close(1000, "")
    await reading


def test_an_integer_with_many_digits_is_read() -> None:
    assert from_json("[" + "9" * 5000 + "]") == [float("inf")]
