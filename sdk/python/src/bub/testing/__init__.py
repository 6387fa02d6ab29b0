"""Buses for tests: `LocalBus` inside the process, `DevBus` as a disposable real bus."""

from .devbus import DevBus
from .localbus import LocalBus

__all__ = ["DevBus", "LocalBus"]
