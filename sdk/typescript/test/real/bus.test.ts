import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { Agent, Interceptor, type AgentOptions } from "../../src/index.js";
import { Agent as BrowserAgent } from "../../src/browser.js";
import { DevBus } from "../../src/testing/index.js";
import { afterEachOnce, eventually, gate, newDirectory, quietLog, stateOf } from "../kit.js";

let bus: DevBus;
beforeAll(async () => {
  bus = await DevBus.start({ options: ["--process-timeout", "2s"] });
});
afterAll(() => bus.stop());

function newAgent(id: string, options: AgentOptions = {}): Agent {
  const agent = new Agent(id, { url: bus.url, stateDir: false, argv: [], logger: quietLog(), ...options });
  afterEachOnce(() => agent.close());
  return agent;
}

test("finds the bus through the run directory, and through BUB_BUS_URL", async () => {
  for (const env of [{ BUB_RUN_DIR: bus.directory }, { BUB_BUS_URL: bus.url }]) {
    const agent = new Agent("agent:finder", { env, stateDir: false, argv: [] });
    await agent.connect();
    expect(Math.abs((await agent.ping()).getTime() - Date.now())).toBeLessThan(60_000);
    await agent.close();
  }
});

test("sends, gets one ack per recipient, and nobody is no error", async () => {
  await newAgent("agent:b").onMessage(() => ({ n: 1 })).connect();
  const watcher = newAgent("agent:watcher");
  await watcher.subscribe("agent:b", () => "seen");
  await watcher.connect();
  const a = await newAgent("agent:a").connect();
  expect((await a.send("agent:b", { type: "note" })).acks).toHaveLength(2);
  expect((await a.send("agent:nobody", { type: "note" })).acks).toEqual([]);
});

test("a second agent with the same id takes over, and the first one stops", async () => {
  const first = await newAgent("agent:same").onMessage(() => "first").connect();
  await newAgent("agent:same").onMessage(() => "second").connect();
  expect(await stateOf(first, "stopped")).toMatchObject({ reason: "another client has connected as agent:same" });
  const a = await newAgent("agent:a").connect();
  expect((await a.send("agent:same", {})).acks.map((ack) => ack.message)).toEqual(["second"]);
});

test("a huge message fails its call and keeps the connection; the largest one arrives", async () => {
  const sizes: number[] = [];
  await newAgent("agent:b").onMessage((m) => void sizes.push(String(m.payload["text"]).length)).connect();
  const a = await newAgent("agent:a").connect();
  await expect(a.send("agent:b", { text: "x".repeat(2_000_000) })).rejects.toMatchObject({ name: "TooLarge" });
  const largest = 1024 * 1024 - 8 * 1024 - '{"text":""}'.length;
  expect((await a.send("agent:b", { text: "x".repeat(largest) })).acks[0]!.success).toBe(true);
  expect(sizes).toEqual([largest]);
});

test("texts and payloads that the bus would not read fail at once, or arrive", async () => {
  const texts: string[] = [];
  await newAgent("agent:b").onMessage((m) => { texts.push(m.text); return { cut: "😀".slice(1) }; }).connect();
  const a = await newAgent("agent:a").connect();
  const { acks } = await a.send("agent:b", { content: { text: "hi 😀".slice(0, 4) } });
  expect([texts, acks[0]!.payload]).toEqual([["hi \ufffd"], { cut: "\ufffd" }]);
  const nested = (levels: number) => JSON.parse('{"a":'.repeat(levels - 1) + "{}" + "}".repeat(levels - 1)) as Record<string, unknown>;
  await expect(a.send("agent:b", nested(63))).rejects.toMatchObject({ reason: "too_deep" });
  expect((await a.send("agent:b", nested(62))).acks[0]!.success).toBe(true);
});

test("a slow handler runs once: the sender gets a timeout, and its retry the first ack", async () => {
  const hold = gate();
  let runs = 0;
  await newAgent("agent:slow")
    .onMessage(async () => {
      runs++;
      await hold.opened;
      return "slow but sure";
    })
    .connect();
  const a = await newAgent("agent:a").connect();
  const [late] = (await a.send("agent:slow", {}, { messageId: "slow-1" })).acks;
  expect(late).toMatchObject({ success: false, shouldRetry: true });
  const again = a.send("agent:slow", {}, { messageId: "slow-1" });
  hold.open();
  expect((await again).acks[0]).toMatchObject({ success: true, message: "slow but sure" });
  expect(runs).toBe(1);
});

test("the loop guard's refusal is final and typed", async () => {
  const refusals: unknown[] = [];
  const agents = ["agent:ping", "agent:pong"].map((id) => newAgent(id));
  const [ping, pong] = agents as [Agent, Agent];
  const ended = gate();
  const back = (self: Agent, other: string) => (m: { payload: Record<string, unknown> }) => {
    const n = Number(m.payload["n"]) + 1;
    self.send(other, { type: "agent_message", content: { text: "again" }, n }).catch((refused: unknown) => {
      refusals.push(refused);
      ended.open();
    });
  };
  ping.onMessage(back(ping, "agent:pong"));
  pong.onMessage(back(pong, "agent:ping"));
  await Promise.all(agents.map((agent) => agent.connect()));
  await ping.send("agent:pong", { type: "agent_message", content: { text: "again" }, n: 0 });
  await ended.opened;
  expect(refusals[0]).toMatchObject({ name: "GuardRefused", code: -32012, reason: "loop_detected" });
});

