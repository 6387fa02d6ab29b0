"""Waits between attempts, and the sources of time and chance."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from dataclasses import dataclass


def _new_id() -> str:
    return f"msg_{os.urandom(16).hex()}"


@dataclass(slots=True)
class Environment:
    """Time, chance and ids. `now` is the wall clock, which may jump; waits never depend on it."""

    now: Callable[[], float] = time.time
    chance: Callable[[], float] = random.random
    new_id: Callable[[], str] = _new_id


@dataclass(frozen=True, slots=True)
class Backoff:
    """Random wait up to a ceiling that doubles with each failure."""

    base: float
    cap: float

    def delay(self, failures: int, chance: Callable[[], float], at_least: float = 0.0) -> float:
        """Seconds to wait: with `at_least`, at least that long and at most twice as long."""
        ceiling = min(self.cap, self.base * float(2 ** min(failures, 64)))
        wait = chance() * ceiling
        return max(at_least, min(wait, 2 * at_least)) if at_least else wait


RECONNECT = Backoff(0.1, 10.0)
REDELIVER = Backoff(1.0, 60.0)
