package bub.gateway.mcp;

import bub.gateway.lobby.CapabilityFailure;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.lobby.CallError;
import org.jspecify.annotations.Nullable;

/** Answer to a call of a capability, after all questions that the client could answer. */
sealed interface CapabilityAnswer {
  /** {@code payload} includes the status. */
  record Success(RawJson payload) implements CapabilityAnswer {}

  /** {@code code} is null when the provider refused for its own reason. */
  record Failure(String text, @Nullable CallError code) implements CapabilityAnswer {}

  record Asks(McpAnswer.InputNeeded questions) implements CapabilityAnswer {}

  static CapabilityAnswer of(Ack ack) {
    if (ack.success()) {
      return new Success(ack.payload());
    }
    CapabilityFailure failure = CapabilityFailure.of(ack);
    return new Failure(failure.text(), failure.code());
  }
}
