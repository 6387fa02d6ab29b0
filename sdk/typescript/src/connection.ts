import { backoffDelay, type Backoff } from "./backoff.js";
import { stateWords, type ClientState } from "./client-state.js";
import { ConnectFailed, ErrorCodes, NoAnswer, NotConnected, RpcError } from "./errors.js";
import { isObject } from "./json.js";
import type { Logger } from "./log.js";
import { Session } from "./session.js";
import { CloseCodes, type Connector } from "./socket.js";
import type { DesiredSubscriptions } from "./subscriptions.js";
import type { Timing } from "./timing.js";
import { within } from "./timing.js";
import type { TokenSource } from "./token.js";

const FAREWELL_MS = 1_000;

/** Settings of a connection. Times in milliseconds. */
export interface ConnectionSettings {
  clientId: string;
  clientInfo: { name: string; version: string; starters?: readonly string[] };
  /** Path of the dialect: `/` or `/v1`. */
  path: string;
  connectTimeoutMs: number;
  /** Longer than the bus waits for a recipient, so that the bus answers first. */
  callTimeoutMs: number;
  reconnect: Backoff;
  pingAfterMs: number;
  pongWithinMs: number;
}

/** Receiver of the calls of the bus, across connections. */
export interface ConnectionHandler {
  /** `ready` resolves when handlers may send on this connection. */
  request(method: string, params: unknown, ready: Promise<void> | undefined, answer: (result: object) => void): void;
  notification(method: string, params: unknown): void;
}

type Outcome = { barred: string } | { lost: string; lastedMs: number };

/** Peer of the bus that reconnects by itself. Calls fail at once while there is no connection. */
export class Connection {
  readonly #settings: ConnectionSettings;
  readonly #connector: Connector;
  readonly #token: TokenSource;
  readonly #handler: ConnectionHandler;
  readonly #subscriptions: DesiredSubscriptions;
  readonly #timing: Timing;
  readonly #log: Logger;
  readonly #listeners = new Set<(state: ClientState) => void>();
  readonly #closing = new AbortController();
  #state: ClientState = { state: "waiting", delayMs: 0, cause: "connect() was not called" };
  #told = JSON.stringify(this.#state);
  #session: Session | undefined;
  #loop: Promise<void> | undefined;

  constructor(
    settings: ConnectionSettings,
    connector: Connector,
    token: TokenSource,
    handler: ConnectionHandler,
    subscriptions: DesiredSubscriptions,
    timing: Timing,
    log: Logger,
  ) {
    this.#settings = settings;
    this.#connector = connector;
    this.#token = token;
    this.#handler = handler;
    this.#subscriptions = subscriptions;
    this.#timing = timing;
    this.#log = log;
  }

  get state(): ClientState {
    return this.#state;
  }

  /** Adds a listener for all later states, in order. Returns a function that removes it. */
  onState(listener: (state: ClientState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  start(): void {
    if (this.#loop === undefined && this.#become({ state: "connecting" })) {
      this.#loop = this.#run();
    }
  }

  /** Waits for the result of the first attempt; throws when it fails. */
  async awaitFirstAttempt(): Promise<void> {
    await this.#awaitState((state) => state.state !== "connecting");
    if (this.#session === undefined) {
      throw this.notConnected();
    }
  }

  /** Waits for a connection; throws after the time, or when the client has stopped. */
  async awaitConnected(atMostMs: number): Promise<void> {
    const settled = (state: ClientState): boolean =>
      state.state === "connected" || state.state === "stopped";
    const late = new AbortController();
    await within(atMostMs, this.#awaitState(settled, late.signal));
    late.abort();
    if (this.#session === undefined) {
      throw this.notConnected();
    }
  }

  /** Waits for a connection without a limit; false when there will be none. */
  async connectedOrStopped(): Promise<boolean> {
    await this.#awaitState((state) => state.state === "connected" || state.state === "stopped");
    return this.#state.state === "connected";
  }

  /** Resolves with the reason when there will be no further attempts. */
  async awaitStopped(): Promise<string> {
    await this.#awaitState((state) => state.state === "stopped");
    return stateWords(this.#state);
  }

  /** The signal ends the wait of a caller that has given up. */
  #awaitState(isWanted: (state: ClientState) => boolean, givenUp?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (isWanted(this.#state)) {
        resolve();
        return;
      }
      const stop = this.onState((state) => {
        if (isWanted(state)) {
          stop();
          resolve();
        }
      });
      givenUp?.addEventListener("abort", stop, { once: true });
    });
  }

