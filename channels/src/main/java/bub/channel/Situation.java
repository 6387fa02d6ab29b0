package bub.channel;

import bub.client.Time;
import bub.protocol.Address;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where a chat stands. Its lane moves it from stage to stage and waits on it; the bus changes it
 * under the lane's hands. Safe for any thread.
 */
final class Situation {

  /** A setback, and how often the bus had turned things before it. */
  record Pause(Setback setback, long turn) {}

  private final Time time;
  private final Bell bell;

  // Guarded by the bell.
  private Stage stage = new Stage.NoAgent();
  private @Nullable Pause pause;
  private boolean asked;
  private @Nullable Address lost;
  private long news;
  private long turns;
  private long connections;
  private Instant lastSign = Instant.EPOCH;

  Situation(Time time) {
    this.time = time;
    this.bell = new Bell(time);
  }

  private void change(Runnable change) {
    bell.ring(
        () -> {
          news++;
          change.run();
        });
  }

  // ---- by the lane

  Stage stage() {
    return bell.ask(() -> stage);
  }

  void enter(Stage next) {
    change(() -> stage = next);
  }

  /** False when the bus was faster and it is another stage by now. */
  boolean move(Stage from, Stage to) {
    return bell.ask(
        () -> {
          boolean still = stage.equals(from);
          stage = still ? to : stage;
          return still;
        });
  }

  /** Goes back for a reason, unless the bus was faster. */
  void retreat(Stage from, Stage to, @Nullable Setback why) {
    bell.ring(
        () -> {
          if (stage.equals(from)) {
            lost = from.equals(to) ? lost : agent();
            stage = to;
            stumble(why);
          }
        });
  }

  /** Stays where it is for a reason, unless the bus was faster. */
  void stay(Stage here, Setback why) {
    retreat(here, here, why);
  }

  private void stumble(@Nullable Setback why) {
    pause = why == null ? null : new Pause(why, turns);
  }

  /** What must be waited out before the next step; once. */
  @Nullable Pause takePause() {
    return bell.ask(
        () -> {
          Pause taken = pause;
          pause = null;
          return taken;
        });
  }

  /** The system agent is being asked: its next answer counts even if it changes nothing. */
  void asking() {
    bell.ring(() -> asked = true);
  }

  /** How much has happened so far, to be compared with later. */
  long news() {
    return bell.ask(() -> news);
  }

  boolean awaitNewsSince(long before, Instant until) throws InterruptedException {
    return bell.await(until, () -> news != before);
  }

  /** Waits until the bus has brought the chat to another stage than it was paused in. */
  boolean awaitTurnAfter(Pause paused, Instant until) throws InterruptedException {
    return bell.await(until, () -> turns != paused.turn());
  }

  boolean awaitLeaving(Stage from, Instant until) throws InterruptedException {
    return bell.await(until, () -> !stage.equals(from));
  }

  boolean await(BooleanSupplier condition, Instant until) throws InterruptedException {
    return bell.await(until, condition);
  }

  /** When the agent was last known to be at work. */
  Instant lastSign() {
    return bell.ask(() -> lastSign);
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
    return bell.ask(() -> connections);
  }

  void sign() {
    Instant now = time.now();
    bell.ring(() -> lastSign = now);
  }

  void assigned(Address agent) {
    change(
        () -> {
          // Both messages of an answer say the same. The second is no news, nor does it bring back
          // an agent that proved to be gone in between.
          boolean isNews = !agent.equals(agent()) && !agent.equals(lost);
          if (asked || isNews) {
            turn(new Stage.Configuring(agent), null);
          }
          asked = false;
        });
  }

  void spawnFailed(String why) {
    change(
        () -> {
          if (stage instanceof Stage.Spawning) {
            turn(new Stage.NoAgent(), new Setback.Wait(why));
          }
        });
  }

  void left(Address agent, @Nullable Setback why) {
    change(
        () -> {
          if (agent.equals(agent())) {
            turn(new Stage.NoAgent(), why);
          }
        });
  }

  private void turn(Stage next, @Nullable Setback why) {
    stage = next;
    turns++;
    stumble(why);
  }

  boolean isServedBy(Address agent) {
    return bell.ask(() -> agent.equals(agent()));
  }

  private @Nullable Address agent() {
    return switch (stage) {
      case Stage.NoAgent _, Stage.Spawning _ -> null;
      case Stage.Configuring(Address agent) -> agent;
      case Stage.Ready(Address agent) -> agent;
    };
  }
}
