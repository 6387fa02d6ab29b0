import { expect, test } from "vitest";
import { Interceptor, RpcError, type Message } from "../../src/index.js";
import { Agent as BrowserAgent } from "../../src/browser.js";
import { LocalBus } from "../../src/testing/index.js";
import { afterEachOnce, quietLog } from "../kit.js";

async function twoAgents() {
  const bus = new LocalBus();
  afterEachOnce(() => bus.close());
  return { bus, worker: await bus.agent("agent:worker").connect(), boss: await bus.agent("agent:boss").connect() };
}

test("acks a message when the loop asks for the next one", async () => {
  const { worker, boss } = await twoAgents();
  const jobs = await worker.subscribe("jobs:*");
  const first = boss.send("jobs:1", {});
  const second = boss.send("jobs:2", {});
  const seen: string[] = [];
  for await (const job of jobs) {
    seen.push(job.to);
    if (job.to === "jobs:1") jobs.done({ result: 1 });
    if (job.to === "jobs:2") break;
  }
  expect(seen).toEqual(["jobs:1", "jobs:2"]);
  expect((await first).acks[0]).toMatchObject({ success: true, payload: { result: 1 } });
  expect((await second).acks[0]).toMatchObject({ success: false, shouldRetry: true });
  expect((await boss.send("jobs:3", {})).acks).toEqual([]);
});

test("a loop that throws sends its message back to the sender", async () => {
  const { worker, boss } = await twoAgents();
  const jobs = await worker.subscribe("jobs:*");
  const sent = boss.send("jobs:1", {});
  const loop = (async () => {
    for await (const _ of jobs) throw new Error("bug");
  })();
  await expect(loop).rejects.toThrow("bug");
  expect((await sent).acks[0]!.shouldRetry).toBe(true);
});

test("close ends a waiting loop", async () => {
  const { worker } = await twoAgents();
  const jobs = await worker.subscribe("jobs:*");
  const seen: Message[] = [];
  const loop = (async () => {
    for await (const job of jobs) seen.push(job);
  })();
  await worker.close();
  await loop;
  expect(seen).toEqual([]);
});

test("an interceptor sees a message first and may halt it", async () => {
  const { bus, worker, boss } = await twoAgents();
  worker.onMessage(() => "done");
  await using gate = new Interceptor("gate", { connector: bus, env: {}, logger: quietLog() });
  await gate.intercept("agent:w*", ({ payload }) => {
    if (payload["type"] === "bug") throw new Error("bug");
    return payload["type"] === "evil" ? "halt" : "pass";
  });
  await gate.connect();
  expect((await boss.send("agent:worker", { type: "evil" })).acks).toMatchObject([{ success: false, message: "halted by gate" }]);
  expect((await boss.send("agent:worker", { type: "good" })).acks.map((ack) => ack.success)).toEqual([true, true]);
  expect((await boss.send("agent:worker", { type: "bug" })).acks.map((ack) => ack.success)).toEqual([false, true]);
});

test("notify reaches the recipient without a receipt", async () => {
  const { worker, boss } = await twoAgents();
  const heard = new Promise<unknown>((resolve) => worker.onMessage((m) => resolve(m.payload)));
  boss.notify("agent:worker", { type: "hint" });
  expect(await heard).toEqual({ type: "hint" });
});

test("the bus's refusal of a message is a typed error", async () => {
  const { bus, boss } = await twoAgents();
  bus.refuseNext(-32012, "endless", { reason: "loop_detected", rule: "depth" });
  await expect(boss.send("agent:worker", {})).rejects.toMatchObject({ name: "GuardRefused", reason: "loop_detected" });
  await expect(boss.send("agent:worker", {}, { from: "agent:worker" })).rejects.toBeInstanceOf(RpcError);
});

test("refuses a payload that the bus would close the connection for", async () => {
  const { boss } = await twoAgents();
  await expect(boss.send("agent:worker", { text: "x".repeat(1_100_000) })).rejects.toMatchObject({ name: "TooLarge", reason: "too_large" });
  expect(boss.state.state).toBe("connected");
});

test("the browser's agent chats and calls, with explicit causes", async () => {
  const bus = new LocalBus();
  afterEachOnce(() => bus.close());
  const page = new BrowserAgent("web:1", { url: "ws://unused", connector: bus, logger: quietLog() });
  page.onChat(async (m) => {
    await page.send("agent:log", { seen: m.text }, { cause: m });
    return "hi";
  });
  const causes: unknown[] = [];
  await bus.agent("agent:log").onMessage((m) => void causes.push(m.payload["cause"])).connect();
  await page.connect();
  const agent = await bus.agent("agent:a").connect();
  expect(await agent.ask("web:1", "hello")).toBe("hi");
  expect(causes).toHaveLength(1);
  expect(causes[0]).toMatch(/^msg_/);
  expect("post" in page).toBe(false);
  await page.close();
});
