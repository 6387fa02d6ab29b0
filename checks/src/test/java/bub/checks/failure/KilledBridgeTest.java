package bub.checks.failure;

import bub.checks.kit.TelegramVillage;
import bub.checks.kit.Workshop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** People write to a bot while bridge, agents, system agent and bus are killed in turn. */
class KilledBridgeTest {
  private static final int CHATS = 5;
  private static final int ROUNDS = 5;

  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void nothingIsLostAndEverythingStaysInOrder() throws Exception {
    var village = new TelegramVillage(workshop, CHATS);
    for (int round = 0; round < ROUNDS; round++) {
      village.everybodyWrites();
      switch (round) {
        case 0 -> village.killTheBridge();
        case 1 -> village.killAnAgent(round);
        case 2 -> village.killTheSystemAgent();
        case 3 -> village.killTheBus();
        default -> {}
      }
      village.awaitAnswers(2);
    }
    village.awaitAnswers(0);
    village.checkEveryAnswer();
  }
}
