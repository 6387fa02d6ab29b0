import { REDELIVER, backoffDelay } from "../backoff.js";
import type { ClientState } from "../client-state.js";
import { CallRefused, NoAnswer } from "../errors.js";
import { textMember } from "../json.js";
import type { Logger } from "../log.js";
import type { Timing } from "../timing.js";
import { proposeToken, type LobbyToken } from "./lobby-token.js";
import type { LobbyRequests } from "./lobby-requests.js";
import type { OfferedCapabilities } from "./offered-capabilities.js";

/**
 * Synchronization of the offers with the lobby, on every connection. It sends the complete list, so
 * that the order of events is harmless.
 */
export class Registration {
  readonly #requests: LobbyRequests;
  readonly #offers: OfferedCapabilities;
  readonly #token: LobbyToken;
  readonly #timing: Timing;
  readonly #log: Logger;
  #session = new AbortController();
  #isConnected = false;
  #told: string | undefined;
  #refusal: Error | undefined;
  #changed: (() => void)[] = [];
  // Requests go one after the other, because the last one determines the state of the lobby.
  #last: Promise<unknown> = Promise.resolve();

  constructor(requests: LobbyRequests, offers: OfferedCapabilities, token: LobbyToken, timing: Timing, log: Logger) {
    this.#requests = requests;
    this.#offers = offers;
    this.#token = token;
    this.#timing = timing;
    this.#log = log;
  }

  heard(state: ClientState): void {
    this.#session.abort();
    this.#session = new AbortController();
    this.#isConnected = state.state === "connected";
    this.#told = undefined;
    this.#refusal = undefined;
    if (state.state === "stopped") {
      this.#refusal = new NoAnswer(state.reason, "disconnected");
      this.#announce();
    } else if (this.#isConnected) {
      void this.#register(this.#session.signal);
    }
  }

  async #register(session: AbortSignal): Promise<void> {
    for (let failures = 0; this.#isDue(session); failures++) {
      if (failures > 0) {
        await this.#timing.sleep(backoffDelay(REDELIVER, failures - 1, this.#timing), session);
      }
      if (this.#isDue(session)) {
        await this.#attempt();
      }
    }
  }

  async #attempt(): Promise<void> {
    try {
      await this.sync();
    } catch (failed) {
      if (failed instanceof CallRefused) {
        this.#log.error(`The lobby refused to register ${this.#requests.agent}: ${failed.message}`);
        if (!failed.shouldRetry) {
          this.#refusal = failed;
          this.#announce();
        }
      } else {
        this.#log.warn(`The lobby did not answer ${this.#requests.agent}: ${String(failed)}`);
      }
    }
  }

  #isDue(session: AbortSignal): boolean {
    return !session.aborted && this.#refusal === undefined && !this.#isUpToDate();
  }

  #isUpToDate(): boolean {
    return this.#told !== undefined && this.#told === JSON.stringify(this.#offers.wire());
  }

  /** Resolves when the lobby has confirmed all offers; throws when it refuses them for good. */
  async confirmed(): Promise<void> {
    while (!this.#isUpToDate()) {
      if (this.#refusal !== undefined) {
        throw this.#refusal;
      }
      await new Promise<void>((resolve) => this.#changed.push(resolve));
    }
  }

  #announce(): void {
    this.#changed.splice(0).forEach((wake) => wake());
  }

  /** Tells the lobby now. Without a connection, the next one sends the offers. */
  async syncIfConnected(): Promise<void> {
    if (!this.#isConnected) {
      return;
    }
    try {
      await this.sync();
    } catch (failed) {
      if (!(failed instanceof NoAnswer && failed.reason === "disconnected")) {
        throw failed;
      }
    }
  }

  sync(): Promise<void> {
    return this.#inOrder(async () => {
      const session = this.#session;
      const all = this.#offers.wire();
      // An agent with a token is registered, and may have offered more in an earlier process.
      if (all.length > 0 || this.#token.isKept()) {
        const answer = await this.#requests.ask("lobby_register", {
          capabilities: all,
          ...(await this.#conversation()),
        });
        await this.#keep(textMember(answer, "auth_token"));
      }
      this.#confirm(session, JSON.stringify(all));
    });
  }

  /** Gives up all offers, the id and its token. */
  deregister(): Promise<void> {
    return this.#inOrder(async () => {
      await this.#requests.ask("lobby_deregister", {});
      this.#offers.clear();
      this.#confirm(this.#session, "[]");
      await this.#token.forget();
    });
  }

  #confirm(session: AbortController, told: string): void {
    if (session === this.#session) {
      this.#told = told;
      this.#announce();
    }
  }

  async #conversation(): Promise<{ conversation_id?: string }> {
    try {
      return { conversation_id: await proposeToken(this.#token) };
    } catch {
      this.#log.warn("Cannot write the lobby token. If an answer of the lobby is lost, the lobby refuses this agent");
      return {};
    }
  }

  async #keep(token: string | undefined): Promise<void> {
    if (token === undefined) {
      return;
    }
    try {
      await this.#token.keep(token);
    } catch (failed) {
      this.#log.error(`Cannot write the lobby token (${String(failed)}). The lobby refuses this agent after a restart`);
    }
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(work, work);
    this.#last = mine.catch(() => {});
    return mine;
  }
}
