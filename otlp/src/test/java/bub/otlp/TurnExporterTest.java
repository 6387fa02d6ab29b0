package bub.otlp;

import static bub.testkit.OtlpReceiver.attribute;
import static bub.testkit.OtlpReceiver.hex;
import static bub.testkit.OtlpReceiver.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.client.TimeSource;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.SendResult;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.Payload;
import bub.protocol.trace.Causality;
import bub.protocol.trace.Step;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceParent;
import bub.testkit.OtlpReceiver;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Export of the traffic of a real bus to a receiver that decodes it. */
class TurnExporterTest {
  private static final Address PERSON = new Address("web:1");
  private static final Address FRONT = new Address("agent:front");
  private static final Address HELPER = new Address("agent:helper");
  private static final MessageId QUESTION = new MessageId("question-1");

  private final List<Envelope> asked = new CopyOnWriteArrayList<>();
  private TracedBus bus;
  private OtlpReceiver receiver;

  @BeforeEach
  void start(@TempDir Path directory) throws Exception {
    bus = new TracedBus(directory);
    receiver = new OtlpReceiver();
  }

  @AfterEach
  void stop() {
    bus.close();
    receiver.close();
  }

  @Test
  void theSpansOfATurnFormOneTree() throws Exception {
    try (TurnExporter exporter = exporter(OtlpSettings.to(receiver.url()))) {
      bus.feed(exporter);

      playTheTurn();

      await().until(() -> receiver.spans().size() == 6);
      String trace = TraceId.startedBy(PERSON, QUESTION).value();
      assertThat(receiver.spans()).allMatch(span -> hex(span.getTraceId()).equals(trace));
      Set<String> ids =
          receiver.spans().stream().map(it -> hex(it.getSpanId())).collect(Collectors.toSet());
      assertThat(ids).hasSize(6);
      List<Span> roots =
          receiver.spans().stream().filter(span -> span.getParentSpanId().isEmpty()).toList();
      assertThat(roots).containsExactly(receiver.span("send agent:front"));
      assertThat(receiver.spans())
          .filteredOn(span -> !span.getParentSpanId().isEmpty())
          .allMatch(span -> ids.contains(hex(span.getParentSpanId())));
      assertThat(exporter.dropped()).isZero();
    }
  }

  @Test
  void eachSpanHangsOnTheMessageThatCausedIt() throws Exception {
    try (TurnExporter exporter = exporter(OtlpSettings.to(receiver.url()))) {
      bus.feed(exporter);

      playTheTurn();

      await().until(() -> receiver.spans().size() == 6);
      String question = TraceParent.spanOf(PERSON, QUESTION);
      Envelope task = asked.getLast();
      String taskSpan = TraceParent.spanOf(FRONT, task.messageId());
      assertThat(hex(receiver.span("send agent:front").getSpanId())).isEqualTo(question);
      assertThat(hex(receiver.span("send agent:helper").getSpanId())).isEqualTo(taskSpan);
      assertThat(parents())
          .containsEntry("send agent:helper", question)
          .containsEntry("chat gpt-test", question)
          .containsEntry("wait rate_limit", question)
          .containsEntry("send web:1", question)
          .containsEntry("execute_tool weather", taskSpan);
    }
  }

  @Test
  void attributesFollowTheConventions() throws Exception {
    try (TurnExporter exporter = exporter(OtlpSettings.to(receiver.url()))) {
      bus.feed(exporter);

      playTheTurn();

      await().until(() -> receiver.spans().size() == 6);
      Span question = receiver.span("send agent:front");
      assertThat(question.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_PRODUCER);
      assertThat(text(question, "messaging.system")).isEqualTo("bub");
      assertThat(text(question, "messaging.operation.type")).isEqualTo("send");
      assertThat(text(question, "messaging.destination.name")).isEqualTo("agent:front");
      assertThat(text(question, "messaging.message.id")).isEqualTo("question-1");
      assertThat(text(question, "messaging.client.id")).isEqualTo("web:1");
      assertThat(text(question, "bub.message.type")).isEqualTo("tg_message");
      assertThat(question.getEndTimeUnixNano()).isGreaterThan(question.getStartTimeUnixNano());

      Span model = receiver.span("chat gpt-test");
      assertThat(model.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT);
      assertThat(text(model, "gen_ai.operation.name")).isEqualTo("chat");
      assertThat(text(model, "gen_ai.provider.name")).isEqualTo("openai");
      assertThat(text(model, "gen_ai.request.model")).isEqualTo("gpt-test");
      assertThat(attribute(model, "gen_ai.usage.input_tokens").getIntValue()).isEqualTo(1200);
      assertThat(attribute(model, "gen_ai.usage.output_tokens").getIntValue()).isEqualTo(34);
      assertThat(attribute(model, "bub.cost_usd").getDoubleValue()).isEqualTo(0.0125);
      assertThat(
              attribute(model, "gen_ai.response.finish_reasons")
                  .getArrayValue()
                  .getValues(0)
                  .getStringValue())
          .isEqualTo("stop");
      assertThat(model.getEndTimeUnixNano() - model.getStartTimeUnixNano())
          .isEqualTo(Duration.ofMillis(250).toNanos());

      Span tool = receiver.span("execute_tool weather");
      assertThat(text(tool, "gen_ai.operation.name")).isEqualTo("execute_tool");
      assertThat(text(tool, "gen_ai.tool.name")).isEqualTo("weather");
      assertThat(text(tool, "gen_ai.agent.id")).isEqualTo("agent:helper");
      assertThat(text(tool, "error.type")).isNotEmpty();
      assertThat(tool.getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_ERROR);
      assertThat(tool.getStatus().getMessage()).isEqualTo("no such city");
      assertThat(receiver.resource()).containsEntry("service.name", "bub");
      assertThat(receiver.spans())
          .noneMatch(span -> OtlpReceiver.everything(span).contains("secret"));
    }
  }

