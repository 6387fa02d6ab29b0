import { join } from "node:path";
import { statSync } from "node:fs";
import { expect, test } from "vitest";
import { Outbox } from "../../src/durable/outbox.js";
import type { EnvelopeSender } from "../../src/durable/outbox-delivery.js";
import type { OutboxLimits } from "../../src/durable/outbox-tables.js";
import { Store } from "../../src/durable/store.js";
import type { Envelope } from "../../src/envelope.js";
import { NoAnswer, NotConnected, OutboxFull, RetryLater, RpcError, StoreFailed, StoreInUse, ack, type Receipt } from "../../src/index.js";
import { LocalBus } from "../../src/testing/index.js";
import { FastTiming, afterEachOnce, eventually, gate, newDirectory, quietLog } from "../kit.js";

/** A sender that the test scripts: each send takes the next answer, and then succeeds. */
class ScriptedSender implements EnvelopeSender {
  readonly sent: string[] = [];
  readonly script: (Partial<Receipt> | Error)[] = [];
  connected: () => void = () => {};
  hold: Promise<void> | undefined;

  async send({ to, messageId }: Envelope): Promise<Receipt> {
    this.sent.push(`${to} ${messageId}`);
    await this.hold;
    const next = this.script.shift() ?? {};
    if (next instanceof Error) {
      throw next;
    }
    return { accepted: true, messageId, acks: [ack.ok()], ...next };
  }

  async awaitConnected(): Promise<boolean> {
    return true;
  }

  onConnected(listener: () => void): void {
    this.connected = listener;
  }
}

async function newOutbox(sender: ScriptedSender, limits?: OutboxLimits, file = join(newDirectory(), "outbox.db")) {
  const timing = new FastTiming();
  const log = quietLog();
  const outbox = await Outbox.open(file, sender, timing, log, limits);
  afterEachOnce(() => outbox.close());
  const put = (to: string, messageId: string, payload = "{}") => outbox.put({ from: "agent:a", to, messageId, payload });
  return { outbox, timing, log, put, file };
}

test("delivers in order per destination, also when the first needs several attempts", async () => {
  const sender = new ScriptedSender();
  sender.script.push({ acks: [] }, { acks: [ack.retryIn(2, "busy")] });
  const { outbox, put, timing } = await newOutbox(sender);
  await Promise.all(["1", "2", "3"].map((id) => put("x", id)));
  await eventually(() => outbox.size() === 0);
  expect(sender.sent).toEqual(["x 1", "x 1", "x 1", "x 2", "x 3"]);
  expect(timing.sleeps).toEqual([1_000, 2_000]);
});

test("a destination that does not answer does not hold up the others", async () => {
  const sender = new ScriptedSender();
  const hold = gate();
  sender.hold = hold.opened;
  const { outbox, put } = await newOutbox(sender);
  await put("slow", "1");
  sender.hold = undefined;
  await put("fast", "2");
  await eventually(() => outbox.size() === 1);
  hold.open();
  await eventually(() => outbox.size() === 0);
});

test.each([
  ["a timeout", new NoAnswer("late", "timeout"), [1_000]],
  ["a lost connection", new NoAnswer("gone", "disconnected"), []],
  ["no connection", new NotConnected("none", { state: "connecting" }), []],
  ["an overloaded bus", RpcError.from({ code: -32012, message: "x", data: { retryAfterMs: 5_000 } }), [5_000]],
  ["a draining bus", new RpcError(-32013, "x"), [1_000]],
  ["a bug in the bus", new RpcError(-32603, "x"), [1_000]],
])("sends again after %s", async (_what, failure, sleeps) => {
  const sender = new ScriptedSender();
  sender.script.push(failure);
  const { outbox, put, timing } = await newOutbox(sender);
  await put("x", "1");
  await eventually(() => outbox.size() === 0);
  expect([sender.sent.length, timing.sleeps]).toEqual([2, sleeps]);
});

