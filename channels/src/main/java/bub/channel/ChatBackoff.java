package bub.channel;

import bub.channel.store.QueuedMessage;
import bub.client.ClientEnvironment;
import bub.protocol.message.ChatId;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits after the setbacks of one chat, each longer than the last. Tells the person about long
 * delays. Runs on the chat's worker thread.
 */
final class ChatBackoff {
  private static final Logger LOG = LoggerFactory.getLogger(ChatBackoff.class);

  /** Waits for news until a deadline. Returns true when there is news. */
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

  /** Sets the message that has waited longest. */
  void concerns(QueuedMessage oldest) {
    delay.concerns(oldest.number());
  }

  /** Resets the failures after progress. */
  void restore() {
    failures = 0;
    delay.over();
  }

  /**
   * Returns true from the second failure since the last progress onward. The first failure costs no
   * wait.
   */
  boolean isTried() {
    boolean tried = failures > 0;
    failures = Math.max(1, failures);
    return tried;
  }

  /** Reason for the current delay, as a phrase for the person. */
  String reason() {
    return delay.reason();
  }

  /** Waits until the pause is over, but not past the deadline. */
  void waitOut(ChatState.Pause pause, Instant atMost) throws InterruptedException {
    ChatSetback setback = pause.setback();
    LOG.debug("Chat {} is delayed: {}", chat, setback.why());
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

  /** Resets the failures after a reconnect, because missing peers may be reconnecting too. */
  private void forgetFailuresBeforeTheConnection() {
    long current = state.connections();
    if (current != connections) {
      connections = current;
      failures = 0;
    }
  }

  /** Waits for an expected event. */
  void await(String what, Instant end, Wait wait) throws InterruptedException {
    delay.awaiting(what, now());
    await(end, wait);
  }

  /** Waits for news and tells the person about the delay when that is due. */
  void await(Instant end, Wait wait) throws InterruptedException {
    boolean over = false;
    while (!over) {
      if (delay.isDue(now())) {
        delay.told();
        context.outgoing().wake(chat, usher -> usher.add(new ChatProgress.Delayed(delay.reason())));
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
