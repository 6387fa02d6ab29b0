import type { JsonObject } from "./json.js";

/** A connected peer. */
export interface ConnectedPeer {
  clientId: string;
  connectionId: string;
  subscriptions: string[];
  clientInfo: { name: string; version: string };
  dialect: string;
  connectedAt: string;
  /** Only in a cluster. */
  node?: string;
}

export interface BusStatus {
  serverId: string;
  connections: ConnectedPeer[];
}

/** Which events of the activity log to show. Times in RFC 3339. */
export interface ActivityFilter {
  messageId?: string;
  actor?: string;
  to?: string;
  event?: string;
  status?: string;
  since?: string;
  until?: string;
  beforeId?: number;
  afterId?: number;
  /** 1 to 1000. Default: 100. */
  limit?: number;
  /** Id of a trace. */
  trace?: string;
  /** Only in a cluster. */
  node?: string;
}

/** One event of the activity log. */
export interface ActivityRow {
  id: number;
  ts: string;
  event: string;
  messageId: string;
  rpcId?: string;
  actor?: string;
  to?: string;
  status?: string;
  payload?: JsonObject;
  error?: string;
  node?: string;
}

export interface ActivityRows {
  rows: ActivityRow[];
  missed: number;
  missingNodes?: string[];
}

/** Life of one message. */
export interface MessageReceipt {
  messageId: string;
  from?: string;
  to?: string;
  status: string;
  startedAt?: string;
  finishedAt?: string;
  deliveries: { recipient: string; status: string; startedAt?: string; finishedAt?: string; ack?: JsonObject; node?: string }[];
}

export type Metrics = Record<string, number>;

export interface ClusterStatus {
  node: string;
  cluster: string;
  nodes: JsonObject[];
  nats: JsonObject;
}
