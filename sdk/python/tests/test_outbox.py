"""The outbox: what survives, in which order, and what happens when the disk fails."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from bub import Message, OutboxFull, RetryLater, StoreFailed, StoreInUse
from bub.backoff import REDELIVER, Environment
from bub.errors import Disconnected, NoAnswer, NotConnected, Refused
from bub.messages import Ack, Receipt
from bub.outbox import Outbox, OutboxLimits, StoredMessage
from bub.retry import Delivered, NoRecipient, Offline, Rejected, Retry, SendAttempt, of_error, of_receipt
from bub.testing import LocalBus

from .conftest import MakeAgent

NOW = Environment(chance=lambda: 0.0)


class Network:
    """Answers attempts from a script; the last answer repeats."""

    def __init__(self, *attempts: SendAttempt) -> None:
        self._attempts = list(attempts)
        self.sent: list[str] = []
        self.online = asyncio.Event()
        self.online.set()

    async def send(self, message: StoredMessage) -> SendAttempt:
        self.sent.append(message.id)
        return self._attempts.pop(0) if len(self._attempts) > 1 else self._attempts[0]

    async def is_online(self) -> bool:
        await self.online.wait()
        return True


async def put(outbox: Outbox, *ids: str, to: str = "agent:b") -> None:
    for message_id in ids:
        await outbox.put("agent:a", to, message_id, '{"type":"x"}')


async def test_delivers_in_order_and_forgets(tmp_path: Path) -> None:
    outbox, network = Outbox(tmp_path / "o.db", NOW), Network(Delivered(Ack.ok()))
    await put(outbox, "m1", "m2", "m3")
    await outbox.deliver_through(network.send, network.is_online)
    await outbox.drained()

    assert network.sent == ["m1", "m2", "m3"]
    assert await outbox.size() == 0
    await outbox.close()


async def test_a_message_survives_the_process(tmp_path: Path) -> None:
    first = Outbox(tmp_path / "o.db", NOW)
    await put(first, "m1")
    await first.close()

    second, network = Outbox(tmp_path / "o.db", NOW), Network(Delivered(Ack.ok()))
    await second.deliver_through(network.send, network.is_online)
    await second.drained()
    assert network.sent == ["m1"]
    await second.close()


async def test_survives_kill_9_right_after_post(tmp_path: Path) -> None:
    program = f"""
import asyncio, os, signal
from pathlib import Path
from bub.backoff import Environment
from bub.outbox import Outbox

