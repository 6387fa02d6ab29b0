package bub.bus;

import static org.assertj.core.api.Assertions.assertThat;

import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceNotice;
import bub.protocol.trace.TraceParent;
import org.junit.jupiter.api.Test;

/** A stop reaches each agent of a turn under the id by which the agent knows the turn. */
class StopNoticeTest {
  private final TestBus bus = new TestBus();

  @Test
  void anAgentThatGotOnlyACauseIsToldItsOwnTrace() throws Exception {
    TestPeer person = bus.peer("tg:1");
    TestPeer foreign = bus.peer("agent:foreign");
    TestPeer helper = bus.peer("agent:helper");
    bus.peer("agent:tool");
    person.sends("agent:foreign", "q", said(""));
    foreign.sends("agent:helper", "ask", said(",\"cause\":\"q\""));
    TraceId whole = TraceId.startedBy(new Address("tg:1"), new MessageId("q"));
    TraceId own = TraceId.startedBy(new Address("agent:foreign"), new MessageId("ask"));
    var parent = new TraceParent(own, "b7ad6b7169203331");
    helper.sends("agent:tool", "use", said(",\"cause\":\"ask\",\"trace\":\"" + parent + "\""));

    person.sends("system:trace", "o", order("q"));

    assertThat(notice(helper).trace()).isEqualTo(own);
    assertThat(notice(foreign).trace()).isEqualTo(whole);
  }

  private static TraceNotice notice(TestPeer agent) {
    return TraceNotice.read(agent.received.getLast().payload());
  }

  private static RawJson said(String members) throws InvalidJson {
    return RawJson.parse(
        "{\"type\":\"agent_message\",\"content\":{\"text\":\"hello\"}" + members + "}");
  }

  private static RawJson order(String message) throws InvalidJson {
    return RawJson.parse(
        "{\"type\":\"trace_stop\",\"content\":{\"message_id\":\"" + message + "\"}}");
  }
}
