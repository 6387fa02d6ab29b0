import type { BusClient } from "./bus-client.js";
import { ErrorCodes, NoAnswer, RpcError } from "./errors.js";
import { isObject } from "./json.js";
import type {
  ActivityRow,
  GetClusterResult,
  GetMetricsResult,
  GetReceiptResult,
  GetStatusResult,
  QueryActivityParams,
  QueryActivityResult,
  WatchActivityParams,
} from "./wire.js";

const PAGE = 1_000;
const MAX_QUEUED_ROWS = 10_000;

/** Questions about the bus. On a locked bus, they need a token with the operator grant. */
export class Operator {
  readonly #client: BusClient;

  constructor(client: BusClient) {
    this.#client = client;
  }

  /** All connected peers, read page by page. */
  async status(): Promise<GetStatusResult> {
    let page = await this.#ask<GetStatusResult>("getStatus", {});
    const { serverId } = page;
    const connections = [...page.connections];
    const missing = new Set(page.missingNodes);
    while (typeof page.next === "number") {
      page = await this.#ask("getStatus", { after: page.next, limit: PAGE });
      connections.push(...page.connections);
      page.missingNodes?.forEach((node) => missing.add(node));
    }
    return { serverId, connections, ...(missing.size === 0 ? {} : { missingNodes: [...missing] }) };
  }

  /** Events of the activity log, oldest first. */
  log(filter: QueryActivityParams = {}): Promise<QueryActivityResult> {
    return this.#ask("queryActivity", filter);
  }

  receipt(messageId: string): Promise<GetReceiptResult> {
    return this.#ask("getReceipt", { messageId });
  }

  async metrics(): Promise<GetMetricsResult["metrics"]> {
    return (await this.#ask<GetMetricsResult>("getMetrics", {})).metrics;
  }

  /** Undefined when the bus is not a node of a cluster. */
  async cluster(): Promise<GetClusterResult | undefined> {
    try {
      return await this.#ask<GetClusterResult>("getCluster", {});
    } catch (refused) {
      if (refused instanceof RpcError && refused.code === ErrorCodes.methodNotFound) {
        return undefined;
      }
      throw refused;
    }
  }

  /** New events as they happen, across connections. One watch per agent: a second one ends the first. */
  async *watch(filter: Omit<WatchActivityParams, "since" | "until"> = {}): AsyncGenerator<ActivityRow> {
    const rows: ActivityRow[] = [];
    let wake: () => void = () => {};
    let isEnded = false;
    const end = (): void => {
      isEnded = true;
      wake();
    };
    const watcher = (params: unknown): void => {
      if (params === undefined) {
        end();
      } else if (isObject(params) && Array.isArray(params["rows"]) && rows.length < MAX_QUEUED_ROWS) {
        rows.push(...(params["rows"] as ActivityRow[]));
        wake();
      }
    };
    const stopListening = this.#client.connection.onState((state) => {
      if (state.state === "stopped") {
        end();
      }
    });
    await this.#client.watchActivity(filter, watcher);
    try {
      while (!isEnded) {
        yield* rows.splice(0);
        if (rows.length === 0 && !isEnded) {
          await new Promise<void>((resolve) => (wake = resolve));
        }
      }
    } finally {
      stopListening();
      this.#client.endWatch(watcher);
    }
  }

  async #ask<T>(method: string, params: object): Promise<T> {
    const result = await this.#client.connection.call(method, params);
    if (!isObject(result)) {
      throw new NoAnswer(`${method}: the bus gave a malformed answer`, "garbled");
    }
    return result as T;
  }
}
