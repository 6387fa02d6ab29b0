import { RECONNECT, type Backoff } from "./backoff.js";
import { BaseAgent } from "./base-agent.js";
import { BrowserConnector } from "./browser-connector.js";
import { SynchronousScope } from "./causality.js";
import { HistoryInMemory } from "./chat/history.js";
import { LobbyTokenInMemory } from "./lobby/lobby-token.js";
import { consoleLogger, type Logger } from "./log.js";
import { RecentAcks } from "./recent-messages.js";
import type { Connector } from "./socket.js";
import { systemTiming, type Timing } from "./timing.js";
import { firstToken, fixedToken, noToken } from "./token.js";

/** Options of an agent in a browser. */
export interface BrowserAgentOptions {
  /** URL of the bus; the bus must allow the origin of the page (`--allow-origin`). */
  url: string;
  token?: string;
  maxHandlers?: number;
  oneAtATimePerSender?: boolean;
  callTimeoutMs?: number;
  reconnect?: Backoff;
  logger?: Logger;
  connector?: Connector;
  timing?: Timing;
}

/**
 * Agent in a browser. It has no durable parts, so it has no `post`. A browser keeps no context
 * across awaits: pass `{ cause: message }` when a handler sends after its first await.
 */
export class Agent extends BaseAgent {
  constructor(clientId: string, options: BrowserAgentOptions) {
    const lobbyToken = new LobbyTokenInMemory();
    const history = new HistoryInMemory();
    super({
      clientId,
      clientInfo: { name: "bub-sdk-browser", version: "0.2.0" },
      connector: options.connector ?? new BrowserConnector(options.url),
      token: firstToken(options.token === undefined ? noToken : fixedToken(options.token), lobbyToken),
      scope: new SynchronousScope(),
      memory: new RecentAcks(),
      timing: options.timing ?? systemTiming,
      log: options.logger ?? consoleLogger,
      connectTimeoutMs: 5_000,
      callTimeoutMs: options.callTimeoutMs ?? 65_000,
      pingAfterMs: 20_000,
      pongWithinMs: 10_000,
      reconnect: options.reconnect ?? RECONNECT,
      maxHandlers: options.maxHandlers ?? 1_024,
      oneAtATimePerSender: options.oneAtATimePerSender ?? false,
      lobbyToken,
      talkto: undefined,
      history: async () => history,
    });
  }
}

export * from "./shared.js";
