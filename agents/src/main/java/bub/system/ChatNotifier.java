package bub.system;

import bub.client.Backoff;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.ClientState;
import bub.client.SendAttempt;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.message.AppMessage;
import bub.protocol.message.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notices to a chat, in order, until accepted or too old. Safe for any thread. */
final class ChatNotifier {
  private static final Logger LOG = LoggerFactory.getLogger(ChatNotifier.class);
  private static final Duration NEWS = Duration.ofSeconds(60);
  private static final int MOST = 128;

  private record Notice(Envelope envelope, Instant until) {}

  private final BusClient client;
  private final Supplier<Address> chat;
  private final ClientEnvironment environment;
  // Guarded by this.
  private final Deque<Notice> notices = new ArrayDeque<>();
  private boolean isDelivering;
  private @Nullable Thread resting;

  // Only for the delivering thread; there is one at a time. The backoff continues across notices,
  // because a closed chat stays closed.
  private int failures;

  ChatNotifier(BusClient client, Supplier<Address> chat, ClientEnvironment environment) {
    this.client = client;
    this.chat = chat;
    this.environment = environment;
  }

  synchronized void tell(AppMessage message) {
    Instant now = environment.time().now();
    var payload = new Payload(message, client.clientId(), now, null);
    if (notices.size() == MOST) {
      notices.removeFirst(); // newer notices are more useful
    }
    notices.addLast(new Notice(client.compose(chat.get(), payload), now.plus(NEWS)));
    if (resting != null) {
      // A new notice often follows an action of the chat, so the chat may be back.
      resting.interrupt();
    }
    if (!isDelivering) {
      isDelivering = true;
      Thread.ofVirtual().name("chat-notifier-" + chat.get()).start(this::deliver);
    }
  }

  private void deliver() {
    try {
      for (Notice notice = next(); notice != null; notice = next()) {
        deliver(notice);
      }
    } catch (InterruptedException nobodyDoesThat) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized @Nullable Notice next() {
    isDelivering = !notices.isEmpty();
    return notices.pollFirst();
  }

  private void deliver(Notice notice) throws InterruptedException {
    while (environment.time().now().isBefore(notice.until())) {
      if (attempt(notice.envelope())) {
        failures = 0;
        return;
      }
      if (client.state() instanceof ClientState.Stopped) {
        return;
      }
      rest(Backoff.REDELIVER.delay(failures++, environment.chance()));
    }
    LOG.warn(
        "{} did not accept message {} in time",
        notice.envelope().to(),
        notice.envelope().messageId());
  }

  private void rest(Duration pause) {
    synchronized (this) {
      resting = Thread.currentThread();
    }
    try {
      environment.time().sleep(pause);
    } catch (InterruptedException news) {
      // Handled below, together with an interrupt that comes just after the pause.
    } finally {
      synchronized (this) {
        resting = null;
        Thread.interrupted();
      }
    }
  }

  /** True when the notice is delivered, or can never be. */
  private boolean attempt(Envelope envelope) throws InterruptedException {
    return switch (SendAttempt.send(client, envelope)) {
      case SendAttempt.Delivered _ -> true;
      case SendAttempt.Refused(String why) -> {
        LOG.error("Could not notify {} about its agent: {}", envelope.to(), why);
        yield true;
      }
      case SendAttempt.NoRecipient _, SendAttempt.Retry _, SendAttempt.Offline _ -> false;
    };
  }
}
