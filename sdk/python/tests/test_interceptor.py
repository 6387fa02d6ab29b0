"""Interceptors on the classic wire."""

from __future__ import annotations

from bub import HALT, Interceptor, Message, Verdict
from bub.messages import Payload
from bub.testing import LocalBus

from .conftest import MakeAgent


async def test_halts_or_passes_before_the_recipient(bus: LocalBus, make: MakeAgent) -> None:
    gate, agent, seen = Interceptor("gate", connector=bus), make("agent:a"), []

    @gate.on("agent:*")
    async def judge(topic: str, payload: Payload) -> Verdict | None:
        return HALT if payload["type"] == "bad" else None

    @agent.on_message
    async def handle(message: Message) -> None:
        seen.append(message.type)

    async with agent, gate, make("tg:1") as chat:
        halted = await chat.send("agent:a", {"type": "bad"})
        passed = await chat.send("agent:a", {"type": "good"})

    assert seen == ["good"]
    assert [ack.message for ack in halted] == ["halted by gate"]
    assert passed.delivered


async def test_an_interceptor_that_raises_gives_no_verdict(bus: LocalBus, make: MakeAgent) -> None:
    gate, agent = Interceptor("gate", connector=bus), make("agent:a")

    @gate.on("agent:")
    async def judge(topic: str, payload: Payload) -> Verdict | None:
        raise ValueError

    @agent.on_message
    async def handle(_: Message) -> str:
        return "got it"

    async with agent, gate, make("tg:1") as chat:
        receipt = await chat.send("agent:a", {"type": "x"})
    assert receipt.acks[-1].message == "got it"
