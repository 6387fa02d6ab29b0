package bub.bus.policy;

import bub.bus.policy.Lock.Admission;
import bub.jsonrpc.RpcError;
import bub.protocol.ErrorCodes;
import java.util.function.LongSupplier;

/**
 * Lets connections in by the lock of the moment, and slows down whoever knocks too often. A guess
 * costs the guesser: somebody with a good token is never kept waiting for it. Hub thread only.
 */
public final class Doorkeeper {
  private static final double SECONDS_A_MINUTE = 60;

  private final Throttle connections;
  private final Throttle guesses;
  private Lock lock = Lock.open();

  public Doorkeeper(Rates rates, LongSupplier nanoTime) {
    connections = new Throttle(rates.connections(), rates.connections(), nanoTime);
    guesses =
        new Throttle(
            rates.failedAuthentications() / SECONDS_A_MINUTE,
            rates.failedAuthentications(),
            nanoTime);
  }

  public void use(Lock lock) {
    this.lock = lock;
  }

  public Lock lock() {
    return lock;
  }

  public Admission admit(Knock knock) {
    RpcError tooMany = connections.refusal(knock.remoteAddress());
    if (tooMany != null) {
      return new Admission.Refused(tooMany);
    }
    Admission admission = lock.admit(knock.token(), knock.certificateName(), knock.clientId());
    return switch (admission) {
      // While the tokens cannot be read, nobody can tell a guess from a good token.
      case Admission.Refused(RpcError error)
          when error.code() == ErrorCodes.UNAUTHENTICATED && lock.problem() == null ->
          new Admission.Refused(guessed(knock.remoteAddress(), error));
      case Admission.Refused _, Admission.Admitted _ -> admission;
    };
  }

  /** Counts a wrong token; the error to answer with, which is another one for a busy guesser. */
  public RpcError guessed(String remoteAddress, RpcError refusal) {
    RpcError tooMany = guesses.refusal(remoteAddress);
    return tooMany == null ? refusal : tooMany;
  }
}