  @Test
  void aRefusingRecipientMakesAnErrorOfTheSpan() throws Exception {
    try (TurnExporter exporter = exporter(OtlpSettings.to(receiver.url()))) {
      bus.feed(exporter);
      bus.agent("agent:front", _ -> Ack.failed("no"));

      bus.client("web:1").connect().send(FRONT, RawJson.EMPTY_OBJECT);

      await().until(() -> receiver.spans().size() == 1);
      Span span = receiver.spans().getFirst();
      assertThat(span.getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_ERROR);
      assertThat(text(span, "error.type")).isEqualTo("error");
    }
  }

  @Test
  void headersAndCompressionReachTheReceiver() throws Exception {
    var settings =
        new OtlpSettings(
            receiver.url(), Map.of("X-Key", "k"), Duration.ofSeconds(5), true, Map.of());
    try (TurnExporter exporter = exporter(settings)) {
      bus.feed(exporter);

      bus.client("web:1").connect().send(FRONT, RawJson.EMPTY_OBJECT);

      await().until(() -> receiver.spans().size() == 1);
      assertThat(receiver.headers()).containsEntry("X-key", "k");
    }
  }

  @Test
  void theLastSpansAreSentAtTheEnd() throws Exception {
    TurnExporter exporter = exporter(OtlpSettings.to(receiver.url()));
    bus.feed(exporter);
    playTheTurn();

    bus.close();
    exporter.close();

    assertThat(receiver.spans()).hasSize(6);
  }

  @Test
  void aReceiverThatHangsDelaysNoMessage() throws Exception {
    receiver.hangs();
    try (TurnExporter exporter =
        exporter(OtlpSettings.to(receiver.url()).withTimeout(Duration.ofMillis(300)))) {
      bus.feed(exporter);
      bus.agent("agent:front", _ -> Ack.ok("yes"));
      BusClient person = bus.client("web:1").connect();

      for (int i = 0; i < 200; i++) {
        SendResult result = person.send(FRONT, RawJson.EMPTY_OBJECT);
        assertThat(result.acks().getFirst().success()).isTrue();
      }

      await().until(() -> exporter.dropped() > 0);
      assertThat(exporter.exported()).isZero();
    }
  }

  private static TurnExporter exporter(OtlpSettings settings) {
    return TurnExporter.start(settings, TimeSource.system());
  }

  private Map<String, String> parents() {
    return receiver.spans().stream()
        .collect(Collectors.toMap(Span::getName, span -> hex(span.getParentSpanId())));
  }

  /** A question, whose agent asks another one before it answers; four messages and three steps. */
  private void playTheTurn() throws Exception {
    BusClient helper = bus.client("agent:helper");
    helper
        .serve(
            task -> {
              report(helper, task, step(task, Step.Kind.TOOL, "weather", "no such city"));
              return Ack.ok("done");
            })
        .connect();
    BusClient front = bus.client("agent:front");
    front
        .serve(
            question -> {
              report(front, question, step(question, Step.Kind.MODEL, "openai/gpt-test", null));
              report(front, question, step(question, Step.Kind.WAIT, "rate_limit", null));
              Envelope task = front.compose(HELPER, result(question, "{\"type\":\"task\"}"));
              asked.add(task);
              front.send(task);
              front.send(PERSON, result(question, "{\"type\":\"tg_reply\"}"));
              return Ack.ok("answered");
            })
        .connect();
    BusClient person = bus.client("web:1");
    person.serve(_ -> Ack.ok("shown")).connect();

    person.send(
        new Envelope(
            PERSON,
            FRONT,
            QUESTION,
            json("{\"type\":\"tg_message\",\"content\":{\"text\":\"secret\"}}")));
  }

  private static void report(BusClient agent, Envelope handled, Step step) throws Exception {
    var event = Payload.of(new AgentEvent(AgentEvent.Kind.STEP, step.toRaw()));
    agent.notify(Step.ADDRESS, Causality.resultOf(handled).addTo(event.toRaw()));
  }

  private static Step step(Envelope handled, Step.Kind kind, String name, @Nullable String error) {
    return new Step(
        handled.messageId(),
        1,
        kind,
        name,
        250,
        error,
        kind == Step.Kind.MODEL
            ? new Step.ModelUsage(1200, 34, new BigDecimal("0.0125"), "stop", 0)
            : null,
        kind == Step.Kind.TOOL ? new Step.ToolUse("abc", 10, 20, "secret", "secret") : null);
  }

  private static RawJson result(Envelope handled, String payload) {
    return Causality.resultOf(handled).addTo(json(payload));
  }

  private static RawJson json(String text) {
    try {
      return RawJson.parse(text);
    } catch (InvalidJson impossible) {
      throw new AssertionError(impossible);
    }
  }
}
