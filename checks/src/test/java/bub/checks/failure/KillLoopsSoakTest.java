package bub.checks.failure;

import bub.checks.kit.DurablePair;
import bub.checks.kit.Workshop;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Messages in an outbox arrive in order and have one effect, however often its processes are
 * killed.
 */
@Tag("soak")
class KillLoopsSoakTest {
  private static final int ROUNDS = 50;

  @RegisterExtension final Workshop workshop = new Workshop();
  private DurablePair pair;

  @BeforeEach
  void aPair() throws Exception {
    pair = new DurablePair(workshop, Long.getLong("bub.seed", System.nanoTime()));
  }

  @Test
  void aSenderThatIsKilledOverAndOverLosesNothing() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      pair.killTheSender();
    }
    pair.everythingHasArrivedOnce();
  }

  @Test
  void aReceiverThatIsKilledOverAndOverLosesNothingAndDoesNothingTwice() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      pair.killTheReceiver();
    }
    pair.everythingHasArrivedOnce();
  }

  @Test
  void aBusThatIsKilledOverAndOverLosesNothingOfTheirs() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      pair.killTheBus();
    }
    pair.everythingHasArrivedOnce();
  }
}
