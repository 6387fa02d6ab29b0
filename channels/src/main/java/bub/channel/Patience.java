package bub.channel;

import bub.channel.store.Queued;
import bub.client.Surroundings;
import bub.protocol.message.ChatId;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits out what keeps a chat from going on, longer each time, and tells its person when it takes
 * long. On the thread of the chat's lane.
 */
final class Patience {
  private static final Logger LOG = LoggerFactory.getLogger(Patience.class);

  /** Waits for news until a moment; true when there is. */
  interface Wait {
    boolean until(Instant moment) throws InterruptedException;
  }

  private final ChatId chat;
  private final Household house;
  private final Surroundings surroundings;
  private final Situation situation;
  private final Delay delay;
  private int failures;
  private long connections;

  Patience(ChatId chat, Household house, Situation situation) {
    this.chat = chat;
    this.house = house;
    this.surroundings = house.surroundings();
    this.situation = situation;
    this.delay = new Delay(house.settings().tellAfter());
  }

  /** This is the message that waits longest. */
  void concerns(Queued oldest) {
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
  void waitOut(Situation.Pause pause, Instant atMost) throws InterruptedException {
    Setback setback = pause.setback();
    LOG.debug("chat {} is put off: {}", chat, setback.why());
    delay.because(setback.why(), now());
    switch (setback) {
      case Setback.Offline _ ->
          await(atMost, until -> situation.await(house.post()::isConnected, until));
      case Setback.Wait(Duration atLeast, String _) -> {
        forgetFailuresBeforeTheConnection();
        Duration wait = house.settings().retry().delay(failures++, surroundings.chance(), atLeast);
        Instant end = now().plus(wait);
        await(earlier(end, atMost), until -> situation.awaitTurnAfter(pause, until));
      }
    }
  }

  /** Whoever was missing then may be on its way back, as this chat was. */
  private void forgetFailuresBeforeTheConnection() {
    long current = situation.connections();
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
        house.ushers().wake(chat, usher -> usher.add(new Progress.Delayed(delay.reason())));
      }
      over = wait.until(delay.tellAt(end)) || !now().isBefore(end);
    }
  }

  private Instant now() {
    return surroundings.time().now();
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}
