package bub.checks.failure;

import bub.checks.kit.ChattyTown;
import bub.checks.kit.Workshop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** People chat while agents, system agent and bus are killed in turn, and lose nothing. */
class KilledPartsTest {
  private static final int CHATS = 5;
  private static final int ROUNDS = 3;

  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void everyMessageIsAnsweredExactlyOnce() throws Exception {
    var town = new ChattyTown(workshop, CHATS);
    for (int round = 0; round < ROUNDS; round++) {
      town.everybodySaysSomething();
      switch (round % 3) {
        case 0 -> town.killAnAgent(round % CHATS);
        case 1 -> town.killTheSystemAgent();
        default -> town.killTheBus();
      }
      town.awaitAnswers(1);
    }
    town.everybodyLeavesContent();
    town.checkSessions();
  }
}