test.each([
  ["a refused payload", new RpcError(-32602, "bad type")],
  ["a stopped turn", RpcError.from({ code: -32012, message: "stopped", data: { reason: "turn_stopped" } })],
  ["a recipient that refuses it", { acks: [ack.ok(), ack.failed("no")] }],
])("keeps a dead letter after %s, reports it, and goes on", async (_what, answer) => {
  const sender = new ScriptedSender();
  sender.script.push(answer as Error);
  const { outbox, put } = await newOutbox(sender);
  const reported: string[] = [];
  outbox.onDeadLetter((letter) => reported.push(letter.messageId));
  await put("x", "1", '{"n":1}');
  await put("x", "2");
  await eventually(() => outbox.size() === 0);
  expect(outbox.deadLetters()).toMatchObject([{ messageId: "1", to: "x", payload: { n: 1 } }]);
  expect(reported).toEqual(["1"]);
});

test("deletes the oldest dead letters above the limit", async () => {
  const sender = new ScriptedSender();
  const { outbox, put } = await newOutbox(sender, { messages: 10, bytes: 1_000, deadLetters: 2 });
  sender.script.push(...["1", "2", "3"].map((id) => new RpcError(-32602, id)));
  for (const id of ["1", "2", "3"]) await put("x", id);
  await eventually(() => outbox.size() === 0);
  expect(outbox.deadLetters().map((letter) => letter.messageId)).toEqual(["3", "2"]);
});

test("a new connection ends the wait and starts again with a short one", async () => {
  const sender = new ScriptedSender();
  sender.script.push({ acks: [] });
  const timing = new FastTiming();
  const resting = gate();
  timing.sleep = (ms, signal) => {
    timing.sleeps.push(ms);
    resting.open();
    return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
  };
  const outbox = await Outbox.open(join(newDirectory(), "o.db"), sender, timing, quietLog());
  afterEachOnce(() => outbox.close());
  await outbox.put({ from: "a", to: "x", messageId: "1", payload: "{}" });
  await resting.opened;
  sender.connected();
  await eventually(() => outbox.size() === 0);
});

test("refuses messages above its limits, and takes one id once", async () => {
  const sender = new ScriptedSender();
  sender.hold = new Promise(() => {});
  const { outbox, put } = await newOutbox(sender, { messages: 2, bytes: 20, deadLetters: 1 });
  await put("x", "1");
  await put("x", "1");
  expect(outbox.size()).toBe(1);
  await expect(put("x", "2", `"${"x".repeat(30)}"`)).rejects.toThrow(OutboxFull);
  await put("x", "3");
  await expect(put("x", "4")).rejects.toThrow("the outbox is full: 2 messages are waiting");
});

test("a new process delivers what an earlier one left", async () => {
  const first = new ScriptedSender();
  first.hold = new Promise(() => {});
  const { outbox, put, file } = await newOutbox(first);
  await put("x", "1");
  await put("y", "2");
  await outbox.close();
  const second = new ScriptedSender();
  const again = await newOutbox(second, undefined, file);
  await eventually(() => again.outbox.size() === 0);
  expect(second.sent.sort()).toEqual(["x 1", "y 2"]);
});

test("the next agent of a workspace delivers the replies of the last one in its own name", async () => {
  const bus = new LocalBus();
  afterEachOnce(() => bus.close());
  const workspace = newDirectory();
  const spawned = (id: string) => ["--client-id", id, "--bus-url", "ws://x", "--workspace", workspace, "--talkto", "tg:1"];
  const old = bus.agent("ignored", { argv: spawned("agent:old"), stateDir: undefined as never });
  await old.post("tg:1", { type: "tg_reply" }, { messageId: "q/reply" });
  await old.close();
  const senders: string[] = [];
  await bus.agent("tg:1").onMessage((m) => void senders.push(m.from)).connect();
  await bus.agent("agent:system").onMessage((m) => void senders.push(`${m.from} ${m.content["event"]}`)).connect();
  const fresh = bus.agent("ignored", { argv: spawned("agent:new"), stateDir: undefined as never });
  await fresh.connect();
  await eventually(() => senders.length === 2);
  expect(senders.sort()).toEqual(["agent:new", "agent:new spawned"]);
  expect(fresh.talkto).toBe("tg:1");
});

