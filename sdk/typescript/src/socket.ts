/** Open WebSocket that carries texts. */
export interface Socket {
  send(text: string): void;
  close(code: number, reason: string): void;
  /** Drops the connection without a farewell. */
  terminate(): void;
  /** Bytes that wait for the network. */
  readonly bufferedBytes: number;
  /** False when the listener did not prove that it may see the token. */
  readonly mayReceiveToken: boolean;
}

/** Receiver of what a socket hears. `closed` comes once, and nothing comes after it. */
export interface SocketListener {
  text(text: string): void;
  closed(code: number, reason: string): void;
}

/** Opens sockets to one bus. */
export interface Connector {
  /** Shown in error messages. */
  readonly url: string;
  /** Resolves when the socket is open; rejects with `ConnectFailed`. */
  connect(path: string, listener: SocketListener, timeoutMs: number): Promise<Socket>;
}

/** Close codes that the client uses or understands. */
export const CloseCodes = { normal: 1000, goingAway: 1001, abnormal: 1006, replaced: 4001 } as const;
