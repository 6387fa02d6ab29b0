package bub.checks.failure;

import bub.checks.kit.TelegramVillage;
import bub.checks.kit.Workshop;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Long version: 1,000 messages to 10 chats, with random kills. */
@Tag("soak")
class KilledBridgeSoakTest {
  private static final int CHATS = 10;
  private static final int ROUNDS = 100;

  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void nothingIsLostAndEverythingStaysInOrder() throws Exception {
    long seed = Long.getLong("bub.seed", System.nanoTime());
    System.out.println("-Dbub.seed=" + seed);
    var chance = new Random(seed);
    var village = new TelegramVillage(workshop, CHATS);
    for (int round = 0; round < ROUNDS; round++) {
      village.everybodyWrites();
      switch (chance.nextInt(12)) {
        case 0 -> village.killTheBridge();
        case 1 -> village.killTheSystemAgent();
        case 2 -> village.killTheBus();
        case 3, 4 -> village.killAnAgent(chance.nextInt(CHATS));
        default -> {}
      }
      village.awaitAnswers(3);
    }
    village.awaitAnswers(0);
    village.checkEveryAnswer();
  }
}
