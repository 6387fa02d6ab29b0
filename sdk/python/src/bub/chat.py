"""Chats: questions, replies, typing, partial texts, steps, and questions to other agents."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Protocol

from .backoff import REDELIVER
from .causality import derive
from .client import BusClient
from .errors import BubError, NoAnswer, Reject, RetryLater
from .history import History
from .messages import Ack, Message, Payload
from .retry import Delivered, NoRecipient, Offline, Rejected, Retry, of_error, of_receipt

log = logging.getLogger("bub.chat")

ChatHandler = Callable[[Message], "Awaitable[str | None] | AsyncIterator[str]"]

_TYPING_AFTER = 0.3
_TYPING_EVERY = 4.0
_PARTIAL_EVERY = 0.2
_CHARS_WORTH_A_PAUSE = 8_000


class Poster(Protocol):
    """Stores a message for delivery; None of an agent without durable parts."""

    async def __call__(self, to: str, payload: Payload, *, message_id: str) -> str: ...


class ChatService:
    """Turns a chat handler into a message handler, and waits for replies of others."""

    def __init__(self, client: BusClient) -> None:
        self._client = client
        self._asked: dict[str, _Question] = {}
        self.post: Poster | None = None
        self.history: History | None = None
        client.incoming.quick["tg_reply"] = self._replied
        client.incoming.quick["agent_event"] = self._event

    # ---- questions to this agent

    def handler(self, function: ChatHandler) -> Callable[[Message], Awaitable[Ack]]:
        async def answer(message: Message) -> Ack:
            if self.history is not None:
                await self.history.add(message.sender, message.id, "user", message.text)
            progress = _Progress(self, message)
            try:
                text = await self._text(function(message), progress)
            finally:
                progress.end()
            if text is not None:
                await self._reply(message, text)
            return Ack.ok("answered" if text is not None else "heard")

        return answer

    async def _text(self, result: Any, progress: _Progress) -> str | None:
        if not inspect.isasyncgen(result) and not hasattr(result, "__aiter__"):
            text = await result
            return None if text is None else str(text)
        whole = ""
        async for part in result:
            whole += part
            await progress.partial(whole)
        return whole

    async def _reply(self, message: Message, text: str) -> None:
        content: Payload = {"text": text}
        if message.channel is not None:
            content["channel"] = message.channel
        payload = {"type": "tg_reply", "reply_to_message_id": message.id, "content": content}
        reply_id = _reply_id(message)
        if self.history is not None:
            await self.history.add(message.sender, message.id, "assistant", text)
        if self.post is not None:
            await self.post(message.sender, payload, message_id=reply_id)
            return
        match of_receipt(await self._client.send(message.sender, payload, message_id=reply_id)):
            case Delivered():
                return
            case Rejected(why):
                raise Reject(f"the reply was refused: {why}")
            case Retry(at_least, why):
                raise RetryLater(why, seconds=int(at_least) or 1)
            case NoRecipient() | Offline():
                raise RetryLater(f"{message.sender} is not connected")

    # ---- progress

    async def event(self, to: str, event: str, data: Payload) -> None:
        """Sends an event whose loss is acceptable."""
        try:
            await self._client.notify(to, {"type": "agent_event", "content": {"event": event, "data": data}})
        except BubError as lost:
            log.debug("Lost an event: %s", lost)

    async def step(self, message: Message, kind: str, name: str, ms: float, details: Payload) -> None:
        message.steps += 1
        data = {"message_id": message.id, "step": message.steps, "kind": kind, "name": name, "ms": round(ms), **details}
        await self.event("system:steps", "step", data)

    # ---- questions to other agents

    async def ask(self, to: str, text: str, timeout: float) -> str:
        return [whole async for whole in self.whole_texts(to, text, timeout)][-1]

    async def stream(self, to: str, text: str, timeout: float) -> AsyncIterator[str]:
        """Parts of the reply as they come. If the agent rewrites its text, the whole new text comes as one part."""
        seen = ""
        async for whole in self.whole_texts(to, text, timeout):
            part = whole[len(seen) :] if whole.startswith(seen) else whole
            seen = whole
            if part:
                yield part

    async def whole_texts(self, to: str, text: str, timeout: float) -> AsyncIterator[str]:
        """The growing text; the last one is the reply."""
        question = _Question(to)
        message_id = self._client.environment.new_id()
        self._asked[message_id] = question
        sending = asyncio.get_running_loop().create_task(self._send_question(to, text, message_id, question))
        try:
            while True:
                async with asyncio.timeout(timeout):
                    item = await question.texts.get()
                if isinstance(item, BubError):
                    raise item
                text, is_last = item
                yield text
                if is_last:
                    return
        except TimeoutError:
            raise NoAnswer(f"{to} did not reply within {timeout:g} s") from None
        finally:
            del self._asked[message_id]
            sending.cancel()

    async def _send_question(self, to: str, text: str, message_id: str, question: _Question) -> None:
        """Repeats the question under the same id while the agent says that it is not done with it yet."""
        payload = {"type": "tg_message", "content": {"text": text}}
        failures = 0
        while True:
            try:
                attempt = of_receipt(await self._client.send(to, payload, message_id=message_id))
            except BubError as failed:
                attempt = of_error(failed)
                if not isinstance(attempt, Retry):
                    question.texts.put_nowait(failed)
                    return
            match attempt:
                case NoRecipient():
                    question.texts.put_nowait(NoAnswer(f"{to} is not connected"))
                    return
                case Rejected(why):
                    question.texts.put_nowait(Reject(why))
                    return
                case Retry(at_least, _):
                    await asyncio.sleep(REDELIVER.delay(failures, self._client.environment.chance, at_least))
                    failures += 1
                case Delivered() | Offline():
                    return

    def _replied(self, message: Message) -> Ack | None:
        question = self._asked.get(str(message.payload.get("reply_to_message_id")))
        if question is None or question.to != message.sender:
            return None
        question.texts.put_nowait((message.text, True))
        return Ack.ok("received")

    def _event(self, message: Message) -> Ack | None:
        data = message.content.get("data")
        if message.content.get("event") != "partial" or not isinstance(data, dict):
            return None
        question = self._asked.get(str(data.get("message_id")))
        if question is None or question.to != message.sender or not isinstance(data.get("text"), str):
            return None
        question.texts.put_nowait((data["text"], False))
        return Ack.ok("received")


def _reply_id(message: Message) -> str:
    """The same when asked again; a message id has at most 256 characters."""
    if len(message.id) <= 250:
        return f"{message.id}/reply"
    return f"{derive('reply', message.sender, message.id, 64)}/reply"


class _Question:
    def __init__(self, to: str) -> None:
        self.to = to
        self.texts: asyncio.Queue[tuple[str, bool] | BubError] = asyncio.Queue()


class _Progress:
    """Shows a chat that its agent works: typing after a moment, and the newest partial text."""

    def __init__(self, chat: ChatService, message: Message) -> None:
        self._chat = chat
        self._message = message
        self._loop = asyncio.get_running_loop()
        self._timer = self._loop.call_later(_TYPING_AFTER, self._type)
        self._sending: asyncio.Task[None] | None = None
        self._seq = 0
        self._due = 0.0

    def _type(self) -> None:
        self._sending = self._loop.create_task(self._chat.event(self._message.sender, "typing", {}))
        self._timer = self._loop.call_later(_TYPING_EVERY, self._type)

    async def partial(self, text: str) -> None:
        """Each event carries the whole text, so long texts go less often. A text that comes too soon is skipped."""
        now = self._loop.time()
        if now < self._due:
            return
        self._due = now + _PARTIAL_EVERY * (1 + len(text) // _CHARS_WORTH_A_PAUSE)
        self._seq += 1
        data = {"message_id": self._message.id, "text": text, "seq": self._seq}
        await self._chat.event(self._message.sender, "partial", data)

    def end(self) -> None:
        self._timer.cancel()
