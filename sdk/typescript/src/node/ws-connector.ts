import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import type { Socket as TcpSocket } from "node:net";
import WebSocket from "ws";
import { ConnectFailed } from "../errors.js";
import type { Connector, Socket, SocketListener } from "../socket.js";
import { explainConnectError, explainHttpStatus } from "./connect-errors.js";
import { newChallenge, type ListenerKey } from "./listener-proof.js";

const MAX_TEXT_BYTES = 16 * 1024 * 1024;

/** Certificates of a `wss://` connection, as files in PEM format. */
export interface TlsFiles {
  ca?: string | undefined;
  cert?: string | undefined;
  key?: string | undefined;
}

/** Proof that the listener must give before it sees a token. */
export interface ProofDemand {
  /** Read at each connect; undefined when there is no key. */
  key(): ListenerKey | undefined;
  /** Reaction to a missing proof: close the connection, or send no token. */
  otherwise: "refuse" | "stay_anonymous";
}

/** Opens WebSockets with the `ws` library. */
export class WsConnector implements Connector {
  readonly url: string;
  readonly #tls: TlsFiles;
  readonly #proof: ProofDemand | undefined;

  constructor(url: string, tls: TlsFiles = {}, proof?: ProofDemand) {
    this.url = url;
    this.#tls = tls;
    this.#proof = proof;
  }

  connect(path: string, listener: SocketListener, timeoutMs: number): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const demand = this.#proof;
      const key = demand?.key();
      const challenge = key === undefined ? undefined : newChallenge(key);
      let proven = demand === undefined;
      let wasOpen = false;
      let tcp: TcpSocket;
      const socket = new WebSocket(new URL(path, this.url), {
        perMessageDeflate: false,
        handshakeTimeout: timeoutMs,
        maxPayload: MAX_TEXT_BYTES,
        skipUTF8Validation: true,
        ...(challenge === undefined ? {} : { headers: { "Bub-Challenge": challenge.text } }),
        ...this.#tlsOptions(),
      });
      const fail = (words: string, unauthorized = false): void => {
        reject(new ConnectFailed(`cannot connect to ${this.url}: ${words}`, unauthorized));
      };
      socket.on("upgrade", (response: IncomingMessage) => {
        tcp = response.socket;
        proven ||= challenge?.isMetBy(response.headers["bub-proof"], response.socket as TcpSocket) === true;
      });
      socket.on("unexpected-response", (request, response) => {
        const status = response.statusCode ?? 0;
        fail(explainHttpStatus(status), status === 401);
        request.destroy();
        socket.terminate();
      });
      socket.on("open", () => {
        if (challenge !== undefined && !proven && demand?.otherwise === "refuse") {
          fail("the listener did not prove that it is the bus; check that the bus is running (bub up)");
          socket.terminate();
          return;
        }
        wasOpen = true;
        resolve(new OpenSocket(socket, tcp, proven));
      });
      socket.on("message", (data, isBinary) => {
        if (!isBinary && wasOpen) {
          listener.text(String(data));
        }
      });
      let problem = "";
      socket.on("error", (error) => {
        problem = error.message;
        fail(explainConnectError(this.url, timeoutMs, error, this.#tls));
      });
      socket.on("close", (code, reason) => {
        if (wasOpen) {
          listener.closed(code, String(reason) || problem);
        }
      });
    });
  }

  /** Reads the files at each connect, because certificates are renewed. */
  #tlsOptions(): { ca?: Buffer; cert?: Buffer; key?: Buffer } {
    if (!this.url.startsWith("wss:")) {
      return {};
    }
    const { ca, cert, key } = this.#tls;
    return {
      ...(ca === undefined ? {} : { ca: readPem(ca) }),
      ...(cert === undefined ? {} : { cert: readPem(cert) }),
      ...(key === undefined ? {} : { key: readPem(key) }),
    };
  }
}

function readPem(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (unreadable) {
    throw new ConnectFailed(`cannot read ${file}: ${(unreadable as Error).message}`);
  }
}

class OpenSocket implements Socket {
  readonly #socket: WebSocket;
  readonly #tcp: TcpSocket;
  readonly #uncork = (): void => {
    this.#isCorked = false;
    this.#tcp.uncork();
  };
  #isCorked = false;
  readonly mayReceiveToken: boolean;

  constructor(socket: WebSocket, tcp: TcpSocket, mayReceiveToken: boolean) {
    this.#socket = socket;
    this.#tcp = tcp;
    this.mayReceiveToken = mayReceiveToken;
  }

  get bufferedBytes(): number {
    return this.#socket.bufferedAmount;
  }

  /** Everything that one turn of the event loop sends leaves in one write. */
  send(text: string): void {
    if (!this.#isCorked) {
      this.#isCorked = true;
      this.#tcp.cork();
      process.nextTick(this.#uncork);
    }
    this.#socket.send(text);
  }

  close(code: number, reason: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) {
      this.#socket.close(code, reason);
    }
  }

  terminate(): void {
    this.#socket.terminate();
  }
}
