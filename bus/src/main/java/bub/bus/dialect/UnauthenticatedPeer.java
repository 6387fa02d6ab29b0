package bub.bus.dialect;

import bub.bus.memory.MemoryAccount;
import bub.bus.memory.MemoryBudget;
import bub.bus.memory.MemoryLimits;
import bub.bus.policy.PresentedCredentials;
import bub.protocol.Address;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a connection before it says anything.
 *
 * @param remoteAddress where it comes from, without the port; guesses are counted by it
 * @param bearerToken of its Authorization header
 * @param certificateName the subject of its client certificate, verified
 * @param account counts the memory that is held for it
 */
public record UnauthenticatedPeer(
    String connectionId,
    String remoteAddress,
    @Nullable String bearerToken,
    @Nullable String certificateName,
    MemoryAccount account) {

  /** One of this process, or of a test. */
  public static UnauthenticatedPeer local(String connectionId) {
    var memory = new MemoryBudget(MemoryLimits.standard(), Runnable::run);
    return new UnauthenticatedPeer(
        connectionId, "local", null, null, memory.open("local", _ -> {}));
  }

  /** This visitor at the door, as {@code clientId} and with what it says to prove it. */
  public PresentedCredentials present(
      Address clientId, @Nullable String token, @Nullable String idToken) {
    return new PresentedCredentials(clientId, token, idToken, certificateName, remoteAddress);
  }

  /** Never the token. */
  @Override
  public String toString() {
    return connectionId + " from " + remoteAddress;
  }
}
