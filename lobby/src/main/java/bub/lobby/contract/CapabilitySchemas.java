package bub.lobby.contract;

import bub.json.RawJson;

/** Input and output schema of a capability, as registered. */
public record CapabilitySchemas(RawJson input, RawJson output) {
  int bytes() {
    return input.length() + output.length();
  }
}
