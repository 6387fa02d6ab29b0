import { ConnectFailed } from "./errors.js";
import type { Connector, Socket, SocketListener } from "./socket.js";

/** Opens WebSockets of the browser. The bus must allow the origin of the page. */
export class BrowserConnector implements Connector {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  connect(path: string, listener: SocketListener, timeoutMs: number): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(new URL(path, this.url));
      let wasOpen = false;
      const fail = (words: string): void => {
        clearTimeout(timer);
        reject(new ConnectFailed(`cannot connect to ${this.url}: ${words}`));
      };
      const timer = setTimeout(() => {
        fail(`no answer within ${timeoutMs} ms`);
        socket.close();
      }, timeoutMs);
      socket.onopen = () => {
        clearTimeout(timer);
        wasOpen = true;
        resolve(new OpenBrowserSocket(socket, listener));
      };
      socket.onmessage = ({ data }) => {
        if (typeof data === "string") {
          listener.text(data);
        }
      };
      socket.onerror = () => fail("the browser could not open the WebSocket");
      socket.onclose = ({ code, reason }) => {
        if (wasOpen) {
          listener.closed(code, reason);
        } else {
          fail(reason || `closed (${code})`);
        }
      };
    });
  }
}

class OpenBrowserSocket implements Socket {
  readonly mayReceiveToken = true;
  readonly #socket: WebSocket;
  readonly #listener: SocketListener;

  constructor(socket: WebSocket, listener: SocketListener) {
    this.#socket = socket;
    this.#listener = listener;
  }

  get bufferedBytes(): number {
    return this.#socket.bufferedAmount;
  }

  send(text: string): void {
    this.#socket.send(text);
  }

  /** Browsers allow only 1000 and codes from 3000. */
  close(code: number, reason: string): void {
    this.#socket.close(code === 1000 || code >= 3000 ? code : undefined, reason);
  }

  /** Browsers cannot drop a connection, so this stops listening to it. */
  terminate(): void {
    if (this.#socket.readyState !== WebSocket.CLOSED) {
      this.#socket.onmessage = null;
      this.#socket.onclose = null;
      this.#socket.close();
      this.#listener.closed(1006, "");
    }
  }
}
