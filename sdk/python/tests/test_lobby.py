"""Capabilities on a local bus."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

import pytest

from bub import Agent, CallContext, CallRefused, Contract
from bub.lobbytoken import LobbyToken
from bub.testing import LocalBus

from .conftest import MakeAgent


@dataclass
class Price:
    amount: float
    country: str


FIND_PRICE = Contract("find_price", Price)


def provider(make: MakeAgent, name: str = "agent:prices") -> Agent:
    agent = make(name)

    @agent.capability("find_price", description="Looks up a price", keywords=["price"], callers=())
    async def find_price(context: CallContext, product: str, country: str = "DE") -> Price:
        await context.progress(asked="first shop")
        if product == "gold":
            raise CallRefused("too expensive")
        return Price(len(product), country)

    return agent


async def test_a_call_returns_typed_output(make: MakeAgent) -> None:
    agent = provider(make)
    async with agent, make("agent:shopper") as shopper:
        await agent.lobby.wait_registered(5)
        assert await shopper.call("find_price", product="tea") == {"amount": 3, "country": "DE"}
        assert await shopper.call(FIND_PRICE, product="tea", country="FR") == Price(3, "FR")
        assert await shopper.request("find_price", agent="agent:prices")(product="tea")


async def test_progress_comes_before_the_output(make: MakeAgent) -> None:
    agent = provider(make)
    async with agent, make("agent:shopper") as shopper:
        await agent.lobby.wait_registered(5)
        parts = [part async for part in shopper.request(FIND_PRICE).stream(product="tea")]
        assert parts == [{"asked": "first shop", "status": "in_progress"}, Price(3, "DE")]


async def test_a_refused_call_has_code_path_and_text(make: MakeAgent) -> None:
    agent = provider(make)
    async with agent, make("agent:shopper") as shopper:
        await agent.lobby.wait_registered(5)
        with pytest.raises(CallRefused) as wrong:
            await shopper.call("find_price", product=7)
        with pytest.raises(CallRefused) as own:
            await shopper.call("find_price", product="gold")
        with pytest.raises(CallRefused) as unknown:
            await shopper.call("find_rice", product="tea")

    assert (wrong.value.code, wrong.value.path) == ("invalid_input", "/product")
    assert (own.value.code, str(own.value)) == (None, "too expensive")
    assert unknown.value.code == "capability_not_found"


async def test_registers_again_after_a_cut(bus: LocalBus, make: MakeAgent) -> None:
    agent = provider(make)
    async with agent, make("agent:shopper") as shopper:
        await agent.lobby.wait_registered(5)
        lost = asyncio.Event()
        agent.on_state(lambda state: lost.set() if state.name == "waiting" else None)
        bus.cut("agent:prices")
        await lost.wait()
        await agent.lobby.wait_registered(5)
        assert await shopper.call(FIND_PRICE, product="tea") == Price(3, "DE")


async def test_discovers_and_withdraws(make: MakeAgent) -> None:
    agent = provider(make)
    async with agent, make("agent:shopper") as shopper:
        await agent.lobby.wait_registered(5)
        assert [one["agent_id"] for one in await shopper.lobby.discover(capability_name="find_*")] == ["agent:prices"]
        assert await agent.lobby.withdraw("find_price")
        assert await shopper.lobby.discover(capability_name="find_*") == []


async def test_a_cancelled_call_does_not_disturb_the_next_one(make: MakeAgent) -> None:
    agent, started = make("agent:slow"), asyncio.Event()

    @agent.capability("wait")
    async def wait() -> None:
        started.set()
        await asyncio.Event().wait()

    @agent.capability("quick")
    async def quick() -> str:
        return "done"

    async with make("agent:shopper") as shopper:
        await agent.start()
        await agent.lobby.wait_registered(5)
        call = asyncio.create_task(shopper.call("wait"))
        await started.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert await shopper.call(Contract("quick", str)) == "done"
        await agent.drain(0.01)


def test_the_token_is_private_and_survives(tmp_path: Path) -> None:
    file = tmp_path / "state" / "lobby.token"
    proposed = LobbyToken(file).propose()
    assert LobbyToken(file).propose() == proposed
    assert file.stat().st_mode & 0o777 == 0o600
    LobbyToken(file).keep("final")
    assert LobbyToken(file).read() == "final"
    LobbyToken(file).forget()
    assert LobbyToken(file).read() is None


async def test_a_capability_that_is_added_later_is_offered_at_once(make: MakeAgent) -> None:
    async with make("agent:late") as agent, make("agent:shopper") as shopper:
        await agent.lobby.wait_registered(5)

        @agent.capability("tell")
        async def tell() -> str:
            return "later"

        await agent.lobby.wait_registered(5)
        assert await shopper.call(Contract("tell", str)) == "later"
