"""Conversations on disk, for agents whose model needs the earlier lines."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .backoff import Environment
from .store import Store

_SCHEMA = """
CREATE TABLE line (
  number INTEGER PRIMARY KEY AUTOINCREMENT, chat TEXT NOT NULL, message_id TEXT NOT NULL, role TEXT NOT NULL,
  text TEXT NOT NULL, at INTEGER NOT NULL, UNIQUE (chat, message_id, role));
CREATE INDEX line_by_chat ON line (chat, number)
"""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a conversation; `role` is `user` or `assistant`."""

    role: str
    text: str
    at: float


class History:
    """Questions and answers per chat. A message that comes twice is one line."""

    def __init__(self, path: Path, environment: Environment) -> None:
        self._store = Store(path, _SCHEMA)
        self._environment = environment

    async def add(self, chat: str, message_id: str, role: str, text: str) -> None:
        row = (chat, message_id, role, text, int(self._environment.now() * 1000))
        sql = "INSERT INTO line (chat, message_id, role, text, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
        await self._store.call(lambda db: db.execute(sql, row))

    async def lines(self, chat: str, limit: int) -> list[Line]:
        """The newest lines, oldest first."""
        sql = "SELECT role, text, at FROM line WHERE chat = ? ORDER BY number DESC LIMIT ?"
        rows = await self._store.call(lambda db: db.execute(sql, (chat, limit)).fetchall())
        return [Line(role, text, at / 1000) for role, text, at in reversed(rows)]

    async def clear(self, chat: str) -> None:
        await self._store.call(lambda db: db.execute("DELETE FROM line WHERE chat = ?", (chat,)))

    async def close(self) -> None:
        await self._store.close()
