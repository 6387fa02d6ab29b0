import { expect, test } from "vitest";
import { RefuseMessage, RetryLater, ack, NoAnswer, RpcError } from "../../src/index.js";
import { RecentAcks } from "../../src/recent-messages.js";
import { LocalBus } from "../../src/testing/index.js";
import { afterEachOnce, gate, newDirectory, quietLog } from "../kit.js";

function newBus(): LocalBus {
  const bus = new LocalBus();
  afterEachOnce(() => bus.close());
  return bus;
}

const sent = { messageId: "m1" };

test("answers a duplicate with the first ack and runs the handler once", async () => {
  const bus = newBus();
  let runs = 0;
  await bus.agent("agent:b").onMessage(() => `run ${++runs}`).connect();
  const a = await bus.agent("agent:a").connect();
  const first = await a.send("agent:b", { type: "note" }, sent);
  const second = await a.send("agent:b", { type: "note" }, sent);
  expect([first.acks[0]!.message, second.acks[0]!.message, runs]).toEqual(["run 1", "run 1", 1]);
});

test("a duplicate that comes while the first is handled waits for the first ack", async () => {
  const bus = newBus();
  const hold = gate();
  let runs = 0;
  await bus
    .agent("agent:b")
    .onMessage(async () => {
      runs++;
      await hold.opened;
      return "done";
    })
    .connect();
  const a = await bus.agent("agent:a").connect();
  const both = Promise.all([a.send("agent:b", {}, sent), a.send("agent:b", {}, sent)]);
  hold.open();
  expect((await both).map((receipt) => receipt.acks[0]!.message)).toEqual(["done", "done"]);
  expect(runs).toBe(1);
});

test("the same id from another sender is another message", async () => {
  const bus = newBus();
  let runs = 0;
  await bus.agent("agent:b").onMessage(() => void runs++).connect();
  for (const id of ["agent:a", "agent:c"]) {
    await (await bus.agent(id).connect()).send("agent:b", {}, sent);
  }
  expect(runs).toBe(2);
});

test("a retry of a message that failed for now reaches the handler again", async () => {
  const bus = newBus();
  let runs = 0;
  await bus
    .agent("agent:b")
    .onMessage(() => {
      if (++runs === 1) throw new RetryLater(3, "not yet");
      return "now";
    })
    .connect();
  const a = await bus.agent("agent:a").connect();
  const [first] = (await a.send("agent:b", {}, sent)).acks;
  expect(first).toMatchObject({ success: false, shouldRetry: true, retrySeconds: 3, message: "not yet" });
  expect((await a.send("agent:b", {}, sent)).acks[0]!.message).toBe("now");
});

test.each([
  ["an ordinary error", () => new Error("secret"), { shouldRetry: false, message: "agent:b failed to handle the message" }],
  ["a refusal", () => new RefuseMessage("no"), { shouldRetry: false, message: "no" }],
  ["a retry", () => new RetryLater(9, "later"), { shouldRetry: true, retrySeconds: 9, message: "later" }],
  ["a lost connection", () => new NoAnswer("x", "disconnected"), { shouldRetry: true, retrySeconds: 1 }],
  ["an overloaded bus", () => new RpcError(-32012, "x", {}), { shouldRetry: true }],
  ["a guard", () => RpcError.from({ code: -32012, message: "loop", data: { reason: "loop_detected" } }), { shouldRetry: false, message: "agent:b: loop" }],
  ["a refused send", () => new RpcError(-32602, "bad"), { shouldRetry: false, message: "agent:b: bad" }],
])("a handler that throws %s gives the right advice", async (_what, error, expected) => {
  const bus = newBus();
  await bus.agent("agent:b", { logger: quietLog() }).onMessage(() => { throw error(); }).connect();
  const a = await bus.agent("agent:a").connect();
  const [answer] = (await a.send("agent:b", {})).acks;
  expect(answer).toMatchObject({ success: false, ...expected });
  expect(JSON.stringify(answer)).not.toContain("secret");
});

test("tells senders to retry above the limit of handlers, and goes on afterwards", async () => {
  const bus = newBus();
  const hold = gate();
  await bus.agent("agent:b", { maxHandlers: 2 }).onMessage(() => hold.opened).connect();
  const a = await bus.agent("agent:a").connect();
  const running = [a.send("agent:b", {}), a.send("agent:b", {})];
  const [busy] = (await a.send("agent:b", {})).acks;
  expect(busy).toMatchObject({ success: false, shouldRetry: true, retrySeconds: 1 });
  expect(busy!.message).toContain("agent:b is busy");
  hold.open();
  await Promise.all(running);
  expect((await a.send("agent:b", {})).acks[0]!.success).toBe(true);
});

