"""Messages per CPU second: an agent of this SDK against bare websockets with json, in the same run.

python sdk/python/bench/throughput.py [MESSAGES]

A feeder plays the bus: it keeps 64 messages with 200 bytes of text in flight. Each client runs in its own process and
reports the CPU time that it used.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
import time
from pathlib import Path
from typing import Any

IN_FLIGHT = 64
ROUNDS = 5
TEXT = "x" * 200
ACK = {"success": True, "message": "ok", "shouldRetry": False, "retrySeconds": 0, "payload": {}}


async def feed(socket: Any, messages: int, done: asyncio.Event) -> None:
    hello = json.loads(await socket.recv())
    await socket.send(json.dumps({"jsonrpc": "2.0", "id": hello["id"], "result": {"serverId": "feeder"}}))

    def frame(number: int) -> str:
        payload = {"type": "note", "content": {"text": TEXT}}
        params = {"from": "tg:1", "to": "agent:a", "messageId": f"m{number}", "payload": payload}
        return json.dumps({"jsonrpc": "2.0", "id": number, "method": "processMessage", "params": params})

    sent = 0
    while sent < IN_FLIGHT:
        sent += 1
        await socket.send(frame(sent))
    answered = 0
    while answered < messages:
        answer = json.loads(await socket.recv())
        assert answer["result"]["success"], answer
        answered += 1
        if sent < messages:
            sent += 1
            await socket.send(frame(sent))
    done.set()
    await socket.close()


async def bare(url: str) -> None:
    """What a person writes without an SDK."""
    import websockets
    from websockets.asyncio.client import connect

    async with connect(url, compression=None) as socket:
        await socket.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"clientId": "a"}}))
        started = 0.0
        try:
            async for text in socket:
                call = json.loads(text)
                if call.get("method") == "processMessage":
                    started = started or time.process_time()
                    await socket.send(json.dumps({"jsonrpc": "2.0", "id": call["id"], "result": ACK}))
        except websockets.ConnectionClosed:
            pass
        print(time.process_time() - started)


async def sdk(url: str) -> None:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))
    from bub import Agent, Message

    agent = Agent("agent:a", bus=url, durable=False, arguments=[])
    started = 0.0

    @agent.on("note")
    async def handle(_: Message) -> None:
        nonlocal started
        started = started or time.process_time()

    await agent.start()
    ended = asyncio.Event()
    agent.on_state(lambda state: ended.set() if state.name == "waiting" else None)
    await ended.wait()
    print(time.process_time() - started)
    await agent.close()


async def measure(kind: str, messages: int) -> float:
    """Messages per CPU second of one client."""
    from websockets.asyncio.server import serve

    done = asyncio.Event()
    async with serve(lambda socket: feed(socket, messages, done), "127.0.0.1", 0, compression=None) as server:
        port = server.sockets[0].getsockname()[1]
        process = await asyncio.create_subprocess_exec(
            sys.executable, __file__, kind, f"ws://127.0.0.1:{port}", stdout=asyncio.subprocess.PIPE
        )
        await done.wait()
        out, _ = await process.communicate()
    return messages / float(out)


async def main(messages: int) -> None:
    rates: dict[str, list[float]] = {"bare": [], "sdk": []}
    for _ in range(ROUNDS):
        for kind, found in rates.items():
            found.append(await measure(kind, messages))
    bare_rate, sdk_rate = (statistics.median(rates[kind]) for kind in ("bare", "sdk"))
    print("client                  messages per CPU s  of bare")
    print("----------------------  ------------------  -------")
    print(f"bare websockets + json  {bare_rate:18,.0f}     1.00")
    print(f"bub SDK for Python      {sdk_rate:18,.0f}     {sdk_rate / bare_rate:.2f}")


if __name__ == "__main__":
    if len(sys.argv) == 3:
        asyncio.run({"bare": bare, "sdk": sdk}[sys.argv[1]](sys.argv[2]))
    else:
        asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000))
