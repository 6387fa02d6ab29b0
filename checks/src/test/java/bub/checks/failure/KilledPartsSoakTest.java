package bub.checks.failure;

import bub.checks.kit.ChattyTown;
import bub.checks.kit.Workshop;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Long version: 500 messages to 20 chats, with random kills. */
@Tag("soak")
class KilledPartsSoakTest {
  private static final int CHATS = 20;
  private static final int ROUNDS = 25;

  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void everyMessageIsAnsweredExactlyOnce() throws Exception {
    long seed = Long.getLong("bub.seed", System.nanoTime());
    System.out.println("-Dbub.seed=" + seed);
    var chance = new Random(seed);
    var town = new ChattyTown(workshop, CHATS);
    for (int round = 0; round < ROUNDS; round++) {
      town.everybodySaysSomething();
      for (int kills = chance.nextInt(4); kills > 0; kills--) {
        switch (chance.nextInt(6)) {
          case 0 -> town.killTheSystemAgent();
          case 1 -> town.killTheBus();
          default -> town.killAnAgent(chance.nextInt(CHATS));
        }
      }
      town.awaitAnswers(chance.nextInt(3));
    }
    town.everybodyLeavesContent();
    town.checkSessions();
  }
}
