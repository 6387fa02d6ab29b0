package bub.gateway.mcp;

import bub.gateway.lobby.AckedOrder;
import bub.gateway.lobby.CapabilityFailure;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.MessageId;
import bub.protocol.lobby.CallError;
import org.jspecify.annotations.Nullable;

/** Answer to a call of a capability, after all questions that the client could answer. */
sealed interface CapabilityAnswer {
  /** {@code payload} includes the status; {@code message} is the call on the bus. */
  record Success(RawJson payload, MessageId message) implements CapabilityAnswer {}

  /**
   * Failed call.
   *
   * @param code null when the provider refused for its own reason
   * @param message the last call on the bus; null when there was none
   */
  record Failure(String text, @Nullable CallError code, @Nullable MessageId message)
      implements CapabilityAnswer {
    /** Failure without a call. */
    static Failure of(String text) {
      return new Failure(text, null, null);
    }
  }

  record Asks(McpAnswer.InputNeeded questions) implements CapabilityAnswer {}

  static CapabilityAnswer of(AckedOrder answer) {
    Ack ack = answer.ack();
    if (ack.success()) {
      return new Success(ack.payload(), answer.message());
    }
    CapabilityFailure failure = CapabilityFailure.of(ack);
    return new Failure(failure.text(), failure.code(), answer.message());
  }
}
