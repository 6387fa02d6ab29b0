package bub.cli.top;

import bub.client.ClientState;
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
  private record Frame(HealthSample sample, ViewMode mode, int columns, int rows) {}

  private final FullScreen screen;
  private final Supplier<@Nullable HealthSample> samples;
  private final Function<HealthSample, BusSnapshot> glances;

  /**
   * @param samples the newest one
   */
  LiveTop(
      FullScreen screen,
      Supplier<@Nullable HealthSample> samples,
      Function<HealthSample, BusSnapshot> glances) {
    this.screen = screen;
    this.samples = samples;
    this.glances = glances;
  }

  /**
   * Returns when somebody leaves.
   *
   * @return why the bus is gone for good; null when it is not
   */
  @Nullable String run(Supplier<ClientState> bus) throws IOException {
    ViewMode mode = ViewMode.FIRST;
    Frame drawn = null;
    BusSnapshot snapshot = null;
    Key key = Key.NONE;
    while (key != Key.QUIT) {
      if (bus.get() instanceof ClientState.Stopped(String reason)) {
        return reason;
      }
      mode = mode.after(key);
      HealthSample sample = samples.get();
      if (sample != null
          && (snapshot == null || !mode.isPaused() && !snapshot.health().equals(sample))) {
        snapshot = glances.apply(sample);
      }
      if (snapshot != null) {
        Size size = screen.size();
        var frame = new Frame(snapshot.health(), mode, size.getColumns(), size.getRows());
        if (!frame.equals(drawn)) {
          screen.show(TopRenderer.draw(snapshot, mode, frame.columns(), frame.rows()));
          drawn = frame;
        }
      }
      key = screen.key(BETWEEN_LOOKS);
    }
    return null;
  }
}
