package bub.client;

import bub.protocol.Address;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Order of the messages of each sender: one starts when the one before it has ended. */
final class SenderTurns {
  private final Map<Address, Turn> newest = new HashMap<>();

  /** Call it in order of arrival. */
  synchronized Turn enter(Address sender) {
    var turn = new Turn(sender, newest.get(sender));
    newest.put(sender, turn);
    return turn;
  }

  private synchronized void forget(Turn turn) {
    newest.remove(turn.sender, turn);
  }

  /** Place of one message in the order. */
  final class Turn {
    private final Address sender;
    private final CountDownLatch ended = new CountDownLatch(1);
    private @Nullable Turn before;

    private Turn(Address sender, @Nullable Turn before) {
      this.sender = sender;
      this.before = before;
    }

    void await() throws InterruptedException {
      Turn earlier = before;
      before = null; // a chain of ended turns must not stay in memory
      if (earlier != null) {
        earlier.ended.await();
      }
    }

    void end() {
      ended.countDown();
      forget(this);
    }
  }
}
