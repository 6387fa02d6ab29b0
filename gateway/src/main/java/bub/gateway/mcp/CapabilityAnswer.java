package bub.gateway.mcp;

import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.lobby.CallError;
import bub.protocol.lobby.ServiceResponse;
import java.util.stream.Collectors;
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
    var response = new ServiceResponse(ServiceResponse.ERROR, ack.payload());
    String error = response.error();
    String violations =
        response.violations().stream()
            .filter(violation -> !violation.path().isEmpty())
            .map(violation -> "\n" + violation.path() + ": " + violation.problem())
            .collect(Collectors.joining());
    return new Failure((error == null ? ack.message() : error) + violations, response.errorCode());
  }
}
