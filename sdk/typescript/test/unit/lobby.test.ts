import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { CallRefused, contract, RefuseMessage } from "../../src/index.js";
import { toJsonSchema } from "../../src/lobby/schema.js";
import { LocalBus } from "../../src/testing/index.js";
import { FastTiming, afterEachOnce, gate, newDirectory, quietLog, stateOf } from "../kit.js";

const findPrice = contract({
  name: "find_price",
  description: "Looks up a price",
  input: z.object({ product: z.string(), country: z.string().default("DE") }),
  output: z.object({ price: z.number() }),
});

const countWords = contract({
  name: "count_words",
  input: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  output: { type: "object", properties: { words: { type: "integer" } }, required: ["words"] },
});

function newBus(): LocalBus {
  const bus = new LocalBus();
  afterEachOnce(() => bus.close());
  return bus;
}

test("calls a capability with typed input and output, and defaults from the schema", async () => {
  const bus = newBus();
  const shop = bus.agent("agent:shop");
  shop.capability(findPrice, async ({ product, country }, call) => {
    expectTypeOf(country).toEqualTypeOf<string>();
    expect(call.caller).toBe("agent:buyer");
    return { price: product.length + country.length };
  });
  await shop.connect();
  await shop.lobby.registered();
  const buyer = await bus.agent("agent:buyer").connect();
  const answer = await buyer.call(findPrice, { product: "tea" });
  expectTypeOf(answer).toEqualTypeOf<{ price: number }>();
  expect(answer).toEqual({ price: 5 });
  expect(await buyer.call("find_price", { product: "tea", country: "AT" })).toEqual({ price: 5 });
});

test("takes plain JSON Schema and infers types from it", async () => {
  const bus = newBus();
  const counter = bus.agent("agent:counter");
  counter.capability(countWords, ({ text }) => {
    expectTypeOf(text).toEqualTypeOf<string>();
    return { words: text.split(/\s+/).length };
  });
  await counter.connect();
  await counter.lobby.registered();
  const caller = await bus.agent("agent:caller").connect();
  const { words } = await caller.call(countWords, { text: "three short words" }, { agent: "agent:counter" });
  expectTypeOf(words).toEqualTypeOf<number>();
  expect(words).toBe(3);
});

test("reports a broken contract with its code and the path of the value", async () => {
  const bus = newBus();
  const shop = bus.agent("agent:shop");
  shop.capability(findPrice, () => ({ price: "free" }) as never);
  await shop.connect();
  await shop.lobby.registered();
  const buyer = await bus.agent("agent:buyer").connect();
  await expect(buyer.call("find_price", { product: 7 })).rejects.toMatchObject({ name: "CallRefused", code: "invalid_input", path: "/product" });
  await expect(buyer.call(findPrice, { product: "x" })).rejects.toMatchObject({ code: "invalid_output", path: "/price" });
  await expect(buyer.call("fly", {})).rejects.toMatchObject({ code: "capability_not_found", shouldRetry: false });
  await expect(buyer.call("find_price", { agent_id: "x" })).rejects.toThrow("reserved for the lobby");
});

test("passes the provider's own refusal on", async () => {
  const bus = newBus();
  const shop = bus.agent("agent:shop");
  shop.capability({ name: "sell" }, () => {
    throw new RefuseMessage("sold out");
  });
  await shop.connect();
  await shop.lobby.registered();
  const buyer = await bus.agent("agent:buyer").connect();
  const refused = await buyer.call("sell", {}).catch((error: unknown) => error as CallRefused);
  expect(refused).toMatchObject({ message: "sold out", code: undefined, shouldRetry: false });
});

