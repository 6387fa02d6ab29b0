package bub.checks;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What an outbox has taken arrives in order and has one effect, whoever is killed on the way. */
class KilledPeersTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void killsOfSenderReceiverAndBusLoseNothingAndDoNothingTwice() throws Exception {
    var pair = new DurablePair(workshop, 1);
    pair.killTheSender();
    pair.killTheReceiver();
    pair.killTheBus();
    pair.killTheSender();
    pair.killTheReceiver();
    pair.everythingHasArrivedOnce();
  }
}
