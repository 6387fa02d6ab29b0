import { readFileSync } from "node:fs";
import { join } from "node:path";
import { debuglog } from "node:util";
import { RECONNECT, type Backoff } from "../backoff.js";
import type { OutboxLimits } from "../durable/outbox-tables.js";
import { consoleLogger, type Logger } from "../log.js";
import type { Connector } from "../socket.js";
import type { Timing } from "../timing.js";
import { fixedToken, noToken, type TokenSource } from "../token.js";
import { agentDirectory, runDirectory, type Environment } from "./bus-location.js";
import { tokenKey } from "./listener-proof.js";
import { LocatedConnector } from "./located-connector.js";
import type { SpawnArguments } from "./spawn-arguments.js";
import { tokenFromFile } from "./token-file.js";
import { WsConnector } from "./ws-connector.js";

/** Options of an agent. All are optional. Times in milliseconds. */
export interface AgentOptions {
  /** URL of the bus. Default: `BUB_BUS_URL`, or the bus of the run directory. */
  url?: string;
  /** Token for a locked bus. Default: the file in `BUB_TOKEN_FILE`. */
  token?: string;
  tokenFile?: string;
  /** Certificates that the agent trusts (PEM file). Default: `BUB_CA`. */
  ca?: string;
  /** Client certificate and its key (PEM files). */
  cert?: string;
  key?: string;
  /** Directory of the outbox, the inbox, the history and the lobby token; `false` for none. */
  stateDir?: string | false;
  /** Where the agent remembers handled messages: a duplicate gets the first ack. */
  inbox?: "memory" | "disk";
  /** Messages handled at a time; above it, senders are told to retry. */
  maxHandlers?: number;
  /** Handles the messages of one sender in order, one at a time. */
  oneAtATimePerSender?: boolean;
  connectTimeoutMs?: number;
  callTimeoutMs?: number;
  /** The agent pings a bus that is silent for this long. */
  pingAfterMs?: number;
  pongWithinMs?: number;
  reconnect?: Backoff;
  outboxLimits?: OutboxLimits;
  clientInfo?: { name: string; version: string };
  /** Messages that a person may begin a conversation with, at most 8. MCP clients show them as prompts. */
  starters?: readonly string[];
  logger?: Logger;
  /** Arguments of `--agent-command`. Pass `[]` for a second agent in one program. */
  argv?: readonly string[];
  env?: Environment;
  /** Another way to the bus, such as a `LocalBus`. */
  connector?: Connector;
  timing?: Timing;
}

export const DEFAULTS = {
  maxHandlers: 1_024,
  connectTimeoutMs: 5_000,
  callTimeoutMs: 65_000,
  pingAfterMs: 20_000,
  pongWithinMs: 10_000,
  reconnect: RECONNECT,
  clientInfo: { name: "bub-sdk-typescript", version: "0.2.0" },
};

export function connectorOf(options: AgentOptions, spawned: SpawnArguments | undefined, env: Environment): Connector {
  const tls = {
    ca: options.ca ?? spawned?.ca ?? env["BUB_CA"],
    cert: options.cert ?? spawned?.cert ?? env["BUB_CLIENT_CERT"],
    key: options.key ?? spawned?.key ?? env["BUB_CLIENT_KEY"],
  };
  const url = options.url ?? spawned?.url ?? env["BUB_BUS_URL"];
  if (options.connector !== undefined) {
    return options.connector;
  }
  if (url === undefined) {
    return new LocatedConnector(runDirectory(env), tls);
  }
  const tokenFile = spawned?.tokenFile;
  return options.url === undefined && tokenFile !== undefined
    ? new WsConnector(url, tls, { key: () => keyIn(tokenFile), otherwise: "refuse" })
    : new WsConnector(url, tls);
}

/** The bus that started this agent knows the hash of the agent's token. */
function keyIn(tokenFile: string): ReturnType<typeof tokenKey> {
  try {
    return tokenKey(readFileSync(tokenFile, "utf8").trim());
  } catch {
    return undefined;
  }
}

export function tokenOf(options: AgentOptions, spawned: SpawnArguments | undefined, env: Environment): TokenSource {
  if (options.token !== undefined) {
    return fixedToken(options.token);
  }
  const file = options.tokenFile ?? spawned?.tokenFile ?? (env["BUB_TOKEN_FILE"] || undefined);
  return file === undefined ? noToken : tokenFromFile(file);
}

export function directoryOf(
  clientId: string,
  options: AgentOptions,
  spawned: SpawnArguments | undefined,
  env: Environment,
): string | undefined {
  if (options.stateDir === false) {
    return undefined;
  }
  return (
    options.stateDir ??
    (spawned?.workspace === undefined ? agentDirectory(env, clientId) : join(spawned.workspace, "state", "sdk"))
  );
}

/** Warnings and errors go to standard error; the rest with `NODE_DEBUG=bub`. */
export function standardLogger(): Logger {
  const debug = debuglog("bub");
  return { ...consoleLogger, debug: (message) => debug(message), info: (message) => debug(message) };
}
