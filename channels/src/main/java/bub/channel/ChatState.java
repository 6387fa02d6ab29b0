package bub.channel;

import bub.client.TimeSource;
import bub.protocol.Address;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where a chat stands. Its lane moves it from stage to stage and waits on it; the bus changes it
 * under the lane's hands. Safe for any thread.
 */
final class ChatState {

  /** A setback, and how often the bus had turned things before it. */
  record Pause(ChatSetback setback, long turn) {}

  private final TimeSource time;
  private final WakeupSignal signal;

  // Guarded by the bell.
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

  // ---- by the lane

  ChatStage stage() {
    return signal.ask(() -> stage);
  }

  void enter(ChatStage next) {
    change(() -> stage = next);
  }

  /** False when the bus was faster and it is another stage by now. */
  boolean move(ChatStage from, ChatStage to) {
    return signal.ask(
        () -> {
          boolean still = stage.equals(from);
          stage = still ? to : stage;
          return still;
        });
  }

  /** Goes back for a reason, unless the bus was faster. */
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

  /** Stays where it is for a reason, unless the bus was faster. */
  void stay(ChatStage here, ChatSetback why) {
    retreat(here, here, why);
  }

  private void stumble(@Nullable ChatSetback why) {
    pause = why == null ? null : new Pause(why, turns);
  }

  /** What must be waited out before the next step; once. */
  @Nullable Pause takePause() {
    return signal.ask(
        () -> {
          Pause taken = pause;
          pause = null;
          return taken;
        });
  }

  /** The system agent is being asked: its next answer counts even if it changes nothing. */
  void asking() {
    signal.ring(() -> asked = true);
  }

  /** How much has happened so far, to be compared with later. */
  long news() {
    return signal.ask(() -> news);
  }

  boolean awaitNewsSince(long before, Instant until) throws InterruptedException {
    return signal.await(until, () -> news != before);
  }

  /** Waits until the bus has brought the chat to another stage than it was paused in. */
  boolean awaitTurnAfter(Pause paused, Instant until) throws InterruptedException {
    return signal.await(until, () -> turns != paused.turn());
  }

  boolean awaitLeaving(ChatStage from, Instant until) throws InterruptedException {
    return signal.await(until, () -> !stage.equals(from));
  }

  boolean await(BooleanSupplier condition, Instant until) throws InterruptedException {
    return signal.await(until, condition);
  }

  /** When the agent was last known to be at work. */
  Instant lastSign() {
    return signal.ask(() -> lastSign);
  }

  // ---- by the bus

  /** Something outside has changed: look again. */
  void stir() {
    change(() -> {});
  }

  /** The bus is back: a pause ends, whatever it was for. */
  void connected() {
    change(
        () -> {
          turns++;
          connections++;
        });
  }

  /** Number of times that the bus came back so far. */
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
          // Both messages of an answer say the same. The second is no news, nor does it bring back
          // an agent that proved to be gone in between.
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
