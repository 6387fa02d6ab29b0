"""Where the bus is and who this agent is there: arguments, environment, run directory."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlsplit

from .errors import BusNotFound
from .proof import ProofKey

USUAL_URL = "ws://127.0.0.1:7892"
_FRESH_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class TokenFile:
    """Token in a file that contains nothing else. It is read at each connect."""

    path: Path

    def read(self) -> str:
        try:
            token = self.path.read_text(encoding="utf-8").strip()
        except OSError as unreadable:
            raise BusNotFound(f"cannot read the token file {self.path}: {unreadable.strerror}") from unreadable
        if not token:
            raise BusNotFound(f"the token file {self.path} is empty")
        return token

    @property
    def is_fresh(self) -> bool:
        """True when the file is so new that the bus may not know the token yet."""
        try:
            return self.path.stat().st_mtime > time.time() - _FRESH_SECONDS
        except OSError:
            return False


@dataclass(frozen=True, slots=True)
class SpawnArguments:
    """Arguments that `bub up --agent-command` passes to an agent."""

    client_id: str
    bus_url: str
    workspace: Path
    talkto: str | None = None
    token_file: Path | None = None
    ca: str | None = None

    @staticmethod
    def find(arguments: Sequence[str]) -> SpawnArguments | None:
        """Returns None when bub did not start this program."""
        options: dict[str, str] = {}
        words = iter(arguments)
        for word in words:
            name, equals, value = word.partition("=")
            if name.startswith("--"):
                options.setdefault(name, value if equals else next(words, ""))
        if not all(options.get(name) for name in ("--client-id", "--bus-url", "--workspace")):
            return None
        token = options.get("--token-file")
        return SpawnArguments(
            options["--client-id"],
            options["--bus-url"],
            Path(options["--workspace"]),
            options.get("--talkto") or None,
            Path(token) if token else None,
            options.get("--ca") or None,
        )


@dataclass(frozen=True, slots=True)
class BusLocation:
    """URL of the bus, with the key that it must know before it gets a token."""

    url: str
    proof_key: ProofKey | None = None
    must_prove: bool = False


def check_url(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme.lower() not in ("ws", "wss") or not parts.hostname:
        raise ValueError(
            f"'{url}' is not the URL of a bus; use one such as ws://localhost:7892 or wss://bus.example.com"
        )
    return url


def find_bus(environment: Mapping[str, str]) -> BusLocation:
    """The bus that the command line would use: `BUB_BUS_URL`, else that of the run directory, else the usual one."""
    url = environment.get("BUB_BUS_URL")
    if url:
        return BusLocation(check_url(url))
    run = run_directory(environment)
    check_run_directory(run)
    own = _read(run / "bus.url")
    key = _read(run / "bus.key")
    return BusLocation(check_url(own or USUAL_URL), ProofKey("run-directory", key) if key else None, must_prove=True)


def _read(file: Path) -> str | None:
    """Reads a small file; does not follow a symbolic link."""
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW)
    except OSError:
        return None
    with os.fdopen(descriptor, encoding="utf-8", errors="replace") as text:
        return text.read(4096).strip() or None


def run_directory(environment: Mapping[str, str]) -> Path:
    named = environment.get("BUB_RUN_DIR")
    if named:
        return Path(named)
    system = Path("/run/bub")
    if _is_ours(system):
        return system
    runtime = environment.get("XDG_RUNTIME_DIR")
    if runtime:
        return Path(runtime) / "bub"
    import tempfile

    return Path(tempfile.gettempdir()) / f"bub-{_user_name()}"


def state_directory(environment: Mapping[str, str]) -> Path:
    named = environment.get("BUB_STATE_DIR")
    if named:
        return Path(named)
    run = environment.get("BUB_RUN_DIR")
    if run:
        return Path(run) / "state"
    system = Path("/var/lib/bub")
    if _is_ours(system):
        return system
    state = environment.get("XDG_STATE_HOME")
    if state:
        return Path(state) / "bub"
    return Path.home() / ".local" / "state" / "bub"


def agent_directory(client_id: str, environment: Mapping[str, str]) -> Path:
    """Directory for the files of an agent that bub did not start."""
    return state_directory(environment) / "agents" / quote(client_id, safe="")


def _user_name() -> str:
    import pwd

    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())


def _is_ours(directory: Path) -> bool:
    return os.access(directory if directory.is_dir() else directory.parent, os.W_OK)


def check_run_directory(directory: Path) -> None:
    """Refuses a directory that another user could have prepared to redirect this program."""
    directory = directory.absolute()
    shared = _is_shared(directory.parent)
    try:
        found = os.lstat(directory) if shared else os.stat(directory)
    except FileNotFoundError:
        return
    user = os.getuid()
    if shared and stat.S_ISLNK(found.st_mode):
        raise _unsafe(directory, "is a symbolic link")
    if found.st_uid not in (user, 0) and (shared or user != 0):
        raise _unsafe(directory, "belongs to another user")
    if found.st_mode & (0o077 if shared else 0o022):
        raise _unsafe(directory, f"is accessible to other users (mode {found.st_mode & 0o777:03o})")


def _is_shared(parent: Path) -> bool:
    try:
        return bool(parent.stat().st_mode & 0o002)
    except OSError:
        return False


def _unsafe(directory: Path, problem: str) -> BusNotFound:
    return BusNotFound(
        f"Refusing to use the run directory {directory}: it {problem}. Set BUB_BUS_URL, or another BUB_RUN_DIR."
    )
