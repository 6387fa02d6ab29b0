package bub.bus.policy;

import bub.protocol.Address;
import org.jspecify.annotations.Nullable;

/**
 * What a connection presents at the door.
 *
 * @param token of a principal, in its header or in initialize
 * @param idToken proves that a registered id is its own; the lobby gave it
 * @param certificateName the name in its verified certificate
 * @param remoteAddress where it comes from: guesses are counted by it
 */
public record PresentedCredentials(
    Address clientId,
    @Nullable String token,
    @Nullable String idToken,
    @Nullable String certificateName,
    String remoteAddress) {

  /** Never a token. */
  @Override
  public String toString() {
    return clientId + " from " + remoteAddress;
  }
}
