package bub.gateway.lobby;

import bub.protocol.Ack;
import bub.protocol.lobby.CallError;
import bub.protocol.lobby.ServiceResponse;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Failed call of a capability, in words for its caller.
 *
 * @param text with one line for each violation of the contract
 * @param code null when the provider refused for its own reason
 */
public record CapabilityFailure(String text, @Nullable CallError code) {
  public static CapabilityFailure of(Ack ack) {
    var response = new ServiceResponse(ServiceResponse.ERROR, ack.payload());
    String error = response.error();
    String violations =
        response.violations().stream()
            .filter(violation -> !violation.path().isEmpty())
            .map(violation -> "\n" + violation.path() + ": " + violation.problem())
            .collect(Collectors.joining());
    return new CapabilityFailure(
        (error == null ? ack.message() : error) + violations, response.errorCode());
  }
}
