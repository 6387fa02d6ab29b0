"""Command line of the conformance suite: plays scenarios, prints scenario × language."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shlex
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from .bus import RealBus
from .play import Play, ScenarioFailed

HERE = Path(__file__).resolve().parent.parent
ROOT = HERE.parent.parent


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="sdk/conformance/run", description=__doc__)
    parser.add_argument("--language", help="only these languages, with commas")
    parser.add_argument("--scenario", help="only these scenarios, with commas")
    parser.add_argument("--short", action="store_true", help="fewer repetitions")
    parser.add_argument("--markdown", type=Path, help="also write the table to this file")
    parser.add_argument("--jobs", type=int, default=4, help="scenarios that run at the same time")
    parser.add_argument("--driver", action="append", default=[], help="LANGUAGE=COMMAND, instead of drivers.json")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--node", default="node")
    parser.add_argument("--java", default="java")
    return parser.parse_args()


def scenarios(names: str | None) -> list[dict[str, Any]]:
    found = [json.loads(file.read_text()) for file in sorted((HERE / "scenarios").glob("*.json"))]
    wanted = names.split(",") if names else None
    return [scenario for scenario in found if wanted is None or scenario["name"] in wanted]


def commands(chosen: argparse.Namespace) -> dict[str, list[str] | None]:
    """Command per language; None when the driver is missing."""
    programs = {"{python}": chosen.python, "{node}": chosen.node, "{java}": chosen.java}
    found: dict[str, list[str] | None] = {}
    for language, entry in json.loads((HERE / "drivers.json").read_text()).items():
        if chosen.language and language not in chosen.language.split(","):
            continue
        command = [programs.get(word, word) for word in entry["command"]]
        files = [word for word in entry["command"] if word.startswith("sdk/")]
        present = all((ROOT / file).exists() for file in files) and shutil.which(command[0])
        found[language] = command if present else None
    for entry in chosen.driver:
        language, _, command_line = entry.partition("=")
        found[language] = shlex.split(command_line)
    return found


async def play(scenario: dict[str, Any], command: list[str], shared: RealBus, *, short: bool) -> tuple[str, str]:
    """The cell of the table, and the details of a failure."""
    repeat = scenario.get("repeat", {"times": 1, "short": 1})
    run = Play(scenario, command, None if Play.needs_own_bus(scenario) else shared)
    began = time.monotonic()
    try:
        await run.run(repeat["short"] if short else repeat["times"])
    except (ScenarioFailed, RuntimeError) as failed:
        return "FAILED", f"{failed}\n{run.log()}"
    finally:
        run.forget()
    return f"ok {time.monotonic() - began:.1f} s", ""


class Table:
    """Plays all scenarios in all languages. Those that need a bus of their own run beside the others."""

    def __init__(self, chosen: argparse.Namespace) -> None:
        self._chosen = chosen
        self._drivers = commands(chosen)
        self._scenarios = scenarios(chosen.scenario)
        self._places = asyncio.Semaphore(chosen.jobs)
        self._cells: dict[tuple[str, str], str] = {}
        self.failures = 0

    async def fill(self) -> list[list[str]]:
        with tempfile.TemporaryDirectory(prefix="bub-conformance-") as directory:
            shared = RealBus(Path(directory) / "bus")
            await shared.start()
            alone = [scenario for scenario in self._scenarios if Play.needs_own_bus(scenario)]
            together = [scenario for scenario in self._scenarios if not Play.needs_own_bus(scenario)]
            pairs = [([scenario], language) for scenario in alone for language in self._drivers]
            try:
                await asyncio.gather(
                    *(self._play(some, [language], shared) for some, language in pairs),
                    self._play(together, list(self._drivers), shared),
                )
            finally:
                await shared.kill()
        rows = [[s["name"], *(self._cells[s["name"], language] for language in self._drivers)] for s in self._scenarios]
        return [["scenario", *self._drivers], *rows]

    async def _play(self, some: list[dict[str, Any]], languages: list[str], shared: RealBus) -> None:
        async with self._places:
            for scenario in some:
                for language in languages:
                    command = self._drivers[language]
                    cell, details = "missing", ""
                    if command is not None:
                        cell, details = await play(scenario, command, shared, short=self._chosen.short)
                    self._cells[scenario["name"], language] = cell
                    if details:
                        self.failures += 1
                        print(f"\n{scenario['name']} in {language}: {details}", file=sys.stderr)


async def run_all(chosen: argparse.Namespace) -> int:
    table = Table(chosen)
    cells = await table.fill()
    print_table(cells)
    if chosen.markdown:
        chosen.markdown.write_text(markdown(cells) + other_sections(chosen.markdown))
    return 1 if table.failures else 0


def print_table(table: list[list[str]]) -> None:
    widths = [max(len(row[i]) for row in table) for i in range(len(table[0]))]
    for number, row in enumerate(table):
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
        if number == 0:
            print("  ".join("-" * width for width in widths))


def other_sections(page: Path) -> str:
    """Return the sections of the page that people wrote."""
    text = page.read_text() if page.exists() else ""
    start = text.find("\n## ")
    return text[start:] if start >= 0 else ""


def markdown(table: list[list[str]]) -> str:
    promises = {scenario["name"]: scenario["promise"] for scenario in scenarios(None)}
    lines = [
        "# Interoperability",
        "",
        "Every SDK keeps the same promises. This command plays each scenario against a real bus and writes this table:",
        "",
        "```sh",
        "sdk/conformance/run --markdown docs/interop.md",
        "```",
        "",
        "A language without a driver is `missing`. [sdk-guide.md](sdk-guide.md) explains how to add one.",
        "",
        "| Scenario | Promise | " + " | ".join(table[0][1:]) + " |",
        "|---" * (len(table[0]) + 1) + "|",
    ]
    for row in table[1:]:
        cells = [cell.split()[0] for cell in row[1:]]
        lines.append(f"| {row[0]} | {promises[row[0]]} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


if "BUB_COMMAND" not in os.environ:
    sys.exit("Set BUB_COMMAND to the bub program; sdk/test does it.")
sys.exit(asyncio.run(run_all(options())))
