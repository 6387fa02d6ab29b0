package bub.bus.trace;

import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import org.junit.jupiter.api.Test;

class RecentTracesTest {
  private final RecentTraces traces = new RecentTraces();

  @Test
  void dropsTheTraceThatWasUnusedForLongest() {
    Trace first = begin("first");

    beginMany(5_000);

    assertThat(traces.find(first.id())).isNull();
  }

  @Test
  void keepsAStoppedTraceWhenAPeerNamesManyNewOnes() {
    Trace stopped = begin("stopped");
    stopped.stop();

    beginMany(5_000);

    assertThat(traces.find(stopped.id())).isSameAs(stopped);
  }

  @Test
  void holdsALimitedNumberOfStoppedTraces() {
    for (int i = 0; i < 20_000; i++) {
      begin("stopped-" + i).stop();
    }

    assertThat(traces.size()).isLessThan(5_200);
  }

  private void beginMany(int count) {
    for (int i = 0; i < count; i++) {
      begin("other-" + i);
    }
  }

  private Trace begin(String message) {
    var trace = new Trace(idOf(message), new MessageId(message), null, false);
    traces.note(trace);
    return trace;
  }

  private static TraceId idOf(String message) {
    return TraceId.startedBy(new Address("agent:a"), new MessageId(message));
  }
}
