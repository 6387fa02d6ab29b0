package bub.bus.policy;

import bub.bus.policy.BusLock.Admission;
import bub.jsonrpc.RpcError;
import bub.protocol.ErrorCodes;
import java.util.function.LongSupplier;

/**
 * Lets connections in by the lock of the moment, and slows down whoever knocks too often. A guess
 * costs the guesser: somebody with a good token is never kept waiting for it. Hub thread only.
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
      // While the tokens cannot be read, nobody can tell a guess from a good token.
      case Admission.Refused(RpcError error)
          when error.code() == ErrorCodes.UNAUTHENTICATED && lock.problem() == null ->
          new Admission.Refused(guessed(credentials.remoteAddress(), error));
      case Admission.Refused _, Admission.Admitted _ -> admission;
    };
  }

  /** Counts a wrong token; the error to answer with, which is another one for a busy guesser. */
  public RpcError guessed(String remoteAddress, RpcError refusal) {
    RpcError tooMany = guesses.refusal(remoteAddress);
    return tooMany == null ? refusal : tooMany;
  }
}
