package bub.channel;

import bub.channel.store.QueuedMessage;
import bub.client.ClientEnvironment;
import bub.protocol.message.ChatId;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits out what keeps a chat from going on, longer each time, and tells its person when it takes
 * long. On the thread of the chat's lane.
 */
final class ChatBackoff {
  private static final Logger LOG = LoggerFactory.getLogger(ChatBackoff.class);

  /** Waits for news until a moment; true when there is. */
  interface Wait {
    boolean until(Instant moment) throws InterruptedException;
  }

  private final ChatId chat;
  private final ChatContext context;
  private final ClientEnvironment environment;
  private final ChatState state;
  private final DelayNotice delay;
  private int failures;
  private long connections;

  ChatBackoff(ChatId chat, ChatContext context, ChatState state) {
    this.chat = chat;
    this.context = context;
    this.environment = context.environment();
    this.state = state;
    this.delay = new DelayNotice(context.settings().tellAfter());
  }

  /** This is the message that waits longest. */
  void concerns(QueuedMessage oldest) {
    delay.concerns(oldest.number());
  }

  /** Something has moved: the next failure is the first one. */
  void restore() {
    failures = 0;
    delay.over();
  }

  /** Whether this is not the first failure since something moved; the first costs no wait. */
  boolean isTried() {
    boolean tried = failures > 0;
    failures = Math.max(1, failures);
    return tried;
  }

  /** Why nothing moves. */
  String reason() {
    return delay.reason();
  }

  /** Waits until it makes sense to go on, but not longer than this. */
  void waitOut(ChatState.Pause pause, Instant atMost) throws InterruptedException {
    ChatSetback setback = pause.setback();
    LOG.debug("chat {} is put off: {}", chat, setback.why());
    delay.because(setback.why(), now());
    switch (setback) {
      case ChatSetback.Offline _ ->
          await(atMost, until -> state.await(context.sender()::isConnected, until));
      case ChatSetback.Wait(Duration atLeast, String _) -> {
        forgetFailuresBeforeTheConnection();
        Duration wait = context.settings().retry().delay(failures++, environment.chance(), atLeast);
        Instant end = now().plus(wait);
        await(earlier(end, atMost), until -> state.awaitTurnAfter(pause, until));
      }
    }
  }

  /** Whoever was missing then may be on its way back, as this chat was. */
  private void forgetFailuresBeforeTheConnection() {
    long current = state.connections();
    if (current != connections) {
      connections = current;
      failures = 0;
    }
  }

  /** Waits for what should come by itself. */
  void await(String what, Instant end, Wait wait) throws InterruptedException {
    delay.awaiting(what, now());
    await(end, wait);
  }

  /** Waits for news, and tells the person in between when it is time to. */
  void await(Instant end, Wait wait) throws InterruptedException {
    boolean over = false;
    while (!over) {
      if (delay.isDue(now())) {
        delay.told();
        context.ushers().wake(chat, usher -> usher.add(new ChatProgress.Delayed(delay.reason())));
      }
      over = wait.until(delay.tellAt(end)) || !now().isBefore(end);
    }
  }

  private Instant now() {
    return environment.time().now();
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}
