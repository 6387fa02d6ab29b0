"""Agents against the real bus: processes, tokens, TLS, kills."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bub import HALT, Agent, CallContext, Contract, GuardRefused, Interceptor, Message, NotConnected, Refused, Verdict
from bub.messages import Payload
from bub.testing import DevBus

from .conftest import need_bub

SOURCE = Path(__file__).resolve().parents[1] / "src"

SHOUTER = """
from bub import Agent, Message

agent = Agent("agent:shouter")

@agent.on_chat
async def shout(message: Message) -> str:
    return message.text.upper() + "!"

agent.run()
"""


def program(tmp_path: Path, text: str = SHOUTER) -> list[str]:
    file = tmp_path / "my_agent.py"
    file.write_text(text)
    return [sys.executable, str(file)]


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(SOURCE), **more}


async def until_connected(agent: Agent, client_id: str) -> None:
    """Waits for a peer by its connection in the status of the bus."""
    async with asyncio.timeout(20):
        while client_id not in [peer["clientId"] for peer in (await agent.operator.status())["connections"]]:
            await asyncio.sleep(0.05)


async def test_the_ten_lines_find_the_bus_of_the_run_directory_and_drain_on_sigterm(
    real_bus: DevBus, tmp_path: Path
) -> None:
    env = environment(BUB_RUN_DIR=str(real_bus.run_directory), BUB_STATE_DIR=str(tmp_path / "state"))
    process = subprocess.Popen(program(tmp_path), env=env)
    async with Agent("agent:asker", bus=real_bus.url, durable=False) as asker:
        await until_connected(asker, "agent:shouter")
        assert await asker.ask("agent:shouter", "hello") == "HELLO!"
        process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(process.wait, 10) == 0
        assert (await asker.send("agent:shouter", "still there?")).no_recipient


async def test_sends_no_token_to_a_listener_that_is_not_the_bus(tmp_path: Path) -> None:
    heard = asyncio.Event()
    received = b""

    async def impostor(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal received
        received += await reader.readuntil(b"\r\n\r\n")
        heard.set()
        writer.close()

    server = await asyncio.start_server(impostor, "127.0.0.1", 0)
    run = tmp_path / "run"
    run.mkdir(mode=0o700)
    (run / "bus.url").write_text(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}")
    (run / "bus.key").write_text("key")
    token = tmp_path / "a.token"
    token.write_text("bub_01234567_verysecret")
    env = environment(BUB_RUN_DIR=str(run), BUB_STATE_DIR=str(tmp_path / "s"), BUB_TOKEN_FILE=str(token))
    process = subprocess.Popen(program(tmp_path), env=env)
    await heard.wait()
    process.kill()
    await asyncio.to_thread(process.wait)
    server.close()
    assert b"Bub-Challenge: run-directory" in received
    assert b"verysecret" not in received


async def test_answers_once_although_it_is_killed_between_the_outbox_and_the_ack(
    real_bus: DevBus, tmp_path: Path
) -> None:
    text = SHOUTER.replace('Agent("agent:shouter")', 'Agent("agent:killed")')
    env = environment(BUB_BUS_URL=real_bus.url, BUB_STATE_DIR=str(tmp_path / "state"))
    replies: list[str] = []
    first, go_on = asyncio.Event(), asyncio.Event()
    chat = Agent("tg:killed", bus=real_bus.url, durable=False)

    @chat.on("tg_reply")
    async def take(message: Message) -> None:
        replies.append(message.text)
        first.set()
        await go_on.wait()

    async with chat:
        process = subprocess.Popen(program(tmp_path, text), env=env)
        await until_connected(chat, "agent:killed")
        question = {"type": "tg_message", "content": {"text": "hi"}}
        sent = asyncio.create_task(chat.send("agent:killed", question, message_id="q1"))
        await first.wait()
        process.kill()
        process.wait()
        await sent
        go_on.set()
        process = subprocess.Popen(program(tmp_path, text), env=env)
        await until_connected(chat, "agent:killed")
        async with asyncio.timeout(20):
            while not (await chat.send("agent:killed", question, message_id="q1")).delivered:
                await asyncio.sleep(0.05)
        process.kill()
        process.wait()
    assert replies == ["HI!"], "the chat drops the duplicate of the reply"


async def test_a_second_process_takes_over_and_the_first_one_ends(real_bus: DevBus, tmp_path: Path) -> None:
    text = SHOUTER.replace('Agent("agent:shouter")', 'Agent("agent:twice")')
    env = environment(BUB_BUS_URL=real_bus.url, BUB_STATE_DIR=str(tmp_path / "state"))
    async with Agent("agent:asker", bus=real_bus.url, durable=False) as asker:
        first = subprocess.Popen(program(tmp_path, text), env=env, stderr=subprocess.PIPE, text=True)
        await until_connected(asker, "agent:twice")
        second = subprocess.Popen(program(tmp_path, text), env=env)
        _, words = await asyncio.to_thread(first.communicate, None, 20)
        assert first.returncode == 1
        assert "another client has connected as agent:twice" in words
        assert await asker.ask("agent:twice", "hello") == "HELLO!"
        second.kill()
        second.wait()


async def test_a_locked_bus_with_tls(tmp_path: Path) -> None:
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(
        [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "2",
            "-keyout",
            str(key),
            "-out",
            str(cert),
        ]
        + ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
        check=True,
        capture_output=True,
    )
    with DevBus(options=["--tls-cert", str(cert), "--tls-key", str(key)]) as bus:
        token = tmp_path / "a.token"
        bus.bub("token", "create", "--client-id", "agent:a", "--out", str(token))
        with pytest.raises(NotConnected, match="CERTIFICATE_VERIFY_FAILED"):
            await Agent("agent:a", bus=bus.url, token_file=token, durable=False).start()
        with pytest.raises(NotConnected, match=r"refused the token|requires a token"):
            await Agent("agent:a", bus=bus.url, ca=str(cert), durable=False).start()
        async with Agent("agent:a", bus=bus.url, ca=str(cert), token_file=token, durable=False) as agent:
            assert await agent.ping()
            with pytest.raises(Refused) as refused:
                await agent.operator.status()
            assert refused.value.reason == "operator_not_granted"
            with pytest.raises(Refused) as also:
                await agent.send("agent:x", {"type": "x"}, sender="agent:b")
            assert also.value.reason == "send_as_not_granted"


async def test_the_loop_guard_is_a_typed_error(own_bus: DevBus) -> None:
    a, b = (Agent(name, bus=own_bus.url, durable=False) for name in ("agent:a", "agent:b"))
    refusals: list[GuardRefused] = []

    def returning(agent: Agent, to: str) -> None:
        @agent.on_message
        async def handle(message: Message) -> None:
            try:
                await agent.send(to, {"type": "agent_message", "content": {"text": "again"}})
            except GuardRefused as refused:
                refusals.append(refused)

    returning(a, "agent:b")
    returning(b, "agent:a")
    async with a, b:
        await a.send("agent:b", "again")
    assert refusals[0].reason == "loop_detected"
    assert refusals[0].code == -32012


async def test_operators_see_status_log_receipts_and_live_activity(real_bus: DevBus) -> None:
    async with Agent("agent:ops", bus=real_bus.url, durable=False) as ops:
        watching = ops.operator.watch(actor="agent:ops")
        first = asyncio.ensure_future(anext(aiter(watching)))
        await asyncio.sleep(0)
        await ops.ping()
        receipt = await ops.send("agent:nobody", {"type": "note"})
        rows = (await first)["rows"]
        assert rows[0]["messageId"] == receipt.message_id
        await watching.aclose()  # type: ignore[attr-defined]
        assert (await ops.operator.receipt(receipt.message_id))["status"] == "no_recipient"
        assert len(await ops.operator.log(messageId=receipt.message_id)) == 2
        assert (await ops.operator.metrics())["peers"] >= 1


async def test_an_interceptor_halts_messages_on_the_real_bus(own_bus: DevBus) -> None:
    gate = Interceptor("gate", url=own_bus.url)

    @gate.on("agent:*")
    async def judge(topic: str, payload: Payload) -> Verdict | None:
        return HALT if payload["type"] == "bad" else None

    async with gate, Agent("agent:a", bus=own_bus.url, durable=False) as agent:
        assert [ack.message for ack in await agent.send("agent:x", {"type": "bad"})] == ["halted by gate"]
        assert (await agent.send("agent:x", {"type": "good"})).acks[0].success


async def test_capabilities_with_progress(real_bus: DevBus, tmp_path: Path) -> None:
    provider = Agent("agent:prices", bus=real_bus.url, directory=tmp_path)

    @provider.capability("price_of", description="Looks up a price", timeout=5)
    async def price_of(context: CallContext, product: str) -> float:
        await context.progress(asked=3)
        return 3.5

    async with provider, Agent("agent:shopper", bus=real_bus.url, durable=False) as shopper:
        await provider.lobby.wait_registered(10)
        parts = [part async for part in shopper.request(Contract("price_of", float)).stream(product="tea")]
        assert parts == [{"status": "in_progress", "asked": 3}, 3.5]
        await provider.lobby.deregister()


async def test_bub_up_starts_the_agent_for_a_chat(tmp_path: Path, wheel_python: Path) -> None:
    """The ten lines work as --agent-command, from a wheel, with token, proof and workspace."""
    need_bub()
    bub = os.environ["BUB_COMMAND"].split()
    run = ["--run-dir", str(tmp_path / "run")]
    agent = f"{wheel_python} {program(tmp_path)[1]}"
    options = ["--port", "0", "--console-port", "0", "--spawner", "local", "--agent-command", agent]
    log = (tmp_path / "up.log").open("w")
    up = subprocess.Popen(
        [*bub, "up", *options, *run], env=environment(), stdout=subprocess.PIPE, stderr=log, text=True
    )
    try:
        assert up.stdout is not None
        await asyncio.to_thread(_wait_for, up.stdout, "bub is up", tmp_path / "up.log")
        chat = subprocess.Popen(
            [*bub, "chat", "--id", "me", *run], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        words, _ = await asyncio.to_thread(chat.communicate, "hello from a person\n", 60)
        assert "HELLO FROM A PERSON!" in words
    finally:
        up.terminate()
        await asyncio.to_thread(up.wait, 30)
        log.close()


def _wait_for(lines: object, words: str, log: Path) -> None:
    for line in lines:  # type: ignore[attr-defined]
        if words in line:
            return
    pytest.fail(f"bub up ended: {log.read_text()}")


async def test_a_stream_reaches_the_asker(real_bus: DevBus, tmp_path: Path) -> None:
    agent = Agent("agent:streamer", bus=real_bus.url, directory=tmp_path)
    seen = asyncio.Event()

    @agent.on_chat
    async def answer(_: Message) -> AsyncIterator[str]:
        yield "first "
        await seen.wait()
        yield "second"

    async with agent, Agent("agent:asker2", bus=real_bus.url, durable=False) as asker:
        parts = []
        async for part in asker.ask_stream("agent:streamer", "go"):
            parts.append(part)
            seen.set()
    assert parts == ["first ", "second"]
