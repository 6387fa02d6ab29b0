package bub.lobby.contract;

import bub.json.RawJson;

/** The two schemas of a capability, as they were registered. */
public record CapabilitySchemas(RawJson input, RawJson output) {
  int bytes() {
    return input.length() + output.length();
  }
}