test("a person stops a turn, and the handler's signal is aborted", async () => {
  const started = gate();
  const thinker = newAgent("agent:thinker");
  thinker.onChat(async (m) => {
    started.open();
    await new Promise((resolve) => m.signal.addEventListener("abort", resolve));
    return "too late";
  });
  await thinker.connect();
  const person = await newAgent("cli:person").connect();
  const asked = person.send("agent:thinker", { type: "tg_message", content: { text: "think" } }, { messageId: "think-1" });
  await started.opened;
  expect((await person.stopTurn("think-1")).acks[0]!.success).toBe(true);
  expect((await asked).acks[0]!.message).toBe("stopped");
});

test("offers a capability, and the lobby enforces its contract", async () => {
  const shop = newAgent("agent:shop", { stateDir: newDirectory() });
  shop.capability(
    { name: "find_price", description: "Looks up a price", input: z.object({ product: z.string() }), output: z.object({ price: z.number() }) },
    async function* ({ product }) {
      yield { asked: "3 shops" };
      return { price: product.length };
    },
  );
  await shop.connect();
  await shop.lobby.registered();
  const buyer = await newAgent("agent:buyer").connect();
  const parts: unknown[] = [];
  expect(await buyer.call("find_price", { product: "tea" }, { onProgress: (part) => parts.push(part) })).toEqual({ price: 3 });
  expect(parts).toEqual([{ asked: "3 shops" }]);
  await expect(buyer.call("find_price", { product: 3 })).rejects.toMatchObject({ code: "invalid_input", path: "/product" });
  await expect(newAgent("agent:shop").connect()).rejects.toThrow(/registered/);
  await shop.close();
  await eventually(async () => {
    const failed = await buyer.call("find_price", { product: "tea" }, { agent: "agent:shop" }).catch((error: unknown) => error);
    return (failed as { code?: string }).code === "agent_offline";
  });
  const again = newAgent("agent:shop", { stateDir: newDirectory() });
  await expect(again.connect()).rejects.toThrow(/registered/);
});

test("an agent that comes back with its directory keeps its registered id", async () => {
  const stateDir = newDirectory();
  for (let round = 0; round < 2; round++) {
    const agent = newAgent("agent:keeper", { stateDir });
    agent.capability({ name: "keep" }, () => ({ round }));
    await agent.connect();
    await agent.lobby.registered();
    await agent.close();
  }
});

test("an interceptor halts a message on the real bus", async () => {
  await newAgent("agent:guarded").onMessage(() => "in").connect();
  await using door = new Interceptor("gate", { url: bus.url, logger: quietLog() });
  await door.intercept("agent:guarded", ({ payload }) => (payload["type"] === "evil" ? "halt" : "pass"));
  await door.connect();
  const a = await newAgent("agent:a").connect();
  expect((await a.send("agent:guarded", { type: "evil" })).acks).toMatchObject([{ success: false, message: "halted by gate" }]);
  expect((await a.send("agent:guarded", { type: "good" })).acks).toHaveLength(2);
});

test("operators see the status, the log, a receipt and new events", async () => {
  await newAgent("agent:b").onMessage(() => "seen").connect();
  const a = await newAgent("agent:a").connect();
  const events = a.operator.watch({ to: "agent:b" });
  const first = events.next();
  await a.ping(); // the watch was sent before it
  await a.send("agent:b", { type: "note" }, { messageId: "watched-1" });
  expect((await first).value).toMatchObject({ messageId: "watched-1", event: "send_start" });
  const rest = (async () => {
    for await (const _ of events);
  })();
  const second = a.operator.watch({ to: "agent:b" });
  void second.next();
  await rest; // the second watch ends the first
  const { connections } = await a.operator.status();
  expect(connections.map((peer) => peer.clientId)).toEqual(expect.arrayContaining(["agent:a", "agent:b"]));
  await eventually(async () => (await a.operator.log({ messageId: "watched-1" })).rows.length === 4);
  expect(await a.operator.receipt("watched-1")).toMatchObject({ status: "ok", deliveries: [{ recipient: "agent:b" }] });
  expect((await a.operator.metrics())["peers"]).toBeGreaterThanOrEqual(2);
  expect(await a.operator.cluster()).toBeUndefined();
  await a.close();
  expect((await second.next()).done).toBe(true);
});

test("the browser's agent works with the WebSocket of the platform", async () => {
  const page = new BrowserAgent("web:page", { url: bus.url, logger: quietLog() });
  await page.onChat((m) => `${m.text}!`).connect();
  const a = await newAgent("agent:a").connect();
  expect(await a.ask("web:page", "hi")).toBe("hi!");
  await page.close();
});

test("explains why there is no connection", async () => {
  const broken = (url: string) => new Agent("agent:x", { url, stateDir: false, argv: [], connectTimeoutMs: 500 }).connect();
  await expect(broken("ws://127.0.0.1:1")).rejects.toThrow("nothing is listening on port 1; start the bus with bub bus serve");
  await expect(broken(bus.url.replace("ws:", "wss:"))).rejects.toThrow(/does not speak TLS|no answer within/);
});
