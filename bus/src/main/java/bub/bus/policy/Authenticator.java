package bub.bus.policy;

import bub.bus.policy.BusLock.Admission;
import bub.jsonrpc.RpcError;
import bub.protocol.ErrorCodes;
import java.util.function.LongSupplier;

/**
 * Admission of connections by the current lock, with rate limits per address. The limit on wrong
 * tokens never delays a peer with a valid one. Hub thread only.
 */
public final class Authenticator {
  private static final double SECONDS_A_MINUTE = 60;

  private final RateLimiter connections;
  private final RateLimiter guesses;
  private BusLock lock = BusLock.open();

  public Authenticator(RateLimits rates, LongSupplier nanoTime) {
    connections = new RateLimiter(rates.connections(), rates.connections(), nanoTime);
    guesses =
        new RateLimiter(
            rates.failedAuthentications() / SECONDS_A_MINUTE,
            rates.failedAuthentications(),
            nanoTime);
  }

  public void use(BusLock lock) {
    this.lock = lock;
  }

  public BusLock lock() {
    return lock;
  }

  public Admission admit(PresentedCredentials credentials) {
    RpcError tooMany = connections.refusal(credentials.remoteAddress());
    if (tooMany != null) {
      return new Admission.Refused(tooMany);
    }
    Admission admission =
        lock.admit(credentials.token(), credentials.certificateName(), credentials.clientId());
    return switch (admission) {
      // Without readable tokens, the bus cannot know whether the token is wrong.
      case Admission.Refused(RpcError error)
          when error.code() == ErrorCodes.UNAUTHENTICATED && lock.problem() == null ->
          new Admission.Refused(guessed(credentials.remoteAddress(), error));
      case Admission.Refused _, Admission.Admitted _ -> admission;
    };
  }

  /**
   * Counts a wrong token. Returns the error to answer with: the rate limit error after too many.
   */
  public RpcError guessed(String remoteAddress, RpcError refusal) {
    RpcError tooMany = guesses.refusal(remoteAddress);
    return tooMany == null ? refusal : tooMany;
  }
}
