"""The programs in examples/python work."""

from __future__ import annotations

import asyncio
import os
import subprocess
from pathlib import Path

from bub import Agent, Message
from bub.testing import DevBus

from .test_real_bus import until_connected

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "python"


def environment(bus: DevBus, tmp_path: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "BUB_BUS_URL": bus.url, "BUB_STATE_DIR": str(tmp_path / "state")}


async def test_a_node_of_a_graph_calls_the_retrieval_agent(
    real_bus: DevBus, tmp_path: Path, wheel_python: Path
) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "tea.txt").write_text("Tea grows on hills.")
    (notes / "coffee.txt").write_text("Coffee grows in the shade.")
    env = environment(real_bus, tmp_path)
    retrieval = subprocess.Popen([wheel_python, EXAMPLES / "retrieval_agent.py", str(notes)], env=env)
    try:
        async with Agent("agent:watcher", bus=real_bus.url, durable=False) as watcher:
            await until_connected(watcher, "agent:notes")
            async with asyncio.timeout(10):
                while not await watcher.lobby.discover(capability_name="search_notes"):
                    await asyncio.sleep(0.02)
        node = [str(wheel_python), str(EXAMPLES / "graph_node.py"), "what about tea?"]
        ended = await asyncio.to_thread(subprocess.run, node, env=env, capture_output=True, text=True)
        assert ended.stdout == "{'documents': ['Tea grows on hills.']}\n", ended.stderr
    finally:
        retrieval.kill()
        retrieval.wait()


async def test_the_cron_agent_sends_each_tick_once_although_it_is_killed(
    real_bus: DevBus, tmp_path: Path, wheel_python: Path
) -> None:
    ticks: list[int] = []
    reporter = Agent("agent:reporter", bus=real_bus.url, durable=False)

    @reporter.on("tick")
    async def take(message: Message) -> None:
        ticks.append(message.content["number"])

    command = [str(wheel_python), str(EXAMPLES / "cron_agent.py"), "agent:reporter", "1"]
    async with reporter:
        for _ in range(2):
            ticks_before = len(ticks)
            process = subprocess.Popen(command, env=environment(real_bus, tmp_path))
            async with asyncio.timeout(20):
                while len(ticks) < ticks_before + 2:
                    await asyncio.sleep(0.02)
            process.kill()
            process.wait()
    assert len(set(ticks)) == len(ticks)
