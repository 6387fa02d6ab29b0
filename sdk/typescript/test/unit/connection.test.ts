import { expect, test } from "vitest";
import { AgentStopped, ConnectFailed, NoAnswer, NotConnected, type Connector, type SocketListener } from "../../src/index.js";
import { LocalBus } from "../../src/testing/index.js";
import { FastTiming, afterEachOnce, eventually, gate, stateOf } from "../kit.js";

function newBus(): LocalBus {
  const bus = new LocalBus();
  afterEachOnce(() => bus.close());
  return bus;
}

test("reconnects and subscribes again after the connection is lost", async () => {
  const bus = newBus();
  const timing = new FastTiming();
  const worker = bus.agent("agent:worker", { timing });
  await worker.subscribe("jobs:*", () => "worked");
  await worker.connect();
  const a = await bus.agent("agent:a").connect();
  for (let round = 0; round < 3; round++) {
    const lost = stateOf(worker, "waiting");
    bus.disconnect("agent:worker");
    await lost;
    await stateOf(worker, "connected");
    expect((await a.send("jobs:1", {})).acks.map((ack) => ack.message)).toEqual(["worked"]);
  }
  expect(timing.sleeps).toEqual([100, 200, 400]);
});

test("declares its conversation starters when it connects", async () => {
  const bus = newBus();
  await bus.agent("agent:planner", { starters: ["Plan my day"] }).connect();
  const a = await bus.agent("agent:a").connect();
  const infos = (await a.operator.status()).connections.map((peer) => peer.clientInfo);
  expect(infos.map((info) => info.starters)).toEqual([["Plan my day"], undefined]);
});

test("stops when another client connects under the same id, and run reports it", async () => {
  const bus = newBus();
  const first = await bus.agent("agent:x").connect();
  const running = first.run();
  await bus.agent("agent:x").connect();
  await expect(running).rejects.toThrow(AgentStopped);
  expect(first.state).toMatchObject({ state: "stopped", reason: "another client has connected as agent:x" });
  await expect(first.send("agent:y", {})).rejects.toBeInstanceOf(NotConnected);
});

test("fails at once while there is no connection, and an open call fails when it ends", async () => {
  const bus = newBus();
  const hold = gate();
  await bus.agent("agent:b").onMessage(() => hold.opened).connect();
  const a = await bus.agent("agent:a", { timing: new FastTiming() }).connect();
  const open = a.send("agent:b", {});
  await a.ping();
  bus.stop();
  await expect(open).rejects.toBeInstanceOf(NoAnswer);
  await expect(a.send("agent:b", {})).rejects.toBeInstanceOf(NotConnected);
  hold.open();
});

test("connect throws when the first attempt fails; start keeps trying", async () => {
  const bus = newBus();
  bus.stop();
  await expect(bus.agent("agent:a").connect()).rejects.toThrow("the bus is stopped");
  const patient = bus.agent("agent:b", { timing: new FastTiming() });
  patient.start();
  bus.start();
  await patient.awaitConnected();
  expect(patient.state).toMatchObject({ state: "connected", serverId: "local" });
});

test("messages that come before the subscriptions are restored wait for them", async () => {
  const bus = newBus();
  const b = bus.agent("agent:b");
  b.onMessage(async () => {
    await b.ping();
    return "sent from the handler";
  });
  await b.connect();
  const a = await bus.agent("agent:a").connect();
  expect((await a.send("agent:b", {})).acks[0]!.message).toBe("sent from the handler");
});

test("leaves a bus that does not answer pings, and reconnects", async () => {
  const bus = newBus();
  let isSilent = false;
  const deaf: Connector = {
    url: "local:",
    async connect(path: string, listener: SocketListener) {
      const socket = await bus.connect(path, listener);
      return {
        mayReceiveToken: true,
        bufferedBytes: 0,
        send: (text: string) => void (isSilent || socket.send(text)),
        close: (code: number, reason: string) => socket.close(code, reason),
        terminate: () => socket.terminate(),
      };
    },
  };
  const agent = bus.agent("agent:a", { connector: deaf, pingAfterMs: 20, pongWithinMs: 20, timing: new FastTiming() });
  await agent.connect();
  isSilent = true;
  expect(await stateOf(agent, "waiting")).toMatchObject({ cause: "the bus does not answer pings" });
  isSilent = false;
  await stateOf(agent, "connected");
  expect(await agent.ping()).toBeInstanceOf(Date);
});

test("a refused subscription fails the call and is not repeated", async () => {
  const bus = newBus();
  const a = await bus.agent("agent:a").connect();
  await expect(a.subscribe("bad pattern", () => {})).rejects.toThrow(TypeError);
  expect((await a.operator.status()).connections[0]!.subscriptions).toEqual(["agent:a"]);
});

test("two users of a pattern share one subscription until both are done", async () => {
  const bus = newBus();
  const a = await bus.agent("agent:a").connect();
  const subscriptions = async () => (await a.operator.status()).connections[0]!.subscriptions;
  const endFirst = await a.subscribe("jobs:*", () => {});
  const endSecond = await a.subscribe("jobs:*", () => {});
  await endFirst();
  expect(await subscriptions()).toContain("jobs:*");
  await endSecond();
  expect(await subscriptions()).not.toContain("jobs:*");
  await expect(a.unsubscribe("jobs:*")).rejects.toMatchObject({ code: -32003 });
});

test("awaitConnected gives up after its time", async () => {
  const bus = newBus();
  bus.stop();
  const agent = bus.agent("agent:a", { timing: new FastTiming() });
  agent.start();
  await expect(agent.awaitConnected(20)).rejects.toBeInstanceOf(NotConnected);
});

test("close ends an attempt in progress", async () => {
  const never: Connector = { url: "local:", connect: () => new Promise(() => {}) };
  const agent = new LocalBus().agent("agent:a", { connector: never });
  agent.start();
  await agent.close();
  expect(agent.state.state).toBe("stopped");
});

test("an agent that is not authorized stops at once", async () => {
  const locked: Connector = {
    url: "local:",
    connect: () => Promise.reject(new ConnectFailed("the bus requires a token", true)),
  };
  const agent = new LocalBus().agent("agent:a", { connector: locked });
  await expect(agent.connect()).rejects.toThrow("requires a token");
});

test("several state listeners hear every state, even if one throws", async () => {
  const bus = newBus();
  const agent = bus.agent("agent:a", { logger: { debug() {}, info() {}, warn() {}, error() {} } });
  const states: string[] = [];
  agent.onState(() => {
    throw new Error("bug");
  });
  agent.onState((state) => states.push(state.state));
  await agent.connect();
  await agent.close();
  await eventually(() => states.length === 3);
  expect(states).toEqual(["connecting", "connected", "stopped"]);
});
