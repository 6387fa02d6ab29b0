package bub.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The page beside a bus with much to do. */
class BusyBusTest {
  private static final int PER_SECOND = 2_000;

  @RegisterExtension static final Stage stage = Stage.withBub();

  /** A page that computes half of the time still paints 30 frames a second, given a core. */
  @Test
  void aViewThatShowsItAllKeepsTimeToPaint() throws Exception {
    Traffic traffic = stage.peers().traffic(PER_SECOND);

    for (String path : List.of("/map", "/messages", "/health")) {
      Visitor ann = stage.visitor();
      Page page = ann.opens(path);
      Views.await(page);
      long before = traffic.answered();
      Frames frames = ann.frames(Duration.ofSeconds(1));

      System.out.printf("%s beside %d messages: %s%n", path, traffic.answered() - before, frames);
      assertThat(frames.load()).as(frames::toString).isLessThan(0.5);
    }
  }
}
