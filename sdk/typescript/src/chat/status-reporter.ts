import { backoffDelay } from "../backoff.js";
import type { BusClient } from "../bus-client.js";
import { BubError } from "../errors.js";

const SYSTEM_AGENT = "agent:system";
const MAX_ATTEMPTS = 5;
const AGAIN = { baseMs: 1_000, capMs: 10_000 };
const TIMEOUT_MS = 2_000;
const ACTIVITY_EVERY_MS = 10_000;

/** Tells the system agent that an agent that it started is connected, and that it works. */
export class StatusReporter {
  readonly #client: BusClient;
  readonly #pid: number;
  #connection = new AbortController();
  #reported = -Infinity;

  constructor(client: BusClient, pid: number) {
    this.#client = client;
    this.#pid = pid;
    client.connection.onState((state) => {
      this.#connection.abort();
      this.#connection = new AbortController();
      if (state.state === "connected") {
        void this.#tellOfBirth(this.#connection.signal);
      }
    });
  }

  /** Retries, because the system agent may be reconnecting at the same time. */
  async #tellOfBirth(signal: AbortSignal): Promise<void> {
    const data = { client_id: this.#client.clientId, pid: this.#pid };
    for (let attempt = 0; attempt < MAX_ATTEMPTS && !signal.aborted; attempt++) {
      if (await this.#say("spawned", data)) {
        return;
      }
      await this.#client.timing.sleep(backoffDelay(AGAIN, attempt, this.#client.timing), signal);
    }
  }

  /** Call it when the agent works; at most one report in ten seconds leaves. */
  moved(): void {
    const now = this.#client.timing.elapsed();
    if (now - this.#reported >= ACTIVITY_EVERY_MS) {
      this.#reported = now;
      void this.#say("activity", { at: new Date(this.#client.timing.now()).toISOString() });
    }
  }

  async #say(event: string, data: object): Promise<boolean> {
    try {
      const payload = { type: "agent_event", content: { event, data } };
      const receipt = await this.#client.send(this.#client.compose(SYSTEM_AGENT, payload), TIMEOUT_MS);
      return receipt.acks.some((ack) => ack.success);
    } catch (lost) {
      if (lost instanceof BubError) {
        return false;
      }
      throw lost;
    }
  }
}
