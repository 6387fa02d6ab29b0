import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Agent } from "../../src/index.js";
import { DevBus } from "../../src/testing/index.js";
import { systemTiming } from "../../src/timing.js";
import { afterEachOnce, eventually, newDirectory, quietLog } from "../kit.js";

const MESSAGES = 200;
const KILLS = Number(process.env["BUB_KILLS"] ?? 2);
const FORWARDER = join(import.meta.dirname, "..", "programs", "forwarder.mjs");
/** Short waits, so that the test spends its time on crashes. */
const hasty = { ...systemTiming, random: () => 0.05 };

class Forwarder {
  readonly #url: string;
  readonly #stateDir = newDirectory();
  #process: ChildProcess | undefined;

  constructor(url: string) {
    this.#url = url;
    afterEachOnce(() => this.#process?.kill("SIGKILL"));
  }

  start(): void {
    this.#process = spawn(process.execPath, ["--no-warnings", FORWARDER, this.#url, this.#stateDir], { stdio: "ignore" });
  }

  async kill(): Promise<void> {
    const ended = new Promise((resolve) => this.#process!.once("exit", resolve));
    this.#process!.kill("SIGKILL");
    await ended;
  }
}

test.each([
  ["the agent", true, false],
  ["the bus", false, true],
  ["both", true, true],
])(`after kill -9 of %s, ${KILLS} times, each message has one effect`, { timeout: 60_000 + KILLS * 20_000 }, async (_what, killsAgent, killsBus) => {
  const directory = newDirectory();
  let bus = await DevBus.start({ directory });
  afterEachOnce(() => bus.kill());
  const port = Number(new URL(bus.url).port);
  const options = { url: bus.url, argv: [], logger: quietLog(), timing: hasty, reconnect: { baseMs: 200, capMs: 2_000 } };

  const effects = new Map<string, number>();
  const sink = new Agent("agent:sink", { ...options, stateDir: newDirectory(), inbox: "disk" });
  sink.onMessage((m) => {
    const n = String(m.payload["n"]);
    effects.set(n, (effects.get(n) ?? 0) + 1);
  });
  const source = new Agent("agent:source", { ...options, stateDir: newDirectory() });
  afterEachOnce(() => Promise.all([sink.close(), source.close()]));
  await Promise.all([sink.connect(), source.connect()]);
  const forwarder = new Forwarder(bus.url);
  forwarder.start();

  for (let n = 0; n < MESSAGES; n++) {
    await source.post("agent:forwarder", { type: "note", n }, { messageId: `m${n}` });
  }
  for (let kill = 1; kill <= KILLS; kill++) {
    const due = Math.floor((MESSAGES * kill) / (KILLS + 1));
    await eventually(() => effects.size >= due, 30_000);
    if (killsAgent) await forwarder.kill();
    if (killsBus) {
      await bus.kill();
      bus = await DevBus.start({ directory, port });
    }
    if (killsAgent) forwarder.start();
  }
  await eventually(async () => effects.size === MESSAGES && (await source.outbox()).waiting === 0, 60_000);
  expect([...effects.values()].filter((count) => count !== 1)).toEqual([]);
  expect((await source.outbox()).deadLetters).toEqual([]);
});
