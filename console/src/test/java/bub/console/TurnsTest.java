package bub.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.Payload;
import bub.protocol.trace.Causality;
import bub.protocol.trace.Step;
import bub.protocol.trace.TraceId;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Turns in the API: one as a tree of spans, a search, and the order to stop one. */
class TurnsTest {
  @TempDir Path directory;
  private Scene scene;
  private BusClient person;
  private BusClient planner;
  private BusClient shop;

  @BeforeEach
  void open() throws Exception {
    scene = new Scene(directory).connected();
    person = scene.peer("tg:1");
    planner = scene.peer("agent:planner", this::plan);
    shop = scene.peer("agent:shop", this::sell);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private Ack plan(Envelope question) throws Exception {
    step(planner, question, 1, Step.Kind.MODEL, "gpt-test", null);
    send(planner, question, "agent:shop", "question", "what does it cost?");
    send(planner, question, question.from().value(), "reply", "it costs 7");
    return Ack.ok("done");
  }

  private Ack sell(Envelope question) throws Exception {
    step(shop, question, 1, Step.Kind.TOOL, "price_list", "the list is locked");
    return Ack.ok("7");
  }

  private static void send(BusClient from, Envelope cause, String to, String type, String text)
      throws Exception {
    from.send(new Address(to), Causality.resultOf(cause).addTo(Scene.json(said(type, text))));
  }

  private static String said(String type, String text) {
    return "{\"type\":\"%s\",\"content\":{\"text\":\"%s\"}}".formatted(type, text);
  }

  private static void step(
      BusClient from,
      Envelope cause,
      int number,
      Step.Kind kind,
      String name,
      @Nullable String error)
      throws Exception {
    var usage = new Step.ModelUsage(100, 20, new BigDecimal("0.004"), "stop", 0);
    var call = new Step.ToolUse("abc", 12, 34, null, null);
    var step =
        new Step(
            cause.messageId(),
            number,
            kind,
            name,
            1,
            error,
            kind == Step.Kind.MODEL ? usage : null,
            kind == Step.Kind.TOOL ? call : null);
    RawJson payload = Payload.of(new AgentEvent(AgentEvent.Kind.STEP, step.toRaw())).toRaw();
    from.send(Step.ADDRESS, Causality.resultOf(cause).addTo(payload));
  }

  private void ask(String id, String text) throws Exception {
    Scene.send(person, "agent:planner", id, said("question", text));
  }

  private Fields turn(String query) throws Exception {
    Web.Reply reply = scene.web.get("/api/trace?id=" + query);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return reply.fields();
  }

  /** The log is written a moment after the answer. */
  private Fields wholeTurn(String id, int steps) throws Exception {
    await()
        .untilAsserted(
            () -> {
              Fields head = turn(id).object("turn").fields();
              assertThat(head.object("totals").fields().integer("steps", 0)).isEqualTo(steps);
              assertThat(head.bool("running")).isFalse();
            });
    return turn(id);
  }

  private static List<String> tree(Fields turn) throws Exception {
    var lines = new ArrayList<String>();
    for (RawJson span : turn.require("spans").elements()) {
      Fields fields = span.fields();
      String to = fields.optionalString("to");
      if (!fields.string("kind").equals("queue")) {
        lines.add(
            "  ".repeat((int) fields.integer("depth", 0))
                + fields.string("kind")
                + " "
                + (to == null ? fields.string("name") : fields.string("from") + " > " + to));
      }
    }
    return lines;
  }

  @Test
  void aTurnIsATreeFromTheQuestionToTheAnswer() throws Exception {
    ask("q1", "tea for six, please");

    Fields turn = wholeTurn("q1", 2);

    assertThat(tree(turn))
        .containsExactly(
            "message tg:1 > agent:planner",
            "  work agent:planner",
            "    model gpt-test",
            "    message agent:planner > agent:shop",
            "      work agent:shop",
            "        tool price_list",
            "    message agent:planner > tg:1");
    Fields head = turn.object("turn").fields();
    assertThat(head.string("text")).isEqualTo("tea for six, please");
    assertThat(head.string("from")).isEqualTo("tg:1");
    Fields totals = head.object("totals").fields();
    assertThat(totals.integer("tokensIn", 0)).isEqualTo(100);
    assertThat(totals.integer("errors", 0)).isEqualTo(1);
    assertThat(totals.require("costUsd").toString()).isEqualTo("0.004");
    String trace = head.string("traceId");
    assertThat(trace)
        .isEqualTo(TraceId.startedBy(new Address("tg:1"), new MessageId("q1")).value());
    assertThat(tree(turn(trace))).isEqualTo(tree(turn));
  }

  @Test
  void aMessageWithAHugePayloadHasATurn() throws Exception {
    Scene.send(person, "agent:nobody", "huge", said("note", "x".repeat(1_000_000)));

    await()
        .untilAsserted(
            () -> assertThat(tree(turn("huge"))).containsExactly("message tg:1 > agent:nobody"));
  }

  @Test
  void theListTellsCauseAndTraceOfAMessage() throws Exception {
    ask("q1", "tea");

    wholeTurn("q1", 2);

    RawJson row =
        scene.web.get("/api/messages?type=reply").fields().require("messages").elements().get(0);
    assertThat(row.fields().string("cause")).isEqualTo("q1");
    assertThat(row.fields().string("trace")).hasSize(32);
  }

  @Test
  void aLongTurnIsReadInPagesThatFitTogether() throws Exception {
    ask("q1", "tea");
    var question =
        new Envelope(
            new Address("tg:1"),
            new Address("agent:planner"),
            new MessageId("q1"),
            Scene.json(said("question", "tea")));
    for (int i = 2; i <= 30; i++) {
      step(planner, question, i, Step.Kind.TOOL, "step-" + i, null);
    }
    Fields whole = wholeTurn("q1", 31);

    var read = new ArrayList<String>();
    Fields page = turn("q1&limit=10");
    long version = page.integer("version", 0);
    read.addAll(tree(page));
    for (int after = 10; after < page.integer("total", 0); after += 10) {
      Fields next = turn("q1&limit=10&after=" + after + "&version=" + version);
      assertThat(next.integer("version", 0)).isEqualTo(version);
      read.addAll(tree(next));
    }

    assertThat(read).isEqualTo(tree(whole)).hasSizeGreaterThan(30);
    assertThat(turn("q1&limit=0").require("spans").elements()).isEmpty();
    assertThat(turn("q1&limit=10&after=10&version=" + version).integer("version", 0))
        .as("a version that is no longer kept")
        .isNotEqualTo(version);
  }

  @ParameterizedTest
  @CsvSource({
    "text=SIX, 1",
    "text=nobody+said+this, 0",
    "agent=planner, 1",
    "agent=tg:1, 1",
    "agent=agent:nobody, 0",
    "failed=true&text=tea, 1",
    "minMs=600000, 0",
    "minCost=0.004, 1",
    "minCost=0.005, 0",
    "id=q1, 1",
    "id=unknown, 0",
  })
  void aSearchFindsTurns(String query, int found) throws Exception {
    ask("q1", "tea for six, please");
    wholeTurn("q1", 2);

    Fields answer = scene.web.get("/api/traces?" + query).fields();

    assertThat(answer.require("turns").elements()).hasSize(found);
    assertThat(answer.bool("complete")).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "/api/trace?id=unknown, 404, not_found",
    "/api/trace?id=0123456789abcdef0123456789abcdef, 404, not_found",
    "/api/trace, 400, invalid",
    "/api/trace?id=x&limit=-1, 400, invalid",
    "/api/traces?minCost=much, 400, invalid",
    "/api/traces?since=yesterday, 400, invalid",
  })
  void refusesWhatItCannotAnswer(String path, int status, String code) throws Exception {
    Web.Reply reply = scene.web.get(path);
    assertThat(reply.status()).isEqualTo(status);
    assertThat(reply.errorCode()).isEqualTo(code);
  }

  @Test
  void aTurnThatTheBusDoesNotKnowCannotBeStopped() throws Exception {
    Web.Reply reply = scene.web.post("/api/trace/stop", "{\"id\":\"unknown\"}");
    assertThat(reply.status()).isEqualTo(502);
    assertThat(reply.errorCode()).isEqualTo("refused");
  }
}
