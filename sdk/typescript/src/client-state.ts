/** State of a connection to the bus. `stopped` is final. */
export type ClientState =
  | { state: "connecting"; cause?: string | undefined }
  | { state: "connected"; serverId: string }
  | { state: "waiting"; delayMs: number; cause: string }
  | { state: "stopped"; reason: string };

/** Explains a state to people. */
export function stateWords(state: ClientState): string {
  switch (state.state) {
    case "connecting":
      return state.cause ?? "still connecting";
    case "connected":
      return `connected to ${state.serverId}`;
    case "waiting":
      return state.cause;
    case "stopped":
      return state.reason;
  }
}
