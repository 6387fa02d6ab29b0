package bub.cli.top;

import bub.client.ClientState;
import bub.console.view.BusViews.HealthSample;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jline.terminal.Size;
import org.jspecify.annotations.Nullable;

/** Screen that is redrawn until the user quits. Runs on the caller's thread. */
final class LiveTop {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  /** An equal frame needs no redraw. */
  private record Frame(HealthSample sample, ViewMode mode, int columns, int rows) {}

  private final FullScreen screen;
  private final Supplier<@Nullable HealthSample> samples;
  private final Function<HealthSample, BusSnapshot> glances;

  LiveTop(
      FullScreen screen,
      Supplier<@Nullable HealthSample> samples,
      Function<HealthSample, BusSnapshot> glances) {
    this.screen = screen;
    this.samples = samples;
    this.glances = glances;
  }

  /** Returns the reason why the bus is gone for good; null when the user quits. */
  @Nullable String run(Supplier<ClientState> bus) throws IOException {
    ViewMode mode = ViewMode.FIRST;
    Frame drawn = null;
    BusSnapshot snapshot = null;
    FullScreen.Key key = FullScreen.Key.NONE;
    while (key != FullScreen.Key.QUIT) {
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