test("a full disk fails the post, loses nothing that is stored, and ends with the next success", async () => {
  const store = await Store.open(join(newDirectory(), "full.db"), ["CREATE TABLE t (x TEXT)"]);
  afterEachOnce(() => store.close());
  const insert = (text: string) => store.write(() => store.run("INSERT INTO t VALUES (?)", text));
  await insert("kept");
  const { page_count } = store.first("PRAGMA page_count") as { page_count: number };
  store.all(`PRAGMA max_page_count = ${page_count + 2}`);
  const results = await Promise.allSettled([insert("small"), insert("x".repeat(200_000))]);
  expect(results.some(({ status }) => status === "rejected")).toBe(true);
  const refused = results.find(({ status }) => status === "rejected") as PromiseRejectedResult;
  expect(refused.reason).toBeInstanceOf(StoreFailed);
  expect(refused.reason.message).toContain("full");
  store.all("PRAGMA max_page_count = 100000");
  await insert("again");
  const stored = store.all("SELECT x FROM t").map((row) => row["x"]);
  expect(stored).toEqual(expect.arrayContaining(["kept", "again"]));
  // A write is on disk exactly when its promise said so.
  expect(stored.includes("small")).toBe(results[0]!.status === "fulfilled");
});

test("one failing task does not undo the others of its transaction", async () => {
  const store = await Store.open(join(newDirectory(), "t.db"), ["CREATE TABLE t (x TEXT UNIQUE)"]);
  afterEachOnce(() => store.close());
  const insert = (text: string) => store.write(() => store.run("INSERT INTO t VALUES (?)", text));
  const results = await Promise.allSettled([insert("a"), insert("a"), insert("b")]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(store.all("SELECT x FROM t")).toHaveLength(2);
});

test("one process at a time has a file, and only its owner can read it", async () => {
  const file = join(newDirectory(), "sub", "t.db");
  const store = await Store.open(file, ["CREATE TABLE t (x)"]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const second = Store.open(file, ["CREATE TABLE t (x)"]);
  await expect(second).rejects.toBeInstanceOf(StoreInUse);
  const third = Store.open(file, ["CREATE TABLE t (x)"]);
  store.close();
  (await third).close();
});

test("refuses a file of a newer version instead of damaging it", async () => {
  const file = join(newDirectory(), "t.db");
  (await Store.open(file, ["CREATE TABLE t (x)", "CREATE TABLE u (x)"])).close();
  await expect(Store.open(file, ["CREATE TABLE t (x)"])).rejects.toThrow("newer version");
});

test("an agent posts while it is offline and delivers when the bus is back", async () => {
  const bus = new LocalBus();
  afterEachOnce(() => bus.close());
  const seen: unknown[] = [];
  await bus.agent("agent:b").onMessage((m) => void seen.push(m.payload["n"])).connect();
  const a = bus.agent("agent:a", { stateDir: newDirectory(), timing: new FastTiming() });
  for (let n = 0; n < 5; n++) await a.post("agent:b", { n });
  expect((await a.outbox()).waiting).toBe(5);
  a.start();
  await eventually(async () => (await a.outbox()).waiting === 0);
  expect(seen).toEqual([0, 1, 2, 3, 4]);
});

test("an agent whose disk fails while it handles a message tells the sender to retry", async () => {
  const bus = new LocalBus();
  afterEachOnce(() => bus.close());
  const log = quietLog();
  const b = bus.agent("agent:b", { logger: log });
  await b.onMessage(async (m) => void (await b.post("agent:c", m.payload))).connect(); // it has no directory
  const a = await bus.agent("agent:a").connect();
  expect((await a.send("agent:b", {})).acks[0]).toMatchObject({ shouldRetry: true, message: "agent:b cannot write to its disk" });
  expect(new RetryLater(1).message).toBe("try again later");
});
