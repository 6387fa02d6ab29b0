package bub.console.watch;

import static org.assertj.core.api.Assertions.assertThat;

import bub.console.live.EventRing;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is known of peers that have something to do. */
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
  void remembersWhoWasBusyWhileNobodyLooks() {
    happens("send_start", "m1", "tg:1");
    happens("process_start", "m1", "agent:slow");
    feed.pause();
    happens("send_start", "late", "tg:1");
    happens("process_start", "late", "agent:quick");
    feed.resume();
    assertThat(feed.inFlight()).containsOnlyKeys("agent:slow");

    feed.pause();
    assertThat(feed.inFlight()).as("it had nothing to do when looked at again").isEmpty();
  }

  @Test
  void whoLooksAllTheTimeRemembersNothingOld() {
    happens("send_start", "m1", "tg:1");
    happens("process_start", "m1", "agent:slow");
    feed.pause();
    feed.resume();
    feed.flush(1, 1);
    assertThat(feed.inFlight()).isEmpty();
  }
}