async def main():
    outbox = Outbox(Path({str(tmp_path)!r}) / "o.db", Environment())
    await outbox.put("agent:a", "agent:b", "m1", "{{}}")
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""
    source = str(Path(__file__).resolve().parents[1] / "src")
    ended = subprocess.run([sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": source})
    assert ended.returncode == -9

    outbox = Outbox(tmp_path / "o.db", NOW)
    assert await outbox.size() == 1
    await outbox.close()


async def test_a_failing_destination_does_not_hold_up_others(tmp_path: Path) -> None:
    outbox, sent = Outbox(tmp_path / "o.db", Environment(chance=lambda: 1.0)), []

    async def send(message: StoredMessage) -> SendAttempt:
        sent.append(message.to)
        return Retry(0, "no") if message.to == "agent:bad" else Delivered(Ack.ok())

    await outbox.deliver_through(send, Network(Delivered(Ack.ok())).is_online)
    await put(outbox, "m1", to="agent:bad")
    await put(outbox, "m2", "m3", to="agent:good")
    while sent.count("agent:good") < 2:
        await asyncio.sleep(0)
    assert sent.count("agent:bad") == 1
    await outbox.close()


async def test_a_new_connection_ends_the_wait(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "o.db", Environment(chance=lambda: 1.0))
    network = Network(NoRecipient(), Delivered(Ack.ok()))
    await outbox.deliver_through(network.send, network.is_online)
    await put(outbox, "m1")
    while not network.sent:
        await asyncio.sleep(0)
    while network.sent == ["m1"]:
        outbox.probe()
        await asyncio.sleep(0)
    await outbox.drained()
    assert network.sent == ["m1", "m1"]
    await outbox.close()


async def test_a_refused_message_becomes_a_dead_letter_and_the_next_one_goes_on(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "o.db", NOW, OutboxLimits(dead_letters=1))
    network = Network(Rejected("no"), Rejected("never"), Delivered(Ack.ok()))
    heard: list[str] = []
    outbox.on_dead_letter = lambda letter: heard.append(letter.reason)
    await put(outbox, "m1", "m2", "m3")
    await outbox.deliver_through(network.send, network.is_online)
    await outbox.drained()

    assert heard == ["no", "never"]
    assert [(dead.message.id, dead.reason) for dead in await outbox.dead_letters()] == [("m2", "never")]
    await outbox.close()


async def test_a_second_put_of_the_same_id_changes_nothing(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "o.db", NOW)
    assert await outbox.put("agent:a", "agent:b", "m1", "{}")
    assert not await outbox.put("agent:a", "agent:b", "m1", "{}")
    assert await outbox.size() == 1
    await outbox.close()


async def test_refuses_above_its_limits(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "o.db", NOW, OutboxLimits(messages=2, bytes=100))
    await put(outbox, "m1", "m2")
    with pytest.raises(OutboxFull, match="2 messages"):
        await put(outbox, "m3")
    await outbox.close()


async def test_a_full_disk_fails_the_post_and_recovers(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "o.db", NOW)
    await put(outbox, "m1")
    await outbox._store.call(lambda db: _limit_pages(db, 1))
    with pytest.raises(StoreFailed, match="full"):
        await outbox.put("agent:a", "agent:b", "big", '"' + "x" * 500_000 + '"')
    await outbox._store.call(lambda db: _limit_pages(db, 100_000))
    assert await outbox.put("agent:a", "agent:b", "big", '"' + "x" * 500_000 + '"')
    assert await outbox.size() == 2
    await outbox.close()


def _limit_pages(db: sqlite3.Connection, pages: int) -> None:
    db.execute(f"PRAGMA max_page_count = {pages}")


async def test_a_handler_on_a_full_disk_asks_the_sender_to_retry(make: MakeAgent, tmp_path: Path) -> None:
    agent = make("agent:a", directory=tmp_path)

    @agent.on_message
    async def handle(_: Message) -> None:
        raise StoreFailed("disk full")

    async with agent, make("agent:b") as other:
        (ack,) = await other.send("agent:a", {"type": "x"})
    assert ack.should_retry


async def test_a_second_agent_with_the_same_files_is_refused(tmp_path: Path) -> None:
    first = Outbox(tmp_path / "o.db", NOW)
    with pytest.raises(StoreInUse):
        Outbox(tmp_path / "o.db", NOW)
    await first.close()
    await Outbox(tmp_path / "o.db", NOW).close()


async def test_files_of_a_newer_version_stay_untouched(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "o.db") as db:
        db.execute("PRAGMA user_version = 9")
    db.close()
    with pytest.raises(StoreFailed, match="newer version"):
        Outbox(tmp_path / "o.db", NOW)


async def test_a_file_that_is_no_database_is_refused_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "o.db").write_text("this is no database, but it is long enough to look like a file" * 100)
    with pytest.raises(StoreFailed, match=r"o\.db"):
        Outbox(tmp_path / "o.db", NOW)


async def test_posts_share_one_disk_sync(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "o.db", NOW)
    await asyncio.gather(*(put(outbox, f"m{i}") for i in range(500)))
    assert await outbox.size() == 500
    await outbox.close()


async def test_the_successor_waits_for_the_files_of_the_agent_that_it_replaces(
    bus: LocalBus, make: MakeAgent, tmp_path: Path
) -> None:
    old = await make("agent:a", directory=tmp_path).start()
    new = await make("agent:a", directory=tmp_path).start()
    assert old.state.name == "stopped"
    assert await new.post("agent:b", {"type": "x"}, message_id="m1") == "m1"


# ---- the retry rules


def receipt(*acks: Ack) -> Receipt:
    return Receipt("m", list(acks))


@pytest.mark.parametrize(
    ("result", "attempt"),
    [
        (receipt(), NoRecipient()),
        (Receipt("m", [], accepted=False), Retry(0, "the bus did not accept the message")),
        (receipt(Ack.ok("a"), Ack.ok("b")), Delivered(Ack.ok("a"))),
        (receipt(Ack.ok(), Ack.failed("no")), Rejected("no")),
        (receipt(Ack.failed("no"), Ack.retry_in(2, "x"), Ack.retry_in(5, "y")), Retry(5, "y")),
    ],
)
def test_receipts(result: Receipt, attempt: SendAttempt) -> None:
    assert of_receipt(result) == attempt


@pytest.mark.parametrize(
    ("error", "attempt"),
    [
        (Refused.of({"code": -32602, "message": "bad"}), Rejected("bad")),
        (Refused.of({"code": -32600, "message": "bad"}), Rejected("bad")),
        (Refused.of({"code": -32012, "message": "loop", "data": {"reason": "loop_detected"}}), Rejected("loop")),
        (Refused.of({"code": -32012, "message": "money", "data": {"reason": "budget_exhausted"}}), Rejected("money")),
        (Refused.of({"code": -32012, "message": "fast", "data": {"retryAfterMs": 1500}}), Retry(1.5, "fast")),
        (Refused.of({"code": -32012, "message": "fast", "data": {"retryAfterMs": 1e12}}), Retry(3600, "fast")),
        (Refused.of({"code": -32013, "message": "bye"}), Retry(0, "bye")),
        (Refused.of({"code": -32603, "message": "bug"}), Retry(0, "bug")),
        (NotConnected("off"), Offline("off", False)),
        (NotConnected("off", final=True), Offline("off", True)),
        (Disconnected("cut"), Offline("cut", False)),
        (NoAnswer("late"), Retry(0, "late")),
    ],
)
def test_errors(error: Refused | NoAnswer, attempt: SendAttempt) -> None:
    assert of_error(error) == attempt


def test_waits_grow_to_a_ceiling_and_respect_the_recipient() -> None:
    full = [REDELIVER.delay(failures, lambda: 1.0) for failures in (0, 1, 5, 6, 1000)]
    assert full == [1, 2, 32, 60, 60]
    assert REDELIVER.delay(0, lambda: 0.0, at_least=5) == 5
    assert REDELIVER.delay(9, lambda: 1.0, at_least=5) == 10


def test_retry_advice_is_clamped() -> None:
    assert RetryLater(seconds=10**9).seconds == 3600
    assert Ack.read({"success": False, "shouldRetry": True, "retrySeconds": -4}).retry_seconds == 0
