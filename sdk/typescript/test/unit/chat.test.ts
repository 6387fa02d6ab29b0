import { expect, test } from "vitest";
import type { ChatMessage, HistoryLine } from "../../src/index.js";
import { LocalBus } from "../../src/testing/index.js";
import { afterEachOnce, eventually, gate, newDirectory, quietLog } from "../kit.js";

async function chatWith(handler: (m: ChatMessage) => unknown, options = {}) {
  const bus = new LocalBus();
  afterEachOnce(() => bus.close());
  const agent = bus.agent("agent:bot", { logger: quietLog(), ...options });
  await agent.onChat(handler as never).connect();
  const received: { type: string; messageId: string; payload: Record<string, unknown> }[] = [];
  const chat = bus.agent("tg:1").onMessage((m) => {
    received.push({ type: m.type, messageId: m.messageId, payload: m.payload });
  });
  await chat.connect();
  const say = (text: string, messageId = "m1", extra = {}) =>
    chat.send("agent:bot", { type: "tg_message", content: { text, channel: "telegram", ...extra } }, { messageId });
  return { bus, agent, chat, received, say };
}

test("sends what the handler returns as the reply, with an id derived from the question", async () => {
  const { received, say } = await chatWith(async (m) => `${m.text.toUpperCase()}!`);
  const receipt = await say("hello");
  expect(receipt.acks[0]).toMatchObject({ success: true, message: "answered" });
  expect(received).toMatchObject([
    {
      type: "tg_reply",
      messageId: "m1/reply",
      payload: { content: { text: "HELLO!", channel: "telegram" }, reply_to_message_id: "m1", cause: "m1" },
    },
  ]);
});

test("answers a question once, even when it comes again", async () => {
  let runs = 0;
  const { received, say } = await chatWith(() => `answer ${++runs}`);
  await say("hello");
  await say("hello");
  expect(received.map((m) => m.messageId)).toEqual(["m1/reply"]);
});

test("streams parts as partial events and sends the whole text as the reply", async () => {
  const { received, say } = await chatWith(async function* () {
    yield "one ";
    yield "two";
  });
  await say("count");
  const partial = received.find((m) => m.type === "agent_event");
  expect(partial?.payload).toMatchObject({ content: { event: "partial", data: { message_id: "m1", text: "one ", seq: 1 } } });
  expect(received.at(-1)?.payload).toMatchObject({ content: { text: "one two" } });
});

test("a stream that breaks fails the message and sends no reply", async () => {
  const { received, say } = await chatWith(async function* () {
    yield "one ";
    throw new Error("the model died");
  });
  const [answer] = (await say("count")).acks;
  expect(answer).toMatchObject({ success: false, shouldRetry: false });
  expect(received.filter((m) => m.type === "tg_reply")).toEqual([]);
});

test("sends no reply when the handler returns nothing", async () => {
  const { received, say } = await chatWith(() => {});
  expect((await say("hi")).acks[0]!.message).toBe("heard");
  expect(received).toEqual([]);
});

test("refuses a message without a text", async () => {
  const { say } = await chatWith(() => "x");
  expect((await say(7 as never)).acks[0]).toMatchObject({ success: false, message: "content.text: is missing" });
});

test.each([false, true])("remembers the conversation, with a directory: %s", async (durable) => {
  const histories: HistoryLine[][] = [];
  const stateDir = durable ? newDirectory() : false;
  const { say, chat } = await chatWith(async (m) => {
    histories.push(await m.history());
    return `${m.text}!`;
  }, { stateDir });
  await say("one", "m1");
  await say("two", "m2");
  expect(histories[0]).toEqual([]);
  expect(histories[1]?.map(({ role, text }) => `${role} ${text}`)).toEqual(["user one", "assistant one!"]);
  await chat.send("agent:bot", { type: "configure", content: { talkto: "tg:1" } });
  await chat.send("agent:bot", { type: "agent_command", content: { command: "reset" } });
  await say("three", "m3");
  expect(histories[2]).toEqual([]);
});

test("belongs to the first chat that configures it; operators may change that", async () => {
  const { bus, agent, chat } = await chatWith(() => {});
  const configure = (peer: typeof chat, talkto: string) => peer.send("agent:bot", { type: "configure", content: { talkto } });
  expect((await configure(chat, "tg:1")).acks[0]!.message).toBe("configured");
  const thief = await bus.agent("tg:2").connect();
  expect((await configure(thief, "tg:2")).acks[0]!.message).toContain("agent:bot belongs to tg:1");
  expect(agent.talkto).toBe("tg:1");
  const operator = await bus.agent("cli:1").connect();
  await configure(operator, "tg:9");
  expect(agent.talkto).toBe("tg:9");
});

