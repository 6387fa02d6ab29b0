import type { Connector, Socket, SocketListener } from "../socket.js";
import { busKeyOf, busUrlOf, checkRunDirectory } from "./bus-location.js";
import { WsConnector, type TlsFiles } from "./ws-connector.js";

/** Connector to the bus of a run directory, wherever that bus listens at the time. */
export class LocatedConnector implements Connector {
  readonly #directory: string;
  readonly #tls: TlsFiles;

  constructor(directory: string, tls: TlsFiles) {
    this.#directory = directory;
    this.#tls = tls;
  }

  get url(): string {
    return busUrlOf(this.#directory);
  }

  async connect(path: string, listener: SocketListener, timeoutMs: number): Promise<Socket> {
    checkRunDirectory(this.#directory);
    const proof = { key: () => busKeyOf(this.#directory), otherwise: "refuse" as const };
    return new WsConnector(this.url, this.#tls, proof).connect(path, listener, timeoutMs);
  }
}
