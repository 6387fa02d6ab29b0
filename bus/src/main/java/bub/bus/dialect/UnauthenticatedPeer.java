package bub.bus.dialect;

import bub.bus.memory.MemoryAccount;
import bub.bus.memory.MemoryBudget;
import bub.bus.memory.MemoryLimits;
import bub.bus.policy.PresentedCredentials;
import bub.protocol.Address;
import org.jspecify.annotations.Nullable;

/**
 * Connection before its first message.
 *
 * @param remoteAddress source address without the port; wrong tokens are counted per address
 * @param certificateName subject of its client certificate, verified
 */
public record UnauthenticatedPeer(
    String connectionId,
    String remoteAddress,
    @Nullable String bearerToken,
    @Nullable String certificateName,
    MemoryAccount account) {

  public static UnauthenticatedPeer local(String connectionId) {
    var memory = new MemoryBudget(MemoryLimits.standard(), Runnable::run);
    return new UnauthenticatedPeer(
        connectionId, "local", null, null, memory.open("local", _ -> {}));
  }

  public PresentedCredentials present(
      Address clientId, @Nullable String token, @Nullable String idToken) {
    return new PresentedCredentials(clientId, token, idToken, certificateName, remoteAddress);
  }

  /** Omits the token. */
  @Override
  public String toString() {
    return connectionId + " from " + remoteAddress;
  }
}