  notConnected(): NotConnected {
    const words = stateWords(this.#state);
    const url = this.#connector.url;
    const text = words.includes(url) ? words : `not connected to ${url}: ${words}`;
    return new NotConnected(text, this.#state);
  }

  call(method: string, params: unknown, timeoutMs?: number): Promise<unknown> {
    return this.callText(method, JSON.stringify(params), timeoutMs);
  }

  async callText(method: string, params: string, timeoutMs = this.#settings.callTimeoutMs): Promise<unknown> {
    const session = this.#session;
    if (session === undefined) {
      throw this.notConnected();
    }
    try {
      return await session.peer.callText(method, params, timeoutMs);
    } catch (failed) {
      if (failed instanceof NoAnswer && failed.reason === "disconnected" && session === this.#session) {
        // A connection that proves broken is not used for the next call.
        this.#become({ state: "waiting", delayMs: 0, cause: failed.message });
      }
      throw failed;
    }
  }

  notifyText(method: string, params: string): void {
    if (this.#session === undefined) {
      throw this.notConnected();
    }
    if (!this.#session.peer.notifyText(method, params)) {
      throw new NoAnswer(`${method}: the send queue of the connection is full`, "busy");
    }
  }

  /** Tells the bus about a change of the subscriptions; the next connection repeats it. */
  async tell(method: string, params: object): Promise<void> {
    if (this.#session === undefined) {
      return;
    }
    try {
      await this.call(method, params);
    } catch (failed) {
      if (!(failed instanceof NoAnswer && failed.reason === "disconnected")) {
        throw failed;
      }
    }
  }

  /** Disconnects and ends all attempts. */
  async close(): Promise<void> {
    const last = this.#session;
    this.#become({ state: "stopped", reason: "closed" });
    if (last !== undefined) {
      last.close(CloseCodes.normal, "bye");
      await within(FAREWELL_MS, last.ended);
    }
    this.#closing.abort();
    last?.terminate();
    await within(FAREWELL_MS, this.#loop ?? Promise.resolve());
  }

  async #run(): Promise<void> {
    let failures = 0;
    let before: string | undefined;
    while (this.#become({ state: "connecting", cause: before })) {
      const outcome = await this.#connectOnce();
      if ("barred" in outcome) {
        this.#become({ state: "stopped", reason: outcome.barred });
        return;
      }
      // A bus that accepts clients and drops them at once must not be flooded.
      failures = outcome.lastedMs > this.#settings.reconnect.capMs ? 0 : failures;
      const delayMs = backoffDelay(this.#settings.reconnect, failures++, this.#timing);
      before = outcome.lost;
      if (!this.#become({ state: "waiting", delayMs, cause: before })) {
        return;
      }
      this.#log.debug(`${this.#settings.clientId} lost the bus: ${before}`);
      await this.#timing.sleep(delayMs, this.#closing.signal);
    }
  }

  async #connectOnce(): Promise<Outcome> {
    const session = new Session(this.#handler, this.#settings);
    const closeEarly = (): void => session.terminate();
    this.#closing.signal.addEventListener("abort", closeEarly);
    try {
      await session.open(this.#connector);
      return await this.#live(session);
    } catch (failed) {
      if (failed instanceof ConnectFailed && failed.unauthorized) {
        return { barred: failed.message };
      }
      return { lost: failed instanceof Error ? failed.message : String(failed), lastedMs: 0 };
    } finally {
      this.#closing.signal.removeEventListener("abort", closeEarly);
      session.beReady(); // releases handlers that still wait
      session.close(CloseCodes.goingAway, "");
    }
  }

  async #live(session: Session): Promise<Outcome> {
    const since = this.#timing.elapsed();
    try {
      const serverId = await this.#initialize(session);
      const connected: ClientState = { state: "connected", serverId };
      await this.#subscriptions.establish(session, () => this.#enter(connected, session));
    } catch (failed) {
      return await this.#judgeHandshake(session, failed);
    }
    session.beReady();
    this.#tell();
    const end = await session.ended;
    return this.#judge(end.code, end.reason, this.#timing.elapsed() - since);
  }

  async #judgeHandshake(session: Session, failed: unknown): Promise<Outcome> {
    if (failed instanceof RpcError) {
      return this.#isFinal(failed)
        ? { barred: `the bus refused the token: ${failed.message}` }
        : { lost: `the bus refused the connection: ${failed.message}`, lastedMs: 0 };
    }
    if (failed instanceof NoAnswer && failed.reason === "disconnected") {
      // Judge by the close code: another client may have replaced this one during the handshake.
      const end = await session.ended;
      return this.#judge(end.code, end.reason, 0);
    }
    throw failed;
  }

  /** False for a token that the bus may accept soon. */
  #isFinal(refusal: RpcError): boolean {
    return (
      refusal.code === ErrorCodes.unauthenticated &&
      refusal.reason !== "tokens_unavailable" &&
      !this.#token.isFresh()
    );
  }

  #judge(code: number, reason: string, lastedMs: number): Outcome {
    return code === CloseCodes.replaced
      ? { barred: `another client has connected as ${this.#settings.clientId}` }
      : { lost: reason, lastedMs };
  }

  async #initialize(session: Session): Promise<string> {
    const authToken = session.mayReceiveToken ? await this.#token.read() : undefined;
    const { clientId, clientInfo } = this.#settings;
    const params = authToken === undefined ? { clientId, clientInfo } : { clientId, clientInfo, authToken };
    const result = await session.peer.call("initialize", params, this.#settings.connectTimeoutMs);
    if (!isObject(result) || typeof result["serverId"] !== "string") {
      throw new ConnectFailed("the server is not a bub bus: it gave an invalid answer to initialize");
    }
    return result["serverId"];
  }

  #enter(state: ClientState, session: Session): void {
    if (this.#state.state !== "stopped") {
      this.#state = state;
      this.#session = session;
    } else {
      session.close(CloseCodes.normal, "bye");
    }
  }

  /** Leaves the current session. False when the client has stopped for good. */
  #become(state: ClientState): boolean {
    if (this.#state.state === "stopped") {
      return false;
    }
    this.#state = state;
    this.#session = undefined;
    this.#tell();
    return true;
  }

  /** Reports a state once. */
  #tell(): void {
    const state = this.#state;
    const words = JSON.stringify(state);
    if (words === this.#told) {
      return;
    }
    this.#told = words;
    for (const listener of [...this.#listeners]) {
      try {
        listener(state);
      } catch (thrown) {
        this.#log.error(`A connection state listener failed: ${String(thrown)}`);
      }
    }
  }
}
