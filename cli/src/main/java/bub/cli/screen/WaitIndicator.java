package bub.cli.screen;

import bub.cli.machine.HumanUnits;
import java.time.Duration;

/** A wait for an event, with a note when it takes more than two seconds. */
public final class WaitIndicator {
  private static final Duration LOOK = Duration.ofMillis(50);
  private static final Duration SILENCE = Duration.ofSeconds(2);

  @FunctionalInterface
  public interface Event {
    boolean hasHappened() throws InterruptedException;
  }

  private final Screen screen;

  public WaitIndicator(Screen screen) {
    this.screen = screen;
  }

  /** Returns false when the event has not happened in time. */
  public boolean await(String what, Duration atMost, Event event) throws InterruptedException {
    long start = System.nanoTime();
    Duration next = SILENCE;
    while (!event.hasHappened()) {
      Duration waited = Duration.ofNanos(System.nanoTime() - start);
      if (waited.compareTo(atMost) >= 0) {
        return false;
      }
      if (waited.compareTo(next) >= 0) {
        screen.hint(
            "… %s (%s of %s)".formatted(what, HumanUnits.time(waited), HumanUnits.time(atMost)));
        next = next.plus(SILENCE);
      }
      Thread.sleep(LOOK);
    }
    return true;
  }
}
