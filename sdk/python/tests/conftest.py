"""Fixtures: a local bus, a real bus, agents that are closed at the end."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bub import Agent
from bub.backoff import Environment
from bub.testing import DevBus, LocalBus

MakeAgent = Callable[..., Agent]


@pytest.fixture
def bus() -> LocalBus:
    return LocalBus()


@pytest.fixture
async def make(bus: LocalBus) -> AsyncIterator[MakeAgent]:
    """Creates agents on the local bus that retry without waiting."""
    made: list[Agent] = []

    def create(client_id: str, **options: Any) -> Agent:
        options.setdefault("bus", bus)
        options.setdefault("environment", Environment(chance=lambda: 0.0))
        made.append(Agent(client_id, **options))
        return made[-1]

    yield create
    for agent in made:
        await agent.close()


@pytest.fixture(scope="session")
def real_bus() -> Iterator[DevBus]:
    """One real bus for all tests that do not stop or lock it."""
    need_bub()
    with DevBus() as started:
        yield started


@pytest.fixture
def own_bus() -> Iterator[DevBus]:
    """A real bus for one test, which may stop, kill or lock it."""
    need_bub()
    with DevBus() as started:
        yield started


def need_bub() -> None:
    if "BUB_COMMAND" not in os.environ:
        pytest.fail("Set BUB_COMMAND to the bub program; sdk/test does it.")


@pytest.fixture(scope="session")
def wheel_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Python of a new virtual environment that has the built wheel, and nothing of this checkout."""
    place = tmp_path_factory.mktemp("wheel")
    project = Path(__file__).resolve().parents[1]
    build = ["-m", "build", "--wheel", "--no-isolation", "--outdir", str(place), str(project)]
    subprocess.run([sys.executable, *build], check=True, capture_output=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place / "venv")], check=True)
    packages = next((place / "venv").glob("lib/*/site-packages"))
    zipfile.ZipFile(next(place.glob("*.whl"))).extractall(packages)
    websockets = importlib.util.find_spec("websockets")
    assert websockets is not None
    assert websockets.origin is not None
    shutil.copytree(Path(websockets.origin).parent, packages / "websockets")
    return place / "venv" / "bin" / "python"


@pytest.fixture
def root() -> Path:
    return Path(__file__).resolve().parents[3]
