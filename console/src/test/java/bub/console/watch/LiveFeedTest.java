package bub.console.watch;

import static org.assertj.core.api.Assertions.assertThat;

import bub.console.live.EventRing;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages in flight per peer. */
class LiveFeedTest {
  private final LiveFeed feed = new LiveFeed(new EventRing(), new Latencies(() -> 0.5));
  private long lastId;

  private void happens(String event, String message, String actor) {
    var row =
        new ActivityRow(
            ++lastId,
            "2026-02-17T12:00:00Z",
            event,
            message,
            null,
            actor,
            "work:1",
            "ok",
            null,
            null);
    feed.accept(new ActivityRows(List.of(row), 0));
  }

  @Test
  void countsWhatIsNotAnsweredYet() {
    happens("send_start", "m1", "tg:1");
    happens("process_start", "m1", "agent:a");
    happens("process_start", "m1", "agent:b");
    happens("process_finish", "m1", "agent:b");
    assertThat(feed.inFlight()).containsOnlyKeys("agent:a").containsEntry("agent:a", 1);
  }

  @Test
  void estimatesFromTheSomeThatItSees() {
    feed.begin(8);
    happens("send_start", "m1", "tg:1");
    happens("process_start", "m1", "agent:slow");
    assertThat(feed.inFlight()).containsEntry("agent:slow", 8);
  }

  @Test
  void forgetsWhatItMayNotSeeTheEndOf() {
    happens("send_start", "m1", "tg:1");
    happens("process_start", "m1", "agent:slow");
    feed.begin(2);
    assertThat(feed.inFlight()).isEmpty();
  }
}
