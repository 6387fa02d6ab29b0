/** Exports that are the same on Node and in browsers. */
export { ack, type Ack, type Receipt } from "./ack.js";
export type { Backoff } from "./backoff.js";
export { BaseAgent } from "./base-agent.js";
export type { SendOptions } from "./bus-client.js";
export type { CauseSource } from "./causality.js";
export { ChatMessage } from "./chat/chat-message.js";
export type { ChatHandler, ChatResult } from "./chat/chat-agent.js";
export type { HistoryLine } from "./chat/history.js";
export type { Step } from "./chat/turn-progress.js";
export type { ClientState } from "./client-state.js";
export * from "./errors.js";
export type { JsonObject } from "./json.js";
export { contract, type Contract } from "./lobby/contract.js";
export type { FromSchema, JsonSchema } from "./lobby/json-schema.js";
export type { CallOptions, Discovery, Service } from "./lobby/lobby-client.js";
export type { CapabilityCall, CapabilityHandler } from "./lobby/offered-capabilities.js";
export type { AnySchema, InputOf, OutputOf, StandardSchema } from "./lobby/schema.js";
export type { Logger } from "./log.js";
export { Message, type HandlerResult } from "./message.js";
export { MessageStream } from "./message-stream.js";
export type {
  ActivityRow,
  GetClusterResult,
  GetReceiptResult,
  GetStatusResult,
  PeerConnection,
  QueryActivityParams,
  QueryActivityResult,
} from "./wire.js";
export type { MessageHandler } from "./router.js";
export type { Connector, Socket, SocketListener } from "./socket.js";
export { systemTiming, type Timing } from "./timing.js";
