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
 * @param bearerToken token of its Authorization header
 * @param certificateName subject of its client certificate, verified
 * @param account account of the memory that is held for it
 */
public record UnauthenticatedPeer(
    String connectionId,
    String remoteAddress,
    @Nullable String bearerToken,
    @Nullable String certificateName,
    MemoryAccount account) {

  /** Creates a peer of this process, or of a test. */
  public static UnauthenticatedPeer local(String connectionId) {
    var memory = new MemoryBudget(MemoryLimits.standard(), Runnable::run);
    return new UnauthenticatedPeer(
        connectionId, "local", null, null, memory.open("local", _ -> {}));
  }

  /** Returns the credentials of this connection for {@code clientId}. */
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
