package bub.protocol.lobby;

import bub.protocol.Address;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of a call.
 *
 * @param provider provider that answered; null when the lobby answers itself
 */
public record CallResult(@Nullable Address provider, ServiceResponse response) {

  /** Returns an answer of the lobby itself. */
  public static CallResult refused(ServiceResponse response) {
    return new CallResult(null, response);
  }
}
