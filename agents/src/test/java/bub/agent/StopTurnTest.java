package bub.agent;

import static bub.testkit.FakeOpenAiAnswer.calls;
import static bub.testkit.FakeOpenAiAnswer.hangs;
import static bub.testkit.FakeOpenAiAnswer.hangsAfter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.message.AgentMessage;
import bub.protocol.message.ChatReply;
import bub.protocol.message.Payload;
import bub.protocol.trace.Causality;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceNotice;
import bub.protocol.trace.TraceOrder;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A turn that is stopped ends at once, for good and without an answer. */
class StopTurnTest extends AgentTest {
  private static final Duration SOON = Duration.ofSeconds(5); // of a loaded machine

  private final WireTap tap = new WireTap();
  private int notices;

  @Override
  AgentSettings settings() {
    return tap.on(super.settings());
  }

  private static TraceId traceOf(String from, String id) {
    return TraceId.startedBy(new Address(from), new MessageId(id));
  }

  private Ack notice(String from, TraceId trace) {
    Address person = new Address("term:1");
    var notice =
        new TraceNotice(
            TraceNotice.STOPPED, trace, new MessageId("m1"), person, person, "term:1 stopped it");
    var id = new MessageId("notice-" + ++notices);
    return tap.deliver(new Envelope(new Address(from), new Address(AGENT), id, notice.toRaw()));
  }

  private void awaitRequests(int count) {
    await().until(() -> model.requests().size() == count);
  }

  private long status(String figure) {
    return chat.commands(AGENT, "status").payload().fields().integer(figure, -1);
  }

  private void answersOnly(String id) {
    await()
        .atMost(SOON)
        .until(() -> chat.replies().stream().anyMatch(r -> id.equals(r.replyToMessageId())));
    assertThat(chat.replies()).extracting(ChatReply::replyToMessageId).containsExactly(id);
  }

  @Test
  void itsChatStopsAModelThatHangs() throws Exception {
    model.then(hangs());
    start();
    chat.types(AGENT, "m1", "think");
    awaitRequests(1);

    assertThat(chat.commands(AGENT, "stop")).isEqualTo(Ack.ok("stopped"));

    chat.types(AGENT, "m2", "hello");
    answersOnly("m2");
    assertThat(tap.steps().getFirst().error()).isEqualTo("interrupted");
    assertThat(chat.commands(AGENT, "stop")).isEqualTo(Ack.ok("nothing to stop"));
    restart();
    chat.asks(AGENT, "m3", "still there?");
    assertThat(model.requests()).hasSize(3);
    assertThat(chat.replies()).hasSize(2);
  }

  @Test
  void aStrangerMayNotStopIt() throws Exception {
    model.then(hangs());
    start();
    chat.types(AGENT, "m1", "think");
    awaitRequests(1);
    try (TestPeer stranger = bus.peer("web:9")) {
      assertThat(stranger.commands(AGENT, "stop").success()).isFalse();
    }
    assertThat(notice("agent:other", traceOf("term:1", "m1")).success()).isFalse();
    assertThat(status("waiting_messages")).isEqualTo(1);
  }

  @Test
  void theNoticeOfTheBusStopsTheTurnOfItsTraceOnly() throws Exception {
    model.then(hangsAfter("Let me ", "see"));
    start();
    chat.types(AGENT, "m1", "think");
    awaitRequests(1);

    assertThat(notice("system:trace", traceOf("term:1", "other")).success()).isTrue();
    assertThat(status("waiting_messages")).isEqualTo(1);
    assertThat(notice("system:trace", traceOf("term:1", "m1")).success()).isTrue();

    chat.types(AGENT, "m2", "hello");
    answersOnly("m2");
  }

  @Test
  void waitingMessagesOfTheSameTurnGetNoAnswer() throws Exception {
    model.then(hangs());
    start();
    chat.types(AGENT, "m1", "think");
    awaitRequests(1);
    Causality caused =
        Causality.resultOf(
            new Envelope(
                new Address("term:1"),
                new Address(AGENT),
                new MessageId("m1"),
                RawJson.EMPTY_OBJECT));
    try (TestPeer other = bus.peer("agent:other")) {
      RawJson more = caused.addTo(Payload.of(new AgentMessage("more")).toRaw());
      assertThat(other.sends(AGENT, "x1", more).success()).isTrue();
    }
    chat.types(AGENT, "m2", "hello");

    notice(TraceOrder.ADDRESS.value(), traceOf("term:1", "m1"));

    answersOnly("m2");
    await().until(() -> status("waiting_messages") == 0);
    assertThat(model.requests()).hasSize(2);
  }

  @Test
  void aStopEndsARunningToolAndDeletesWhatTheTurnScheduled() throws Exception {
    model.then(
        calls("schedule_message", "{\"when\": \"1h\", \"text\": \"tea\"}"),
        calls("send_message", "{\"to\": \"agent:slow\", \"text\": \"hi\"}"));
    var never = new CountDownLatch(1);
    try (TestPeer slow = bus.peer("agent:slow").answering(_ -> hang(never))) {
      start();
      chat.types(AGENT, "m1", "do it");
      await().until(() -> slow.got().size() == 1);
      assertThat(status("alarms")).isEqualTo(1);

      chat.commands(AGENT, "stop");

      chat.types(AGENT, "m2", "hello");
      answersOnly("m2");
      assertThat(status("alarms")).isZero();
      never.countDown();
    }
  }

  private static Ack hang(CountDownLatch until) {
    try {
      until.await();
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
    return Ack.ok("late");
  }
}