test("accepts commands only from its chat", async () => {
  const { chat, bus } = await chatWith(() => {});
  await chat.send("agent:bot", { type: "configure", content: { talkto: "tg:1" } });
  const command = (peer: typeof chat, command: string) => peer.send("agent:bot", { type: "agent_command", content: { command } });
  expect((await command(chat, "status")).acks[0]!.payload).toMatchObject({ client_id: "agent:bot", talkto: "tg:1" });
  expect((await command(chat, "dance")).acks[0]!.message).toContain("unknown command");
  expect((await command(await bus.agent("tg:2").connect(), "status")).acks[0]!.success).toBe(false);
});

test("stop aborts the signal of the running turn and sends no reply", async () => {
  const started = gate();
  const { chat, say, received } = await chatWith(async (m) => {
    started.open();
    await new Promise((resolve) => m.signal.addEventListener("abort", resolve));
    return "too late";
  });
  await chat.send("agent:bot", { type: "configure", content: { talkto: "tg:1" } });
  const asked = say("think");
  await started.opened;
  const stop = await chat.send("agent:bot", { type: "agent_command", content: { command: "stop" } });
  expect(stop.acks[0]!.message).toBe("stopped");
  expect((await asked).acks[0]!.message).toBe("stopped");
  expect(received.filter((m) => m.type === "tg_reply")).toEqual([]);
});

test("only the bus may say that a turn was stopped", async () => {
  const { chat } = await chatWith(() => {});
  const forged = await chat.send("agent:bot", { type: "trace_stopped", content: { trace: "0" } });
  expect(forged.acks[0]!.success).toBe(false);
});

test("shows typing while a handler takes its time, and reports steps", async () => {
  const hold = gate();
  const { bus, received, say } = await chatWith(async (m) => {
    m.step({ kind: "model", name: "small", ms: 5 });
    m.toolCall("search", "started");
    await hold.opened;
    return "done";
  });
  const asked = say("think");
  await eventually(() => received.some((m) => JSON.stringify(m.payload).includes('"typing"')));
  hold.open();
  await asked;
  const step = bus.messages.find((m) => m.to === "system:steps");
  expect(step?.payload).toMatchObject({ cause: "m1", content: { event: "step", data: { message_id: "m1", step: 1, kind: "model" } } });
});

test("an agent asks another one, and the answers do not go back and forth", async () => {
  const { bus } = await chatWith(async (m) => `${m.text}?`);
  const asker = bus.agent("agent:asker").onChat(() => "I never answer answers");
  await asker.connect();
  expect(await asker.ask("agent:bot", "why")).toBe("why?");
  expect(bus.messages.map((m) => m.payload["type"])).toEqual(["tg_reply", "tg_message"]);
  const late = await asker.send("agent:bot", { type: "agent_message", reply_to_message_id: "old", content: { text: "x" } });
  expect(late.acks[0]!.message).toBe("too late");
});

test("ask fails with the reason: nobody there, refused, or no answer in time", async () => {
  const { bus } = await chatWith(() => undefined);
  const asker = await bus.agent("agent:asker").connect();
  await expect(asker.ask("agent:nobody", "hi")).rejects.toThrow("nobody listens at agent:nobody");
  await expect(asker.ask("agent:bot", "hi", { timeoutMs: 10 })).rejects.toMatchObject({ reason: "timeout" });
  await bus.agent("agent:deaf").connect();
  await expect(asker.ask("agent:deaf", "hi")).rejects.toThrow("does not accept messages");
});

test("ask takes an answer that comes in the ack", async () => {
  const { bus } = await chatWith(() => undefined);
  await bus.agent("agent:quick").onMessage(() => ({ text: "42" })).connect();
  const asker = await bus.agent("agent:asker").connect();
  expect(await asker.ask("agent:quick", "meaning")).toBe("42");
});

test("everything that a handler sends names the message as its cause, across awaits", async () => {
  const bus = new LocalBus();
  afterEachOnce(() => bus.close());
  const causes: unknown[] = [];
  await bus.agent("agent:c").onMessage((m) => void causes.push([m.payload["n"], m.payload["cause"]])).connect();
  const b = bus.agent("agent:b");
  b.onMessage(async (m) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
    await b.send("agent:c", { n: m.payload["n"] });
  });
  await b.connect();
  const a = await bus.agent("agent:a").connect();
  await Promise.all([1, 2, 3].map((n) => a.send("agent:b", { n }, { messageId: `m${n}` })));
  expect(causes.sort()).toEqual([[1, "m1"], [2, "m2"], [3, "m3"]]);
  await b.send("agent:c", { n: 4 });
  expect(causes.at(-1)).toEqual([4, undefined]);
});
