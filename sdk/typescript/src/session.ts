import type { ConnectionHandler, ConnectionSettings } from "./connection.js";
import { RpcPeer } from "./rpc-peer.js";
import type { Connector, Socket } from "./socket.js";

/** The end of a connection. */
export interface SessionEnd {
  code: number;
  reason: string;
}

/** One connection to the bus, from the open socket to its end, with its heartbeat. */
export class Session {
  readonly peer: RpcPeer;
  readonly ended: Promise<SessionEnd>;
  readonly #settings: ConnectionSettings;
  #end: (end: SessionEnd) => void = () => {};
  #socket: Socket | undefined;
  #isAbandoned = false;
  #heartbeat: ReturnType<typeof setTimeout> | undefined;
  #ready: Promise<void> | undefined;
  #beReady: () => void = () => {};

  constructor(handler: ConnectionHandler, settings: ConnectionSettings) {
    this.#settings = settings;
    this.#ready = new Promise((resolve) => (this.#beReady = resolve));
    this.ended = new Promise((resolve) => (this.#end = resolve));
    this.peer = new RpcPeer({
      request: (method, params, answer) => handler.request(method, params, this.#ready, answer),
      notification: (method, params) => handler.notification(method, params),
    });
  }

  async open(connector: Connector): Promise<void> {
    const { path, connectTimeoutMs } = this.#settings;
    const listener = {
      text: (text: string) => this.peer.receive(text),
      closed: (code: number, reason: string) => this.#closed(code, reason),
    };
    const socket = await connector.connect(path, listener, connectTimeoutMs);
    this.#socket = socket;
    this.peer.open(socket);
    if (this.#isAbandoned) {
      socket.terminate();
    } else {
      this.#scheduleHeartbeat();
    }
  }

  get mayReceiveToken(): boolean {
    return this.#socket?.mayReceiveToken === true;
  }

  /** Releases the handlers, whose own calls now find this session. */
  beReady(): void {
    this.#ready = undefined;
    this.#beReady();
  }

  close(code: number, reason: string): void {
    this.#socket?.close(code, reason);
  }

  /** Also ends an attempt whose socket opens later. */
  terminate(): void {
    this.#isAbandoned = true;
    this.#socket?.terminate();
  }

  #closed(code: number, reason: string): void {
    clearTimeout(this.#heartbeat);
    const words = reason === "" ? `the connection ended (${code})` : reason;
    this.peer.closed(words);
    this.#end({ code, reason: words });
  }

  /** A call instead of a WebSocket ping, because browsers cannot ping. */
  #scheduleHeartbeat(): void {
    this.#heartbeat = setTimeout(() => {
      if (this.peer.takeHeard()) {
        this.#scheduleHeartbeat();
      } else {
        this.#ping();
      }
    }, this.#settings.pingAfterMs);
  }

  #ping(): void {
    this.peer.call("ping", {}, this.#settings.pongWithinMs).then(
      () => this.#scheduleHeartbeat(),
      () => {
        this.#closed(1006, "the bus does not answer pings");
        this.terminate();
      },
    );
  }
}
