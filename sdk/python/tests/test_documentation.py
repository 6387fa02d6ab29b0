"""Every program in docs/python.md works as printed, in an empty folder with the built wheel."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bub import Agent
from bub.testing import DevBus

from .test_real_bus import until_connected

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs/python.md").read_text(encoding="utf-8")
PROGRAM = re.compile(r"<!-- program: (\w+) -->\n```python\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", re.DOTALL)
PROGRAMS = {name: (text, printed) for name, text, printed in PROGRAM.findall(PAGE)}


def environment(bus: DevBus, tmp_path: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "BUB_BUS_URL": bus.url, "BUB_STATE_DIR": str(tmp_path / "state")}


@pytest.mark.parametrize("name", [name for name, (_, printed) in PROGRAMS.items() if printed])
def test_prints_what_the_page_says(name: str, real_bus: DevBus, tmp_path: Path, wheel_python: Path) -> None:
    text, printed = PROGRAMS[name]
    (tmp_path / "program.py").write_text(text)
    ended = subprocess.run(
        [wheel_python, "program.py"],
        cwd=tmp_path,
        env=environment(real_bus, tmp_path),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.stdout == printed, ended.stderr
    assert ended.returncode == 0


async def test_the_first_agent(real_bus: DevBus, tmp_path: Path, wheel_python: Path) -> None:
    (tmp_path / "my_agent.py").write_text(PROGRAMS["shouter"][0])
    agent = subprocess.Popen([wheel_python, "my_agent.py"], cwd=tmp_path, env=environment(real_bus, tmp_path))
    async with Agent("agent:person", bus=real_bus.url, durable=False) as person:
        await until_connected(person, "agent:shouter")
        assert await person.ask("agent:shouter", "hello") == "HELLO!"
    agent.kill()
    agent.wait()


def test_every_python_block_of_the_page_is_a_tested_program() -> None:
    assert PAGE.count("```python") == len(PROGRAMS) == 8


def test_the_reference_matches_the_docstrings() -> None:
    checked = subprocess.run(
        [sys.executable, str(ROOT / "sdk/python/reference"), "--check"], capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stderr
