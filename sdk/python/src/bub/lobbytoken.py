"""The token with which an agent proves that an id is its own."""

from __future__ import annotations

import logging
import os
from pathlib import Path

log = logging.getLogger("bub.lobby")


class LobbyToken:
    """Token that proves ownership of an agent's id. The lobby issues it once."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._current: str | None = None

    def read(self) -> str | None:
        if self._current is None and self._file is not None and self._file.exists():
            self._current = self._file.read_text(encoding="utf-8").strip() or None
        return self._current

    def propose(self) -> str:
        """Stored before the request, so that the agent can register again after a lost answer."""
        token = self.read()
        if token is None:
            import uuid

            token = str(uuid.uuid4())
            self.keep(token)
        return token

    def keep(self, token: str) -> None:
        self._current = token  # even if the disk fails: this process can still reconnect
        if self._file is None:
            return
        try:
            _replace(self._file, token)
        except OSError as failed:
            log.error(
                "Cannot write %s: %s. Without it, the lobby refuses this agent after a restart", self._file, failed
            )

    def forget(self) -> None:
        self._current = None
        if self._file is not None:
            self._file.unlink(missing_ok=True)


def _replace(file: Path, token: str) -> None:
    """Atomic: half a token would lock its agent out."""
    import tempfile

    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor, draft = tempfile.mkstemp(dir=file.parent, prefix=".token")
    try:
        with os.fdopen(descriptor, "w") as out:
            out.write(f"{token}\n")
            out.flush()
            os.fsync(out.fileno())
        os.replace(draft, file)
    except OSError:
        Path(draft).unlink(missing_ok=True)
        raise
