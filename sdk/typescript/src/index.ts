export { Agent } from "./node/agent.js";
export type { AgentOptions } from "./node/agent-options.js";
export { Interceptor, type InterceptedMessage, type Verdict } from "./node/interceptor.js";
export type { DeadLetter, OutboxLimits } from "./durable/outbox-tables.js";
export * from "./shared.js";
