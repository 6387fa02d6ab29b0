package bub.channel;

import bub.channel.store.QueuedMessage;
import bub.client.ClientEnvironment;
import bub.protocol.message.ChatId;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Growing waits after the setbacks of one chat. Runs on the chat's worker thread. */
final class ChatBackoff {
  private static final Logger LOG = LoggerFactory.getLogger(ChatBackoff.class);

  /** Returns true when there is news. */
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

  void concerns(QueuedMessage oldest) {
    delay.concerns(oldest.number());
  }

  void restore() {
    failures = 0;
    delay.over();
  }

  /** The first failure since the last progress costs no wait. */
  boolean isTried() {
    boolean tried = failures > 0;
    failures = Math.max(1, failures);
    return tried;
  }

  /** A phrase for the person. */
  String reason() {
    return delay.reason();
  }

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

  /** After a reconnect, missing peers may be reconnecting too. */
  private void forgetFailuresBeforeTheConnection() {
    long current = state.connections();
    if (current != connections) {
      connections = current;
      failures = 0;
    }
  }

  void await(String what, Instant end, Wait wait) throws InterruptedException {
    delay.awaiting(what, now());
    await(end, wait);
  }

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
