import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import type { ClientState, Logger, Timing } from "../src/index.js";
import { systemTiming } from "../src/timing.js";

/** New directory that is deleted after the test. */
export function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "bub-ts-"));
  afterEachOnce(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const cleanups: (() => unknown)[] = [];

/** Runs after the current test, in reverse order. */
export function afterEachOnce(cleanup: () => unknown): void {
  cleanups.push(cleanup);
}

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) {
    await cleanup();
  }
});

/** Log that keeps its lines. */
export function quietLog(): Logger & { lines: string[] } {
  const lines: string[] = [];
  const add = (message: string): void => void lines.push(message);
  return { lines, debug: add, info: add, warn: add, error: add };
}

/** A promise that the test opens. */
export interface Gate {
  opened: Promise<void>;
  open(): void;
}

export function gate(): Gate {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

/** Polls a condition until it holds. */
export async function eventually(holds: () => boolean | Promise<boolean>, atMostMs = 15_000): Promise<void> {
  const deadline = performance.now() + atMostMs;
  while (!(await holds())) {
    if (performance.now() > deadline) {
      throw new Error(`still false after ${atMostMs} ms: ${holds.toString()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Waits for a state of an agent. */
export function stateOf(
  agent: { state: ClientState; onState(listener: (state: ClientState) => void): () => void },
  wanted: ClientState["state"],
): Promise<ClientState> {
  return new Promise((resolve) => {
    if (agent.state.state === wanted) {
      resolve(agent.state);
      return;
    }
    const stop = agent.onState((state) => {
      if (state.state === wanted) {
        stop();
        resolve(state);
      }
    });
  });
}

/** Clock whose sleeps end at once, and which remembers them. */
export class FastTiming implements Timing {
  readonly sleeps: number[] = [];
  offset = 0;
  readonly #random: number;

  constructor(random = 1) {
    this.#random = random;
  }

  now = (): number => systemTiming.now() + this.offset;
  elapsed = (): number => systemTiming.elapsed();
  random = (): number => this.#random;
  messageId = (): string => systemTiming.messageId();

  async sleep(ms: number, _signal: AbortSignal): Promise<void> {
    this.sleeps.push(ms);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
