package bub.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.trace.Step;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceParent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Messages in the order of the log, which is not the order of causes. */
class SpanAssemblerTest {
  private static final String PERSON = "web:1";
  private static final String AGENT = "agent:a";
  private static final String OTHER = "agent:b";
  private static final TraceParent FOREIGN =
      Objects.requireNonNull(
          TraceParent.parse("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));

  private final List<MessageToExport> finished = new ArrayList<>();
  private final SpanAssembler assembler = new SpanAssembler(finished::add);
  private long ids;
  private long now;

  @Test
  void withoutCauseAMessageStartsItsOwnTrace() {
    see(message(PERSON, AGENT, "m1", "{}"));

    SpanPlace place = placeOf("m1");
    assertThat(place.trace()).isEqualTo(traceOf(PERSON, "m1"));
    assertThat(place.parent()).isNull();
  }

  @Test
  void aMessageThatIsSeenBeforeItsCauseJoinsTheTraceOfItsCause() {
    see(message(OTHER, "agent:c", "m3", "{\"cause\":\"m2\"}"));
    see(message(AGENT, OTHER, "m2", "{\"cause\":\"m1\"}"));
    assertThat(finished).isEmpty();

    see(message(PERSON, AGENT, "m1", "{}"));

    assertThat(finished).hasSize(3);
    assertThat(placeOf("m2"))
        .isEqualTo(SpanPlace.under(traceOf(PERSON, "m1"), spanOf(PERSON, "m1")));
    assertThat(placeOf("m3"))
        .isEqualTo(SpanPlace.under(traceOf(PERSON, "m1"), spanOf(AGENT, "m2")));
  }

  @Test
  void aCauseCountsForAPeerThatReceivedItByAPattern() {
    see(
        List.of(
            start(PERSON, "topic:news", "m1", "{}"),
            row("process_start", "m1", OTHER, "topic:news", "start", null)));

    see(message(OTHER, AGENT, "m2", "{\"cause\":\"m1\"}"));

    assertThat(placeOf("m2").trace()).isEqualTo(traceOf(PERSON, "m1"));
  }

  @Test
  void aCauseDoesNotCountForAPeerThatHasNothingToDoWithIt() {
    see(message(PERSON, AGENT, "m1", "{}"));
    see(message("agent:forger", OTHER, "m2", "{\"cause\":\"m1\"}"));
    assertThat(finished).hasSize(1);

    pass();

    assertThat(placeOf("m2").trace()).isEqualTo(traceOf("agent:forger", "m2"));
    assertThat(placeOf("m2").parent()).isNull();
  }

  @Test
  void anUnknownCauseLeavesTheTraceThatTheMessageNames() {
    see(message(AGENT, OTHER, "m2", "{\"cause\":\"m1\",\"trace\":\"" + FOREIGN + "\"}"));

    pass();

    assertThat(placeOf("m2")).isEqualTo(SpanPlace.continuing(FOREIGN));
  }

  @Test
  void causesInACycleEndAfterAMoment() {
    see(message(AGENT, OTHER, "m1", "{\"cause\":\"m2\"}"));
    see(message(OTHER, AGENT, "m2", "{\"cause\":\"m1\"}"));
    see(message(AGENT, OTHER, "m3", "{\"cause\":\"m3\"}"));

    pass();

    assertThat(finished).hasSize(3);
    assertThat(placeOf("m2").trace()).isEqualTo(traceOf(AGENT, "m1"));
  }

  @Test
  void aRepeatedMessageHasItsOwnSpanAndKeepsItsTrace() {
    see(message(PERSON, AGENT, "m1", "{}"));
    see(message(PERSON, AGENT, "m1", "{}"));
    see(message(AGENT, PERSON, "m2", "{\"cause\":\"m1\"}"));

    assertThat(finished.get(0).span()).isEqualTo(spanOf(PERSON, "m1"));
    assertThat(finished.get(1).span()).isNotEqualTo(spanOf(PERSON, "m1"));
    assertThat(finished.get(1).attempt()).isEqualTo(2);
    assertThat(finished.get(1).place()).isEqualTo(finished.get(0).place());
    assertThat(placeOf("m2").parent()).isEqualTo(spanOf(PERSON, "m1"));
  }

  @Test
  void aStepBelongsToTheMessageThatTheTurnAnswers() {
    see(message(PERSON, AGENT, "m1", "{}"));

    see(List.of(start(AGENT, Step.ADDRESS.value(), "s1", stepEvent("model", 5))));

    MessageToExport step = finished.getLast();
    assertThat(step.step()).isNotNull();
    assertThat(placeOf("s1").parent()).isEqualTo(spanOf(PERSON, "m1"));
    assertThat(assembler.open()).isZero();
  }

  @Test
  void anInvalidStepIsAnOrdinaryMessage() {
    see(message(AGENT, Step.ADDRESS.value(), "s1", stepEvent("model", -5)));

    assertThat(finished).singleElement().satisfies(it -> assertThat(it.step()).isNull());
  }

  @Test
  void typingAndPartialTextsAreLeftOut() {
    for (String event : List.of("typing", "partial")) {
      see(
          message(
              AGENT,
              PERSON,
              event,
              "{\"type\":\"agent_event\",\"content\":{\"event\":\"" + event + "\"}}"));
    }

    assertThat(finished).isEmpty();
    assertThat(assembler.lost()).isZero();
  }

  @Test
  void aMessageWithoutItsPayloadIsCountedAndNotGuessed() {
    see(message(PERSON, AGENT, "m1", "{\"omittedBytes\":900000}"));

    assertThat(finished).isEmpty();
    assertThat(assembler.lost()).isEqualTo(1);
  }

  @Test
  void memoryStaysBoundedWhateverComes() {
    for (int i = 0; i < 30_000; i++) {
      see(List.of(start(AGENT, OTHER, "open-" + i, "{\"cause\":\"never-" + i + "\"}")));
      see(message(AGENT, OTHER, "done-" + i, "{\"cause\":\"forged-" + i + "\"}"));
    }

    assertThat(assembler.open()).isLessThanOrEqualTo(SpanAssembler.MAX_OPEN);
    assertThat(assembler.known()).isLessThanOrEqualTo(TraceResolver.MAX_KNOWN);
    assertThat(assembler.waiting()).isLessThanOrEqualTo(TraceResolver.MAX_WAITING);
    assembler.flush();
    assertThat(finished).hasSize(30_000);
  }

  // ---- rows

  private void see(List<ActivityRow> rows) {
    assembler.accept(new ActivityRows(rows, 0), now);
  }

  private void pass() {
    now += TraceResolver.MAX_WAIT.toNanos();
    assembler.expire(now);
  }

  private List<ActivityRow> message(String from, String to, String id, String payload) {
    return List.of(
        start(from, to, id, payload),
        row("process_start", id, to, to, "start", null),
        row("process_finish", id, to, to, "ok", null),
        row("send_finish", id, from, to, "ok", null));
  }

  private ActivityRow start(String from, String to, String id, String payload) {
    return row("send_start", id, from, to, "start", json(payload));
  }

  private ActivityRow row(
      String event, String id, String actor, String to, String status, @Nullable RawJson payload) {
    return new ActivityRow(
        ++ids, "2026-01-01T00:00:00Z", event, id, null, actor, to, status, payload, null);
  }

  private static String stepEvent(String kind, int tokens) {
    return "{\"type\":\"agent_event\",\"content\":{\"event\":\"step\",\"data\":{\"message_id\":\"m1\","
               + "\"step\":1,\"kind\":\""
        + kind
        + "\",\"name\":\"x\",\"ms\":3,\"tokens_in\":"
        + tokens
        + "}}}";
  }

  private static RawJson json(String text) {
    try {
      return RawJson.parse(text);
    } catch (InvalidJson wrong) {
      throw new AssertionError(wrong);
    }
  }

  private SpanPlace placeOf(String id) {
    return finished.stream()
        .filter(message -> message.id().value().equals(id))
        .map(message -> Objects.requireNonNull(message.place()))
        .findFirst()
        .orElseThrow();
  }

  private static TraceId traceOf(String from, String id) {
    return TraceId.startedBy(new Address(from), new MessageId(id));
  }

  private static String spanOf(String from, String id) {
    return TraceParent.spanOf(new Address(from), new MessageId(id));
  }
}
