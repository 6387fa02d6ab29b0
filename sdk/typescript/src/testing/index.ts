export { LocalBus, type LocalBusOptions, type SentMessage } from "./local-bus.js";
export { DevBus, type DevBusOptions } from "./dev-bus.js";
