"""Chat agents: streams, progress, history, orders, causes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bub import BubError, Message, NoAnswer, Reject
from bub.causality import derive, result_of, trace_id
from bub.testing import LocalBus

from .conftest import MakeAgent

QUESTION = {"type": "tg_message", "content": {"text": "hi"}}


def events(bus: LocalBus, name: str) -> list[dict[str, Any]]:
    payloads = [message["payload"] for message in bus.sent]
    return [p["content"]["data"] for p in payloads if p.get("content", {}).get("event") == name]


async def test_a_stream_shows_partial_texts_and_replies_with_the_whole(bus: LocalBus, make: MakeAgent) -> None:
    agent, seen = make("agent:a"), asyncio.Event()

    @agent.on_chat
    async def answer(_: Message) -> AsyncIterator[str]:
        yield "one "
        await seen.wait()
        yield "two"

    async with agent, make("tg:1") as chat:
        parts = []
        async for part in chat.ask_stream("agent:a", "hi"):
            parts.append(part)
            seen.set()

    assert parts == ["one ", "two"]
    assert events(bus, "partial")[0]["text"] == "one "


async def test_a_slow_handler_shows_typing(bus: LocalBus, make: MakeAgent) -> None:
    agent = make("agent:a")

    @agent.on_chat
    async def answer(_: Message) -> str:
        while not events(bus, "typing"):
            await asyncio.sleep(0.01)
        return "done"

    async with agent:
        assert await bus.chat("agent:a", "hi") == "done"


async def test_none_sends_no_reply(bus: LocalBus, make: MakeAgent) -> None:
    agent = make("agent:a")

    @agent.on_chat
    async def answer(_: Message) -> None:
        return None

    async with agent, make("tg:1") as chat:
        assert (await chat.send("agent:a", QUESTION)).delivered
    assert not [m for m in bus.sent if m["payload"]["type"] == "tg_reply"]


async def test_without_a_disk_the_reply_must_arrive_before_the_ack(bus: LocalBus, make: MakeAgent) -> None:
    agent, refuses = make("agent:a"), make("tg:1")

    @agent.on_chat
    async def answer(_: Message) -> str:
        return "hello"

    @refuses.on("tg_reply")
    async def refuse(_: Message) -> None:
        raise Reject("chat is closed")

    async with agent, refuses:
        (ack,) = await refuses.send("agent:a", QUESTION)
    assert (ack.success, ack.should_retry) == (False, False)


async def test_with_a_disk_the_reply_waits_for_the_chat(bus: LocalBus, make: MakeAgent, tmp_path: Path) -> None:
    agent, got = make("agent:a", directory=tmp_path), asyncio.Event()

    @agent.on_chat
    async def answer(message: Message) -> str:
        return message.text

    async with agent:
        async with make("agent:b") as b:
            receipt = await b.send("agent:a", QUESTION, sender="tg:9", message_id="q")
            assert receipt.delivered
        chat = make("tg:9")

        @chat.on("tg_reply")
        async def take(_: Message) -> None:
            got.set()

        async with chat:
            await got.wait()
    assert {m["messageId"] for m in bus.sent if m["payload"]["type"] == "tg_reply"} == {"q/reply"}


async def test_history_keeps_each_line_once(bus: LocalBus, make: MakeAgent, tmp_path: Path) -> None:
    agent = make("agent:a", directory=tmp_path, history=True)

    @agent.on_chat
    async def answer(_: Message) -> str:
        return f"line {len(await agent.history())}"

    async with agent:
        assert await bus.chat("agent:a", "first", sender="tg:1") == "line 1"
        assert await bus.chat("agent:a", "second", sender="tg:1") == "line 3"
        assert await bus.chat("agent:a", "other", sender="tg:2") == "line 1"
        lines = [(line.role, line.text) for line in await agent.history("tg:1")]
        async with make("tg:1") as chat:
            await chat.send("agent:a", {"type": "agent_command", "content": {"command": "reset"}})
        assert await agent.history("tg:1") == []

    assert lines == [("user", "first"), ("assistant", "line 1"), ("user", "second"), ("assistant", "line 3")]


async def test_asking_nobody_fails_at_once(make: MakeAgent) -> None:
    async with make("agent:a") as agent:
        with pytest.raises(NoAnswer, match="not connected"):
            await agent.ask("agent:nobody", "hi")


async def test_a_reply_of_another_agent_does_not_answer_the_question(bus: LocalBus, make: MakeAgent) -> None:
    async with make("agent:b") as liar, make("agent:a") as agent:
        real, asked = make("agent:real"), asyncio.Event()

        @real.on_chat
        async def answer(message: Message) -> str:
            reply = {"type": "tg_reply", "reply_to_message_id": message.id, "content": {"text": "a lie"}}
            await liar.send("agent:a", reply)
            asked.set()
            return "the truth"

        async with real:
            assert await agent.ask("agent:real", "hi") == "the truth"


async def test_a_stopped_turn_cancels_its_handler(bus: LocalBus, make: MakeAgent) -> None:
    agent, started = make("agent:a"), asyncio.Event()

    @agent.on_chat
    async def answer(_: Message) -> str:
        started.set()
        await asyncio.Event().wait()
        return "never"

    async with agent, make("tg:1") as chat, make("system:trace") as trace:
        question = asyncio.create_task(chat.send("agent:a", QUESTION, message_id="q1"))
        await started.wait()
        content = {"trace": derive("trace", "tg:1", "q1", 32), "sender": "tg:1", "detail": "stopped"}
        await trace.send("agent:a", {"type": "trace_stopped", "content": content})
        (ack,) = await question
    assert (ack.success, ack.should_retry, ack.message) == (False, False, "stopped")


async def test_steps_are_numbered_per_message(bus: LocalBus, make: MakeAgent) -> None:
    agent = make("agent:a")

    @agent.on_chat
    async def answer(_: Message) -> str:
        await agent.step("model", "small", 12.3, tokens_in=5)
        await agent.step("tool", "search", 4)
        return "done"

    async with agent:
        await bus.chat("agent:a", "hi")
        with pytest.raises(BubError, match="handles no message"):
            await agent.step("model", "small", 1)
    assert [(step["step"], step["kind"], step["ms"]) for step in events(bus, "step")] == [
        (1, "model", 12),
        (2, "tool", 4),
    ]


async def test_tasks_of_a_handler_inherit_its_cause(bus: LocalBus, make: MakeAgent) -> None:
    agent = make("agent:a")

    @agent.on_message
    async def handle(_: Message) -> None:
        await asyncio.gather(*(agent.send("agent:x", {"type": "part"}) for _ in range(2)))
        await agent.send("agent:x", {"type": "own", "cause": "other", "trace": "mine"})

    async with agent, make("tg:1") as chat:
        await chat.send("agent:a", {"type": "x"}, message_id="q1")
        await chat.send("agent:x", {"type": "free"})

    by_type = {m["payload"]["type"]: m["payload"] for m in bus.sent}
    assert by_type["part"]["cause"] == "q1"
    assert trace_id(by_type["part"]["trace"]) == derive("trace", "tg:1", "q1", 32)
    assert (by_type["own"]["cause"], by_type["own"]["trace"]) == ("other", "mine")
    assert "cause" not in by_type["free"]


def test_a_trace_from_outside_continues() -> None:
    outside = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    cause, trace = result_of(Message("tg:1", "agent:a", "q1", {"trace": outside}))
    assert (cause, trace_id(trace)) == ("q1", "4bf92f3577b34da6a3ce929d0e0e4736")


@pytest.mark.parametrize("odd", [None, 7, "", "00-0-0-01", "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"])
def test_an_invalid_trace_counts_as_absent(odd: object) -> None:
    assert trace_id(odd) is None


async def test_a_question_is_repeated_until_a_slow_agent_has_answered(bus: LocalBus, make: MakeAgent) -> None:
    bus.process_timeout = 0.01
    agent = make("agent:slow")

    @agent.on_chat
    async def answer(message: Message) -> str:
        while len([m for m in bus.sent if m["messageId"] == message.id]) < 3:
            await asyncio.sleep(0)
        return "at last"

    async with agent:
        assert await bus.chat("agent:slow", "hi") == "at last"


async def test_the_id_of_a_reply_to_a_long_id_is_valid_and_stable(bus: LocalBus, make: MakeAgent) -> None:
    agent = make("agent:a")

    @agent.on_chat
    async def answer(_: Message) -> str:
        return "yes"

    async with agent, make("tg:1") as chat:
        for number in range(2):
            await chat.send("agent:a", QUESTION, message_id="q" * 255 + str(number))
    ids = [m["messageId"] for m in bus.sent if m["payload"]["type"] == "tg_reply"]
    assert len(set(ids)) == 2
    assert all(len(reply_id) <= 256 for reply_id in ids)
