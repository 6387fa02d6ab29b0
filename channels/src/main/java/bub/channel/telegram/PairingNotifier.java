package bub.channel.telegram;

import bub.channel.ChannelDescription;
import bub.channel.ChatService;
import bub.channel.IntakeResult;
import bub.channel.telegram.store.Pairing;
import bub.channel.telegram.store.Pairings;
import bub.client.TimeSource;
import bub.protocol.message.ChatId;
import bub.protocol.message.ChatMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notifier of people whom the operator approved in another process. Own virtual thread. */
final class PairingNotifier implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(PairingNotifier.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(2);
  private static final String GREETING = "You have access now. What can I do for you?";

  private final Pairings pairings;
  private final ChatService chats;
  private final TimeSource time;
  private boolean isTroubled;

  PairingNotifier(Pairings pairings, ChatService chats, TimeSource time) {
    this.pairings = pairings;
    this.chats = chats;
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
      if (!isTroubled) { // logged once per outage
        LOG.warn("Cannot tell people that they have access: {}", notNow.getMessage());
      }
      isTroubled = true;
    }
  }

  /** Greets once: retries use the same message id. */
  private void greet(Pairing person) throws IOException, InterruptedException {
    String id = String.valueOf(person.userId());
    var letIn =
        new ChatMessage(
            "was approved",
            id,
            ChannelDescription.TELEGRAM.channel(),
            person.username(),
            person.name(),
            "private",
            String.format(Locale.ROOT, "let-in-%d", person.since().toEpochMilli()),
            null,
            List.of());
    if (chats.answer(new ChatId(id), letIn, GREETING)
        instanceof IntakeResult.Refused(String reason)) {
      LOG.warn("Cannot tell {} that they have access: {}", id, reason);
    }
  }
}
