package bub.channel.telegram;

import bub.channel.ChannelFacts;
import bub.channel.ChatHouse;
import bub.channel.Taken;
import bub.channel.telegram.store.Pairing;
import bub.channel.telegram.store.Pairings;
import bub.client.Time;
import bub.protocol.message.ChatId;
import bub.protocol.message.TgMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells people that the operator has let them in. Looks again and again, for the operator's command
 * is another process. On a virtual thread of its own.
 */
final class Greeter implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Greeter.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(2);
  private static final String GREETING = "You may talk with me now. What can I do for you?";

  private final Pairings pairings;
  private final ChatHouse house;
  private final Time time;
  private boolean isTroubled;

  Greeter(Pairings pairings, ChatHouse house, Time time) {
    this.pairings = pairings;
    this.house = house;
    this.time = time;
  }

  @Override
  public void run() {
    try {
      while (true) {
        greetTheNew();
        time.sleep(LOOK_EVERY);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private void greetTheNew() throws InterruptedException {
    try {
      for (Pairing person : pairings.ungreeted()) {
        greet(person);
        pairings.greeted(person);
      }
      isTroubled = false;
    } catch (IOException notNow) {
      if (!isTroubled) { // said once, not every time
        LOG.warn("nobody can be told that they were let in: {}", notNow.getMessage());
      }
      isTroubled = true;
    }
  }

  /** Once, however often it is tried: the id is that of this letting in. */
  private void greet(Pairing person) throws IOException, InterruptedException {
    String id = String.valueOf(person.userId());
    var letIn =
        new TgMessage(
            "was let in",
            id,
            ChannelFacts.TELEGRAM.channel(),
            person.username(),
            person.name(),
            "private",
            String.format(Locale.ROOT, "let-in-%d", person.since().toEpochMilli()),
            null,
            List.of());
    if (house.answer(new ChatId(id), letIn, GREETING) instanceof Taken.Refused(String reason)) {
      LOG.warn("{} cannot be told that they were let in: {}", id, reason);
    }
  }
}
