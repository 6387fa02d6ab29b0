package bub.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.trace.TraceOrder;
import bub.protocol.trace.TraceOrder.Action;
import org.junit.jupiter.api.Test;

/** Orders about turns name the trace, or a message of the turn. */
class TraceOrderTest {
  @Test
  void aTraceIdNamesTheTrace() {
    String id = "4bf92f3577b34da6a3ce929d0e0e4736";

    TraceOrder order = TraceOrderCommand.order(Action.STOP, id);

    assertThat(order.toRaw())
        .hasToString("{\"type\":\"trace_stop\",\"content\":{\"trace\":\"" + id + "\"}}");
  }

  @Test
  void anyOtherIdNamesAMessage() {
    TraceOrder order = TraceOrderCommand.order(Action.CONTINUE, "msg_1");

    assertThat(order.toRaw())
        .hasToString("{\"type\":\"trace_continue\",\"content\":{\"message_id\":\"msg_1\"}}");
  }
}
