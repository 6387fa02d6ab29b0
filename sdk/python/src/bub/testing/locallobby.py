"""The lobby of a `LocalBus`: registration, discovery, calls under a contract."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from .contracts import violations

if TYPE_CHECKING:
    from .localbus import Frame, LocalBus


class LocalLobby:
    """Checks input and output of every call, as the real lobby does. It issues no tokens."""

    def __init__(self, bus: LocalBus) -> None:
        self._bus = bus
        self._offers: dict[str, list[Frame]] = {}

    async def answer(self, message: Frame) -> Frame:
        content = message["payload"].get("content") or {}
        match message["payload"].get("type"):
            case "lobby_register":
                self._offers[message["from"]] = content["capabilities"]
                return _ok({"status": "success_registered_finalized", "lobby_id": "global_lobby"})
            case "lobby_deregister":
                self._offers.pop(message["from"], None)
                return _ok({"status": "success_deregistered", "lobby_id": "global_lobby"})
            case "lobby_discover":
                return _ok({"services_found": self._found(content), "discovered_for_capability": ""})
            case "lobby_agents":
                return _ok({"agents": [{"agent_id": a, "capabilities": c} for a, c in self._offers.items()]})
            case "lobby_request":
                return await self._request(message, dict(content))
            case "lobby_progress":
                return await self._progress(message, content)
            case other:
                return _error("invalid_message", f"unknown type {other}")

    def _found(self, query: Frame) -> list[Frame]:
        wanted = str(query.get("capability_name") or "*").partition("@")[0]
        found = []
        for agent, capabilities in self._offers.items():
            relevant = [one for one in capabilities if fnmatchcase(one["name"], wanted)]
            if relevant:
                found.append({"agent_id": agent, "relevant_capabilities": relevant})
        return found

    async def _request(self, message: Frame, given: Frame) -> Frame:
        agent, name = given.pop("agent_id", "any"), str(given.pop("capability_name", ""))
        found = self._provider(agent, name)
        if found is None:
            return _error("capability_not_found", f"No agent offers the capability '{name}'.")
        provider, capability = found
        callers = capability.get("authorized_requester_ids")
        if callers and message["from"] not in callers:
            return _error("unauthorized", f"Unauthorized: '{message['from']}' may not call '{name}'.")
        problems = violations(capability["input_schema"], given)
        if problems:
            return _error("invalid_input", f"Invalid input for capability '{name}'", problems)
        peer = self._bus.peer_of(provider)
        if peer is None:
            return _error("agent_offline", f"{provider} is offline", retry=True)
        content = {"capability_name": name.partition("@")[0], **given}
        request = {**message, "to": provider, "payload": {"type": "lobby_request", "content": content}}
        for member in ("cause", "trace"):
            if member in message["payload"]:
                request["payload"][member] = message["payload"][member]
        return _checked(name, capability, await self._bus.process(peer, request))

    def _provider(self, agent: str, name: str) -> tuple[str, Frame] | None:
        wanted = name.partition("@")[0]
        for candidate, capabilities in self._offers.items():
            for capability in capabilities:
                if capability["name"] == wanted and agent in ("any", candidate):
                    return candidate, capability
        return None

    async def _progress(self, message: Frame, content: Frame) -> Frame:
        peer = self._bus.peer_of(content.get("caller_id", ""))
        if peer is None:
            return _error("no_open_request", "no caller waits for this progress")
        news = {"request_id": content["request_id"], "response": content["response"]}
        payload = {"type": "lobby_progress", "content": news}
        await self._bus.process(peer, {**message, "to": peer.client_id, "payload": payload})
        return _ok({}, "forwarded")


def _checked(name: str, capability: Frame, ack: Frame) -> Frame:
    if not ack["success"]:
        error = {"status": "error", "error": ack["message"], **ack["payload"]}
        return {**ack, "payload": error}
    output = {key: value for key, value in ack["payload"].items() if key != "status"}
    problems = violations(capability["output_schema"], output)
    if problems:
        return _error("invalid_output", f"Invalid output of capability '{name}'", problems)
    return _ok({"status": "success", **output}, "success")


def _ok(payload: Frame, message: str = "ok") -> Frame:
    return {"success": True, "message": message, "shouldRetry": False, "retrySeconds": 0, "payload": payload}


def _error(code: str, text: str, problems: list[dict[str, str]] | None = None, *, retry: bool = False) -> Frame:
    payload: dict[str, Any] = {"status": "error", "error": text, "error_code": code}
    if problems:
        payload["violations"] = problems
    return {"success": False, "message": text, "shouldRetry": retry, "retrySeconds": 0, "payload": payload}
