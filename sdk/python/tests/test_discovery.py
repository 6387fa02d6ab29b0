"""How an agent finds its bus, its id and its files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bub import Agent, BusNotFound
from bub.discovery import SpawnArguments, agent_directory, find_bus
from bub.proof import ProofKey
from bub.settings import resolve
from bub.transport import WebSocketConnector


def private(directory: Path) -> Path:
    directory.mkdir(mode=0o700)
    return directory


def test_the_arguments_of_bub_up_win(tmp_path: Path) -> None:
    token = tmp_path / "t"
    token.write_text("bub_01234567_secret")
    words = ["--client-id", "agent:worker-1", "--talkto", "tg:1", "--workspace", str(tmp_path), "--model", "echo"]
    words += ["--bus-url=ws://127.0.0.1:1", "--token-file", str(token)]
    settings = resolve("agent:mine", None, None, None, None, durable=True, arguments=words, environment={})

    assert settings.identity.client_id == "agent:worker-1"
    assert settings.directory == tmp_path / "state" / "sdk"
    assert settings.spawn is not None
    assert settings.spawn.talkto == "tg:1"
    assert isinstance(settings.connector, WebSocketConnector)
    assert settings.connector.must_prove, "the token goes only to the bus that knows it"


def test_other_arguments_are_the_programs_own() -> None:
    assert SpawnArguments.find(["--client-id", "x", "--verbose"]) is None
    assert Agent("agent:mine", bus="ws://h:1", arguments=["serve", "--port", "1"]).client_id == "agent:mine"


def test_the_url_of_the_environment_comes_first(tmp_path: Path) -> None:
    run = private(tmp_path / "run")
    (run / "bus.url").write_text("ws://127.0.0.1:2\n")
    (run / "bus.key").write_text("secret\n")
    assert find_bus({"BUB_BUS_URL": "ws://h:1", "BUB_RUN_DIR": str(run)}).url == "ws://h:1"
    found = find_bus({"BUB_RUN_DIR": str(run)})
    assert (found.url, found.must_prove) == ("ws://127.0.0.1:2", True)
    assert found.proof_key == ProofKey("run-directory", "secret")
    assert find_bus({"BUB_RUN_DIR": str(tmp_path / "none")}).url == "ws://127.0.0.1:7892"


def test_refuses_a_run_directory_that_others_can_write(tmp_path: Path) -> None:
    run = private(tmp_path / "run")
    run.chmod(0o777)
    with pytest.raises(BusNotFound, match="accessible to other users"):
        find_bus({"BUB_RUN_DIR": str(run)})


def test_does_not_follow_a_link_to_another_bus(tmp_path: Path) -> None:
    run = private(tmp_path / "run")
    (tmp_path / "other").write_text("ws://evil:1")
    (run / "bus.url").symlink_to(tmp_path / "other")
    assert find_bus({"BUB_RUN_DIR": str(run)}).url == "ws://127.0.0.1:7892"


@pytest.mark.parametrize("url", ["http://x", "localhost:7892", ""])
def test_a_url_that_is_no_bus_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match=r"not the URL of a bus|client id"):
        resolve("agent:a", url, None, None, None, durable=False, arguments=[], environment={})


def test_ids_have_different_directories() -> None:
    places = {agent_directory(name, {"BUB_STATE_DIR": "/s"}) for name in ("a:b", "a_b", "a/b", "..")}
    assert len(places) == 4
    assert all(place.parent == Path("/s/agents") for place in places)


def test_a_proof_is_valid_for_one_connection() -> None:
    key = ProofKey.of_token("bub_01234567_secret")
    assert key is not None
    here, there = ("127.0.0.1", 5), ("::ffff:127.0.0.1", 6)
    import hashlib
    import hmac

    text = "\n".join(("bub-listener-proof-1", "c", "7f000001:5", "7f000001:6"))
    answer = hmac.new(key.secret.encode(), text.encode(), hashlib.sha256).hexdigest()
    assert key.is_met("c", answer, here, there)
    assert not key.is_met("c", answer, here, ("127.0.0.1", 7))
    assert not key.is_met("d", answer, here, there)
    assert not key.is_met("c", None, here, there)
    assert ProofKey.of_token("a-token-of-the-lobby") is None
    assert "secret" not in repr(key)


def test_an_agent_needs_an_id() -> None:
    with pytest.raises(ValueError, match="needs a client id"):
        _ = Agent(bus="ws://h:1", arguments=[]).client_id
    assert os.environ is not None
