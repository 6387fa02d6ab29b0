package bub.checks.failure;

import bub.checks.kit.DurablePair;
import bub.checks.kit.Workshop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Messages in an outbox arrive in order and have one effect, whichever process is killed. */
class KilledPeersTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void killsOfSenderReceiverAndBusLoseNothingAndDoNothingTwice() throws Exception {
    var pair = new DurablePair(workshop, 1);
    pair.killTheSender();
    pair.killTheReceiver();
    pair.killTheBus();
    pair.everythingHasArrivedOnce();
  }
}