test("handles the messages of one sender in order, and other senders meanwhile", async () => {
  const bus = newBus();
  const hold = gate();
  const seen: string[] = [];
  await bus
    .agent("agent:b", { oneAtATimePerSender: true })
    .onMessage(async (m) => {
      seen.push(`${m.from} ${m.messageId}`);
      if (m.messageId === "1") await hold.opened;
    })
    .connect();
  const a = await bus.agent("agent:a").connect();
  const c = await bus.agent("agent:c").connect();
  const ordered = [a.send("agent:b", {}, { messageId: "1" }), a.send("agent:b", {}, { messageId: "2" })];
  await c.send("agent:b", {}, { messageId: "3" });
  expect(seen).toEqual(["agent:a 1", "agent:c 3"]);
  hold.open();
  await Promise.all(ordered);
  expect(seen).toEqual(["agent:a 1", "agent:c 3", "agent:a 2"]);
});

const circular: Record<string, unknown> = {};
circular["self"] = circular;
const deep = JSON.parse('{"a":'.repeat(70) + "{}" + "}".repeat(70)) as object;

test.each([
  ["too large", { text: "x".repeat(2_000_000) }, "is too large"],
  ["circular", circular, "is not JSON"],
  ["too deep", deep, "is nested too deeply"],
])("an answer that is %s fails the message and not the connection", async (_what, result, problem) => {
  const bus = newBus();
  await bus.agent("agent:b").onMessage(() => result as never).connect();
  const a = await bus.agent("agent:a").connect();
  for (let attempt = 0; attempt < 2; attempt++) {
    const [answer] = (await a.send("agent:b", {}, sent)).acks;
    expect(answer).toMatchObject({ success: false, shouldRetry: false, message: `the answer of agent:b ${problem}` });
  }
});

test("what a handler returns becomes the ack", async () => {
  const bus = newBus();
  const results: Record<string, unknown> = { text: "hi", object: { n: 1 }, ack: ack.ok("mine", { x: 2 }), nothing: undefined };
  await bus.agent("agent:b").onMessage((m) => results[m.type] as string).connect();
  const a = await bus.agent("agent:a").connect();
  const answers = await Promise.all(Object.keys(results).map(async (type) => (await a.send("agent:b", { type })).acks[0]));
  expect(answers).toMatchObject([
    { message: "hi", payload: {} },
    { message: "ok", payload: { n: 1 } },
    { message: "mine", payload: { x: 2 } },
    { success: true, payload: {} },
  ]);
});

test("an agent without handlers refuses messages, and takes note of events", async () => {
  const bus = newBus();
  await bus.agent("agent:b").connect();
  const a = await bus.agent("agent:a").connect();
  expect((await a.send("agent:b", { type: "note" })).acks[0]!.message).toBe("agent:b does not accept messages");
  expect((await a.send("agent:b", { type: "agent_event" })).acks[0]!.success).toBe(true);
});

test("remembers handled messages on disk across a restart", async () => {
  const bus = newBus();
  const stateDir = newDirectory();
  const a = await bus.agent("agent:a").connect();
  const runs: string[] = [];
  for (const process of ["first", "second"]) {
    const b = bus.agent("agent:b", { stateDir, inbox: "disk" }).onMessage(() => {
      runs.push(process);
      return `by ${process}`;
    });
    await b.connect();
    expect((await a.send("agent:b", {}, sent)).acks[0]!.message).toBe("by first");
    await b.close();
  }
  expect(runs).toEqual(["first"]);
});

test("forgets the oldest acks first, by number and by size", () => {
  const message = (messageId: string) => ({ from: "a", to: "b", messageId, payload: {} });
  const few = new RecentAcks(2);
  ["1", "2"].forEach((id) => few.remember(message(id), ack.ok(id)));
  few.find(message("1")); // used, so it stays
  few.remember(message("3"), ack.ok("3"));
  expect(["1", "2", "3"].map((id) => few.find(message(id))?.message)).toEqual(["1", undefined, "3"]);
  const small = new RecentAcks(100, 50);
  ["1", "2"].forEach((id) => small.remember(message(id), ack.ok(id, { text: "x".repeat(30) })));
  expect(["1", "2"].map((id) => small.find(message(id))?.message)).toEqual([undefined, "2"]);
});

test("drain finishes running handlers and sends new messages back", async () => {
  const bus = newBus();
  const hold = gate();
  const b = await bus.agent("agent:b").onMessage(async () => { await hold.opened; return "finished"; }).connect();
  const a = await bus.agent("agent:a").connect();
  const running = a.send("agent:b", {});
  await a.ping(); // the message is in the handler now
  const drained = b.drain();
  const [late] = (await a.send("agent:b", {})).acks;
  expect(late).toMatchObject({ shouldRetry: true, message: "agent:b is stopping" });
  hold.open();
  expect((await running).acks[0]!.message).toBe("finished");
  await drained;
  expect(b.state).toEqual({ state: "stopped", reason: "closed" });
});