test("streams the progress of a generator, then returns its output", async () => {
  const bus = newBus();
  const shop = bus.agent("agent:shop");
  shop.capability({ name: "hunt" }, async function* () {
    yield { asked: 1 };
    yield { asked: 2 };
    return { price: 3 };
  });
  await shop.connect();
  await shop.lobby.registered();
  const buyer = await bus.agent("agent:buyer").connect();
  const parts: unknown[] = [];
  expect(await buyer.call("hunt", {}, { onProgress: (part) => parts.push(part) })).toEqual({ price: 3 });
  expect(parts).toEqual([{ asked: 1 }, { asked: 2 }]);
  const hunt = buyer.stream("hunt");
  expect([await hunt.next(), await hunt.next(), await hunt.next()]).toEqual([
    { done: false, value: { asked: 1 } },
    { done: false, value: { asked: 2 } },
    { done: true, value: { price: 3 } },
  ]);
});

test("an aborted call stops waiting", async () => {
  const bus = newBus();
  const hold = gate();
  const shop = bus.agent("agent:shop");
  shop.capability({ name: "think" }, async () => {
    await hold.opened;
    return {};
  });
  await shop.connect();
  await shop.lobby.registered();
  const buyer = await bus.agent("agent:buyer").connect();
  const stop = new AbortController();
  const call = buyer.call("think", {}, { signal: stop.signal });
  stop.abort();
  await expect(call).rejects.toMatchObject({ name: "AbortError" });
  hold.open();
});

test("goes offline and comes back with its offers and its token", async () => {
  const bus = newBus();
  const stateDir = newDirectory();
  const shop = bus.agent("agent:shop", { stateDir, timing: new FastTiming() });
  shop.capability(countWords, () => ({ words: 1 }));
  await shop.connect();
  await shop.lobby.registered();
  const key = join(stateDir, "lobby.token");
  expect(statSync(key).mode & 0o777).toBe(0o600);
  const buyer = await bus.agent("agent:buyer").connect();
  const lost = stateOf(shop, "waiting");
  bus.disconnect("agent:shop");
  await lost;
  await stateOf(shop, "connected");
  await shop.lobby.registered();
  expect(await buyer.call("count_words", { text: "x" })).toEqual({ words: 1 });
  await expect(bus.agent("agent:shop", { logger: quietLog() }).connect()).rejects.toThrow("registered in the lobby");
  await shop.lobby.deregister();
  expect(existsSync(key)).toBe(false);
  expect(await buyer.discover("count_words")).toEqual([]);
});

test("discovers by name, wildcard and words, and withdraws", async () => {
  const bus = newBus();
  const shop = await bus.agent("agent:shop").connect();
  await shop.capability(findPrice, () => ({ price: 1 }));
  const buyer = await bus.agent("agent:buyer").connect();
  for (const search of ["find_price", "find_*", { query: "price" }]) {
    expect((await buyer.discover(search)).map((service) => service.agentId)).toEqual(["agent:shop"]);
  }
  expect(await shop.lobby.withdraw("find_price")).toBe(true);
  expect(await shop.lobby.withdraw("find_price")).toBe(false);
  expect(await buyer.discover("find_price")).toEqual([]);
});

test("permits only the callers that the contract names", async () => {
  const bus = newBus();
  const shop = bus.agent("agent:shop");
  shop.capability({ name: "vip", authorizedRequesterIds: ["agent:friend"] }, () => ({ ok: true }));
  await shop.connect();
  await shop.lobby.registered();
  expect(await (await bus.agent("agent:friend").connect()).call("vip")).toEqual({ ok: true });
  await expect((await bus.agent("agent:rogue").connect()).call("vip")).rejects.toMatchObject({ code: "unauthorized" });
});

test("derives JSON Schema from a library, or says what to do", () => {
  expect(toJsonSchema(findPrice.output!, "output")).toMatchObject({ type: "object", required: ["price"] });
  expect((toJsonSchema(findPrice.input!, "input") as { required: string[] }).required).toEqual(["product"]);
  const foreign = { "~standard": { version: 1 as const, vendor: "mine", validate: (value: unknown) => ({ value }) } };
  expect(() => toJsonSchema(foreign, "input")).toThrow("pass it beside the schema as inputSchema");
});
