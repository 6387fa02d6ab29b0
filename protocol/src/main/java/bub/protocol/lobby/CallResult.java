package bub.protocol.lobby;

import bub.protocol.Address;
import org.jspecify.annotations.Nullable;

/**
 * How a call ended.
 *
 * @param provider who answered; null when the lobby answers itself
 */
public record CallResult(@Nullable Address provider, ServiceResponse response) {

  /** The lobby's own answer. */
  public static CallResult refused(ServiceResponse response) {
    return new CallResult(null, response);
  }
}
