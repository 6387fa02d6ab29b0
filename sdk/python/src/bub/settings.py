"""Settings of an agent, from its arguments, the command line of its program and the environment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from .connection import Identity
from .discovery import BusLocation, SpawnArguments, TokenFile, agent_directory, check_url, find_bus
from .proof import ProofKey
from .transport import Connector, WebSocketConnector
from .version import VERSION


@dataclass(frozen=True, slots=True)
class AgentSettings:
    """Everything that is known before the agent connects."""

    connector: Connector
    identity: Identity
    directory: Path | None
    spawn: SpawnArguments | None

    @property
    def lobby_token_file(self) -> Path | None:
        if self.directory is None:
            return None
        return self.directory / f"lobby-{quote(self.identity.client_id, safe='')}.token"


def resolve(
    client_id: str | None,
    bus: str | Connector | None,
    directory: str | Path | None,
    token_file: str | Path | None,
    ca: str | None,
    *,
    durable: bool,
    arguments: Sequence[str],
    environment: Mapping[str, str],
) -> AgentSettings:
    """An agent that bub started is the one that bub named; otherwise, what the program says counts."""
    spawn = SpawnArguments.find(arguments) if bus is None else None
    name = spawn.client_id if spawn else client_id
    if not name:
        raise ValueError("an agent needs a client id, such as agent:shouter")
    token = _token(spawn, token_file, environment)
    where = directory or (spawn.workspace / "state" / "sdk" if spawn else None)
    if where is None and durable and not _is_connector(bus):
        where = agent_directory(name, environment)
    identity = Identity(name, "bub-python", VERSION, token)
    if bus is not None and not isinstance(bus, str):
        return AgentSettings(bus, identity, Path(where) if where and durable else None, None)
    location = _location(spawn, bus, token, environment)
    identity.only_if_proven = location.must_prove
    connector = WebSocketConnector(
        location.url,
        ca=ca or (spawn.ca if spawn else None) or environment.get("BUB_CA"),
        client_cert=environment.get("BUB_CLIENT_CERT"),
        client_key=environment.get("BUB_CLIENT_KEY"),
        proof_key=location.proof_key,
        must_prove=location.must_prove and location.proof_key is not None,
    )
    return AgentSettings(connector, identity, Path(where) if where and durable else None, spawn)


def _is_connector(bus: str | Connector | None) -> bool:
    return bus is not None and not isinstance(bus, str)


def _token(
    spawn: SpawnArguments | None, token_file: str | Path | None, environment: Mapping[str, str]
) -> TokenFile | None:
    if spawn is not None:
        return TokenFile(spawn.token_file) if spawn.token_file else None
    named = token_file or environment.get("BUB_TOKEN_FILE")
    return TokenFile(Path(named)) if named else None


def _location(
    spawn: SpawnArguments | None, bus: str | None, token: TokenFile | None, environment: Mapping[str, str]
) -> BusLocation:
    if spawn is not None:
        # The bus that started this agent knows the hash of its token; no other listener does.
        key = ProofKey.of_token(token.read()) if token is not None else None
        return BusLocation(check_url(spawn.bus_url), key, must_prove=key is not None)
    return BusLocation(check_url(bus)) if bus is not None else find_bus(environment)
