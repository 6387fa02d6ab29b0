"""An agent on a local bus: messages, acks, duplicates, limits."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bub import Ack, InvalidPayload, Message, NotConnected, PayloadTooLarge, Reject, RetryLater
from bub.testing import LocalBus

from .conftest import MakeAgent


async def test_a_chat_handler_answers_with_its_return_value(bus: LocalBus, make: MakeAgent) -> None:
    agent = make("agent:shouter")

    @agent.on_chat
    async def shout(message: Message) -> str:
        return message.text.upper() + "!"

    async with agent:
        assert await bus.chat("agent:shouter", "hello") == "HELLO!"


async def test_the_reply_has_an_id_that_derives_from_the_question(bus: LocalBus, make: MakeAgent) -> None:
    agent = make("agent:shouter")

    @agent.on_chat
    async def shout(message: Message) -> str:
        return message.text

    async with agent, make("tg:1") as chat:
        got: asyncio.Queue[Message] = asyncio.Queue()
        chat.on("tg_reply")(_into(got))
        content = {"text": "hi", "channel": "telegram"}
        await chat.send("agent:shouter", {"type": "tg_message", "content": content}, message_id="m1")
        reply = await got.get()

    assert reply.id == "m1/reply"
    assert reply.payload["reply_to_message_id"] == "m1"
    assert reply.content == {"text": "hi", "channel": "telegram"}
    assert reply.payload["cause"] == "m1"


def _into(queue: asyncio.Queue[Message]) -> Any:
    async def take(message: Message) -> None:
        queue.put_nowait(message)

    return take


@pytest.mark.parametrize(
    ("result", "message", "payload"),
    [
        (None, "ok", {}),
        ("done", "done", {}),
        ({"n": 1}, "ok", {"n": 1}),
        (Ack.failed("no", {"why": 2}), "no", {"why": 2}),
    ],
)
async def test_the_result_of_a_handler_becomes_the_ack(
    make: MakeAgent, result: Any, message: str, payload: dict[str, Any]
) -> None:
    agent = make("agent:a")

    @agent.on_message
    async def handle(_: Message) -> Any:
        return result

    async with agent, make("agent:b") as other:
        receipt = await other.send("agent:a", {"type": "x"})

    assert [(ack.message, ack.payload) for ack in receipt] == [(message, payload)]


@pytest.mark.parametrize(
    ("error", "retry", "seconds", "text"),
    [
        (Reject("not for me"), False, 0, "not for me"),
        (RetryLater("disk", seconds=7), True, 7, "disk"),
        (ValueError("secret"), False, 0, "agent:a failed to handle the message"),
        (NotConnected("gone"), True, 1, "agent:a could not reach a peer that it needs"),
    ],
)
async def test_an_exception_becomes_a_failed_ack_with_retry_advice(
    make: MakeAgent, error: Exception, retry: bool, seconds: int, text: str
) -> None:
    agent = make("agent:a")

    @agent.on("job")
    async def handle(_: Message) -> None:
        raise error

    async with agent, make("agent:b") as other:
        (ack,) = await other.send("agent:a", {"type": "job"})

    assert ack == Ack(False, text, retry, seconds, {})


async def test_a_duplicate_gets_the_first_ack_and_runs_once(make: MakeAgent) -> None:
    agent, runs = make("agent:a"), []

    @agent.on_message
    async def handle(message: Message) -> str:
        runs.append(message.id)
        return f"run {len(runs)}"

    async with agent, make("agent:b") as other:
        first = await other.send("agent:a", {"type": "x"}, message_id="m1")
        second = await other.send("agent:a", {"type": "x"}, message_id="m1")

    assert runs == ["m1"]
    assert first.acks == second.acks


async def test_a_concurrent_duplicate_waits_for_the_first(make: MakeAgent) -> None:
    agent, go, runs = make("agent:a"), asyncio.Event(), []

    @agent.on_message
    async def handle(message: Message) -> str:
        runs.append(message.id)
        await go.wait()
        return "done"

    async with agent, make("agent:b") as other:
        sends = [asyncio.create_task(other.send("agent:a", {"type": "x"}, message_id="m1")) for _ in range(3)]
        while not runs:
            await asyncio.sleep(0)
        go.set()
        receipts = await asyncio.gather(*sends)

    assert runs == ["m1"]
    assert {receipt.acks[0].message for receipt in receipts} == {"done"}


async def test_a_retryable_failure_reaches_the_handler_again(make: MakeAgent) -> None:
    agent, runs = make("agent:a"), []

    @agent.on_message
    async def handle(message: Message) -> None:
        runs.append(message.id)
        if len(runs) == 1:
            raise RetryLater

    async with agent, make("agent:b") as other:
        first = await other.send("agent:a", {"type": "x"}, message_id="m1")
        second = await other.send("agent:a", {"type": "x"}, message_id="m1")

    assert (first.delivered, second.delivered) == (False, True)


async def test_above_its_limit_an_agent_says_that_it_is_busy(make: MakeAgent) -> None:
    agent, go = make("agent:a", max_handlers=1), asyncio.Event()
    started = asyncio.Event()

    @agent.on_message
    async def handle(_: Message) -> None:
        started.set()
        await go.wait()

    async with agent, make("agent:b") as other:
        first = asyncio.create_task(other.send("agent:a", {"type": "x"}))
        await started.wait()
        (busy,) = await other.send("agent:a", {"type": "x"})
        go.set()
        assert (await first).delivered

    assert (busy.success, busy.should_retry, busy.retry_seconds) == (False, True, 1)
    assert "busy" in busy.message


async def test_one_at_a_time_keeps_the_order_of_each_sender(make: MakeAgent) -> None:
    agent, log = make("agent:a", one_at_a_time=True), []

    @agent.on_message
    async def handle(message: Message) -> None:
        log.append(("begin", message.sender, message.id))
        for _ in range(5):
            await asyncio.sleep(0)
        log.append(("end", message.sender, message.id))

    async with agent, make("agent:b") as b, make("agent:c") as c:
        sends = [peer.send("agent:a", {"type": "x"}, message_id=f"m{i}") for i in range(3) for peer in (b, c)]
        await asyncio.gather(*sends)

    of_b = [entry for entry in log if entry[1] == "agent:b"]
    assert [entry[0] for entry in of_b] == ["begin", "end"] * 3
    assert [entry[2] for entry in of_b[::2]] == ["m0", "m1", "m2"]
    assert log[1][0] == "begin", "another sender does not wait"


async def test_nested_sends_in_a_cycle_do_not_deadlock(make: MakeAgent) -> None:
    a, b = make("agent:a", max_handlers=1), make("agent:b", max_handlers=1)

    @a.on("outer")
    async def outer(_: Message) -> str:
        return (await a.send("agent:b", {"type": "inner"})).acks[0].message

    @b.on("inner")
    async def inner(_: Message) -> str:
        return "from b"

    async with a, b, make("agent:c") as c:
        assert (await c.send("agent:a", {"type": "outer"})).acks[0].message == "from b"


async def test_a_subscription_iterates_and_answers_after_each_turn_of_the_loop(make: MakeAgent) -> None:
    async with make("agent:worker") as worker, make("agent:boss") as boss:
        async with worker.subscribe("jobs:*") as jobs:
            sends = [asyncio.create_task(boss.send(f"jobs:{i}", {"type": "job", "n": i})) for i in range(3)]
            seen: list[str] = []
            async for job in jobs:
                assert not sends[len(seen)].done()
                seen.append(job.to)
                if len(seen) == 3:
                    break
        receipts = await asyncio.gather(*sends)
        assert (await boss.send("jobs:9", {"type": "job"})).no_recipient

    assert seen == ["jobs:0", "jobs:1", "jobs:2"]
    assert all(receipt.delivered for receipt in receipts)


async def test_a_loop_that_raises_fails_its_message_and_returns_the_others(make: MakeAgent) -> None:
    async with make("agent:worker") as worker, make("agent:boss") as boss:
        sends = []
        with pytest.raises(RetryLater):
            async with worker.subscribe("jobs:*") as jobs:
                sends = [asyncio.create_task(boss.send(f"jobs:{i}", {"type": "job"})) for i in range(2)]
                async for _ in jobs:
                    while jobs.waiting == 0:
                        await asyncio.sleep(0)
                    raise RetryLater("later", seconds=3)
        first, second = await asyncio.gather(*sends)

    assert (first.acks[0].should_retry, first.acks[0].retry_seconds) == (True, 3)
    assert second.acks[0].should_retry


async def test_refuses_a_payload_that_is_too_large_without_losing_the_connection(make: MakeAgent) -> None:
    async with make("agent:a") as agent:
        with pytest.raises(PayloadTooLarge):
            await agent.send("agent:x", {"type": "x", "text": "ä" * 600_000})
        assert (await agent.send("agent:x", {"type": "x", "text": "ä" * 500_000})).no_recipient


@pytest.mark.parametrize("odd", [float("nan"), "\ud800", object(), {1, 2}])
async def test_refuses_what_is_not_json(make: MakeAgent, odd: object) -> None:
    async with make("agent:a") as agent:
        with pytest.raises(InvalidPayload):
            await agent.send("agent:x", {"type": "x", "odd": odd})
        assert agent.state.name == "connected"


async def test_an_answer_that_is_too_large_becomes_a_failed_ack(make: MakeAgent) -> None:
    agent = make("agent:a")

    @agent.on_message
    async def handle(_: Message) -> dict[str, str]:
        return {"text": "x" * 2_000_000}

    async with agent, make("agent:b") as other:
        (ack,) = await other.send("agent:a", {"type": "x"})

    assert not ack.success
    assert "too large" in ack.message


async def test_drain_finishes_running_handlers_and_sends_others_away(make: MakeAgent) -> None:
    agent, go, started = make("agent:a"), asyncio.Event(), asyncio.Event()

    @agent.on_message
    async def handle(_: Message) -> str:
        started.set()
        await go.wait()
        return "finished"

    await agent.start()
    async with make("agent:b") as other:
        running = asyncio.create_task(other.send("agent:a", {"type": "x"}))
        await started.wait()
        draining = asyncio.create_task(agent.drain())
        await asyncio.sleep(0)
        (refused,) = await other.send("agent:a", {"type": "x"})
        go.set()
        await draining
        assert (await running).acks[0].message == "finished"
        assert refused.should_retry
        assert (await other.send("agent:a", {"type": "x"})).no_recipient


async def test_drain_cancels_a_late_handler_and_asks_the_sender_to_retry(make: MakeAgent) -> None:
    agent, started = make("agent:a"), asyncio.Event()

    @agent.on_message
    async def handle(_: Message) -> None:
        started.set()
        await asyncio.Event().wait()

    await agent.start()
    async with make("agent:b") as other:
        running = asyncio.create_task(other.send("agent:a", {"type": "x"}))
        await started.wait()
        await agent.drain(timeout=0.01)
        assert (await running).acks[0].should_retry
