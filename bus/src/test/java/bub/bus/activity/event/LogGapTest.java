package bub.bus.activity.event;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.activity.log.LogUnderTest;
import bub.jsonrpc.RequestId;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogGapTest {
  private static LogEntry entry(long id, long startId) {
    return new LogEntry(
        id,
        startId,
        LogUnderTest.envelope("m", "{}"),
        RequestId.of(1),
        null,
        null,
        List.of(
            new ActivityEvent.SendStart(id),
            new ActivityEvent.SendFinish(id + 1, Trail.Status.OK, null)));
  }

  @Test
  void countsAMessageOnceHoweverManyOfItsPartsAreMissing() {
    LogGap gap = LogGap.before(entry(10, 10), "disk full");

    gap = gap.plus(List.of(entry(10, 10), entry(12, 12), entry(14, 10)));
    gap = gap.plus(List.of(entry(16, 12)));
    assertThat(gap.events()).isEqualTo(8);
    assertThat(gap.messages()).isEqualTo(2);
  }

  @Test
  void countsAMessageWhoseBeginningWasWritten() {
    LogGap gap = LogGap.before(entry(10, 3), "disk full").plus(List.of(entry(10, 3)));

    assertThat(gap.messages()).isEqualTo(1);
  }

  @Test
  void saysWhatIsMissingAndWhy() {
    LogGap gap = LogGap.before(entry(10, 10), "disk full").plus(List.of(entry(10, 10)));

    assertThat(gap.text())
        .isEqualTo(
            "lost 2 events of 1 messages between 1970-01-01T00:00:00.000010Z and"
                + " 1970-01-01T00:00:00.000011Z: disk full");
  }
}
