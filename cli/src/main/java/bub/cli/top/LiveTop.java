package bub.cli.top;

import bub.client.State;
import bub.console.view.HealthSample;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jline.terminal.Size;
import org.jspecify.annotations.Nullable;

/** Draws what is to be seen again and again, until somebody leaves. Runs on the caller's thread. */
final class LiveTop {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  /** All that a picture depends on: without a change there is nothing to draw. */
  private record Frame(HealthSample sample, Mode mode, int columns, int rows) {}

  private final FullScreen screen;
  private final Supplier<@Nullable HealthSample> samples;
  private final Function<HealthSample, Glance> glances;

  /**
   * @param samples the newest one
   */
  LiveTop(
      FullScreen screen,
      Supplier<@Nullable HealthSample> samples,
      Function<HealthSample, Glance> glances) {
    this.screen = screen;
    this.samples = samples;
    this.glances = glances;
  }

  /**
   * Returns when somebody leaves.
   *
   * @return why the bus is gone for good; null when it is not
   */
  @Nullable String run(Supplier<State> bus) throws IOException {
    Mode mode = Mode.FIRST;
    Frame drawn = null;
    Glance glance = null;
    Key key = Key.NONE;
    while (key != Key.QUIT) {
      if (bus.get() instanceof State.Stopped(String reason)) {
        return reason;
      }
      mode = mode.after(key);
      HealthSample sample = samples.get();
      if (sample != null
          && (glance == null || !mode.isPaused() && !glance.health().equals(sample))) {
        glance = glances.apply(sample);
      }
      if (glance != null) {
        Size size = screen.size();
        var frame = new Frame(glance.health(), mode, size.getColumns(), size.getRows());
        if (!frame.equals(drawn)) {
          screen.show(Picture.draw(glance, mode, frame.columns(), frame.rows()));
          drawn = frame;
        }
      }
      key = screen.key(BETWEEN_LOOKS);
    }
    return null;
  }
}
