package bub.bus.policy;

import bub.protocol.Address;
import org.jspecify.annotations.Nullable;

/**
 * Credentials that a connection presents.
 *
 * @param idToken token from the lobby that proves the ownership of a registered id
 * @param certificateName name in its verified certificate
 */
public record PresentedCredentials(
    Address clientId,
    @Nullable String token,
    @Nullable String idToken,
    @Nullable String certificateName,
    String remoteAddress) {

  /** Omits the tokens. */
  @Override
  public String toString() {
    return clientId + " from " + remoteAddress;
  }
}
