package bub.channel;

import bub.client.TimeSource;
import bub.protocol.Address;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** State of one chat; its worker waits for changes by bus threads. Safe for any thread. */
final class ChatState {

  /** {@code turn} counts the stage changes by the bus before the setback. */
  record Pause(ChatSetback setback, long turn) {}

  private final TimeSource time;
  private final WakeupSignal signal;

  // Guarded by the signal.
  private ChatStage stage = new ChatStage.NoAgent();
  private @Nullable Pause pause;
  private boolean asked;
  private @Nullable Address lost;
  private long news;
  private long turns;
  private long connections;
  private Instant lastSign = Instant.EPOCH;

  ChatState(TimeSource time) {
    this.time = time;
    this.signal = new WakeupSignal(time);
  }

  private void change(Runnable change) {
    signal.ring(
        () -> {
          news++;
          change.run();
        });
  }

  // ---- called by the worker

  ChatStage stage() {
    return signal.ask(() -> stage);
  }

  void enter(ChatStage next) {
    change(() -> stage = next);
  }

  /** Returns false when the bus has already changed the stage. */
  boolean move(ChatStage from, ChatStage to) {
    return signal.ask(
        () -> {
          boolean still = stage.equals(from);
          stage = still ? to : stage;
          return still;
        });
  }

  /** Does nothing when the bus has already changed the stage. */
  void retreat(ChatStage from, ChatStage to, @Nullable ChatSetback why) {
    signal.ring(
        () -> {
          if (stage.equals(from)) {
            lost = from.equals(to) ? lost : agent();
            stage = to;
            stumble(why);
          }
        });
  }

  void stay(ChatStage here, ChatSetback why) {
    retreat(here, here, why);
  }

  private void stumble(@Nullable ChatSetback why) {
    pause = why == null ? null : new Pause(why, turns);
  }

  @Nullable Pause takePause() {
    return signal.ask(
        () -> {
          Pause taken = pause;
          pause = null;
          return taken;
        });
  }

  /** The next answer of the system agent counts even if it changes nothing. */
  void asking() {
    signal.ring(() -> asked = true);
  }

  long news() {
    return signal.ask(() -> news);
  }

  boolean awaitNewsSince(long before, Instant until) throws InterruptedException {
    return signal.await(until, () -> news != before);
  }

  boolean awaitTurnAfter(Pause paused, Instant until) throws InterruptedException {
    return signal.await(until, () -> turns != paused.turn());
  }

  boolean awaitLeaving(ChatStage from, Instant until) throws InterruptedException {
    return signal.await(until, () -> !stage.equals(from));
  }

  boolean await(BooleanSupplier condition, Instant until) throws InterruptedException {
    return signal.await(until, condition);
  }

  Instant lastSign() {
    return signal.ask(() -> lastSign);
  }

  // ---- called by the bus

  /** Wakes the worker after a change elsewhere. */
  void stir() {
    change(() -> {});
  }

  /** Ends any pause after a reconnect. */
  void connected() {
    change(
        () -> {
          turns++;
          connections++;
        });
  }

  /** Ends any pause, because the message that it concerns is gone. */
  void stopped() {
    change(() -> turns++);
  }

  long connections() {
    return signal.ask(() -> connections);
  }

  void sign() {
    Instant now = time.now();
    signal.ring(() -> lastSign = now);
  }

  void assigned(Address agent) {
    change(
        () -> {
          // The system agent sends each answer in two messages. The second must not bring back an
          // agent that was lost in between.
          boolean isNews = !agent.equals(agent()) && !agent.equals(lost);
          if (asked || isNews) {
            turn(new ChatStage.Configuring(agent), null);
          }
          asked = false;
        });
  }

  void spawnFailed(String why) {
    change(
        () -> {
          if (stage instanceof ChatStage.Spawning) {
            turn(new ChatStage.NoAgent(), new ChatSetback.Wait(why));
          }
        });
  }

  void left(Address agent, @Nullable ChatSetback why) {
    change(
        () -> {
          if (agent.equals(agent())) {
            turn(new ChatStage.NoAgent(), why);
          }
        });
  }

  private void turn(ChatStage next, @Nullable ChatSetback why) {
    stage = next;
    turns++;
    stumble(why);
  }

  boolean isServedBy(Address agent) {
    return signal.ask(() -> agent.equals(agent()));
  }

  private @Nullable Address agent() {
    return switch (stage) {
      case ChatStage.NoAgent _, ChatStage.Spawning _ -> null;
      case ChatStage.Configuring(Address agent) -> agent;
      case ChatStage.Ready(Address agent) -> agent;
    };
  }
}
