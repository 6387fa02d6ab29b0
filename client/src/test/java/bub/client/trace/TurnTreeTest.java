package bub.client.trace;

import static org.assertj.core.api.Assertions.assertThat;

import bub.json.Fields;
import bub.protocol.ActivityRow;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rows of the log become one tree of spans, whatever the rows say. */
class TurnTreeTest {
  private static final Instant SOON = LogRows.START.plusSeconds(10);

  private final LogRows log = new LogRows();

  private static TurnTree tree(List<ActivityRow> rows, Instant now) {
    return Objects.requireNonNull(new TurnTreeBuilder(null).addAll(rows).build(now));
  }

  private TurnTree tree() {
    return tree(log.rows(), SOON);
  }

  /** One line per span: indentation, kind, name and status. */
  private static List<String> outline(TurnTree tree) {
    return tree.spans().stream()
        .map(
            span ->
                "  ".repeat(span.depth())
                    + span.kind().word()
                    + " "
                    + span.name()
                    + (span.status().equals("ok") ? "" : " " + span.status())
                    + (span.unlinked() ? " unlinked" : ""))
        .toList();
  }

  private static TurnSpan span(TurnTree tree, String name) {
    return tree.spans().stream().filter(span -> span.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void nestsAgentsCallsAndStepsFromTheQuestionToTheAnswer() {
    TurnTree tree = tree(LogRows.scene().rows(), SOON);

    assertThat(outline(tree))
        .containsExactly(
            "message tg_message",
            "  queue queue",
            "  work agent:a",
            "    events typing",
            "    model claude",
            "    message agent_message",
            "      queue queue",
            "      work agent:b",
            "        model small",
            "        message agent_message",
            "    call tell_time",
            "      queue queue",
            "      work agent:clock",
            "        tool date",
            "    tool clock error",
            "    events partial",
            "    message tg_reply");
    assertThat(tree.running()).isFalse();
    assertThat(tree.duration()).isEqualTo(Duration.ofMillis(2_001));
    assertThat(tree.answer()).isEqualTo(tree.spans().size() - 1);
    assertThat(tree.trace())
        .isEqualTo(TraceId.startedBy(new Address("term:1"), new MessageId("q")));
  }

  @Test
  void addsUpTokensCostAndErrors() {
    TurnTotals totals = tree(LogRows.scene().rows(), SOON).totals();

    assertThat(totals.steps()).isEqualTo(4);
    assertThat(totals.modelCalls()).isEqualTo(2);
    assertThat(totals.toolCalls()).isEqualTo(2);
    assertThat(totals.tokensIn()).isEqualTo(1_210);
    assertThat(totals.tokensOut()).isEqualTo(85);
    assertThat(totals.costUsd()).isEqualTo(new BigDecimal("0.0049"));
    assertThat(totals.unpricedCalls()).isOne();
    assertThat(totals.errors()).isOne();
    assertThat(totals.messages()).isEqualTo(5);
  }

  @Test
  void theOrderOfTheRowsAndRepeatedRowsDoNotMatter() {
    List<ActivityRow> rows = new ArrayList<>(LogRows.scene().rows());
    TurnTree expected = tree(rows, SOON);
    rows.addAll(LogRows.scene().rows());
    Collections.shuffle(rows, new Random(7));

    assertThat(tree(rows, SOON)).isEqualTo(expected);
  }

  @Test
  void aStepEndsWhenItWasReportedAndBeginsNotBeforeItsWork() {
    log.message(100, "q", "term:1", "agent:a", LogRows.said("tg_message", "Hi", null));
    log.step(150, "agent:a", "q", "\"kind\":\"model\",\"name\":\"m\",\"ms\":86400000");

    TurnSpan model = span(tree(), "m");
    assertThat(model.start()).isEqualTo(LogRows.START.plusMillis(100));
    assertThat(model.end()).isEqualTo(LogRows.START.plusMillis(150));
  }

  @Test
  void theWorkLastsFromTheDeliveryToTheReplyAndTheQueueUntilTheFirstStep() {
    log.message(0, "q", "term:1", "agent:a", LogRows.said("tg_message", "Hi", null));
    log.step(900, "agent:a", "q", "\"kind\":\"model\",\"name\":\"m\",\"ms\":400");
    log.message(1_000, "a", "agent:a", "term:1", LogRows.said("tg_reply", "Hello", "q"));

    TurnTree tree = tree();
    assertThat(span(tree, "agent:a").duration(SOON)).isEqualTo(Duration.ofSeconds(1));
    assertThat(span(tree, "queue").duration(SOON)).isEqualTo(Duration.ofMillis(500));
    assertThat(tree.root().duration(SOON)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void aQuestionWithoutAnAnswerIsRunningUntilTheTurnHasBeenSilentForLong() {
    log.message(0, "q", "term:1", "agent:a", LogRows.said("tg_message", "Hi", null));

    TurnTree running = tree();
    assertThat(running.running()).isTrue();
    assertThat(running.duration()).isNull();
    assertThat(outline(running))
        .containsExactly("message tg_message running", "  work agent:a running");

    TurnTree dead = tree(log.rows(), SOON.plus(Duration.ofHours(1)));
    assertThat(dead.running()).isFalse();
    assertThat(span(dead, "agent:a").error()).isEqualTo("no answer");
    assertThat(dead.totals().errors()).isOne();
  }

  @Test
  void showsAFailureWhereItHappenedAndCountsItOnce() {
    log.message(0, "q", "term:1", "agent:a", LogRows.said("tg_message", "Hi", null));
    log.start(10, "ask", "agent:a", "agent:b", LogRows.said("agent_message", "?", "q"));
    log.event(10, "process_start", "ask", "agent:b", "agent:b", "start", null);
    log.event(60, "process_finish", "ask", "agent:b", "agent:b", "timeout", "no ack in 50 ms");
    log.event(60, "send_finish", "ask", "agent:a", "agent:b", "error", "1 of 1 failed");
    log.start(70, "lost", "agent:a", "agent:c", LogRows.said("agent_message", "?", "q"));
    log.event(70, "send_finish", "lost", "agent:a", "agent:c", "no_recipient", null);

    TurnTree tree = tree();
    assertThat(tree.spans().stream().filter(TurnSpan::isFailed).map(TurnSpan::error))
        .containsExactly("agent:b: no ack in 50 ms", "no recipient");
    assertThat(tree.totals().errors()).isEqualTo(2);
  }

  @Test
  void aFailedReplyIsAnError() {
    log.message(0, "q", "term:1", "agent:a", LogRows.said("tg_message", "Hi", null));
    log.message(
        9,
        "a",
        "agent:a",
        "term:1",
        "{\"type\":\"tg_reply\",\"failed\":true,\"content\":{\"text\":\"Sorry\"},\"cause\":\"q\"}");

    assertThat(span(tree(), "tg_reply").error()).isEqualTo("the agent reports a failure");
  }

  @Test
  void theSpawnOfTheAgentIsPartOfTheTurn() {
    log.message(
        0,
        "spawn",
        "term:1",
        "agent:system",
        "{\"type\":\"spawn_request\",\"content\":{},\"cause\":\"q\",\"trace\":\"%s\"}"
            .formatted(LogRows.traceparent("term:1", "q")));
    log.message(
        500,
        "spawned",
        "agent:system",
        "term:1",
        "{\"type\":\"spawn_result\",\"content\":{},\"trace\":\"%s\"}"
            .formatted(LogRows.traceparent("term:1", "q")));
    log.message(510, "q", "term:1", "agent:a", LogRows.said("tg_message", "Hi", null));
    log.message(600, "a", "agent:a", "term:1", LogRows.said("tg_reply", "Hello", "q"));

    TurnTree tree = tree();
    assertThat(outline(tree))
        .containsExactly(
            "message tg_message",
            "  spawn spawn_request",
            "    message spawn_result",
            "  queue queue",
            "  work agent:a",
            "    message tg_reply");
    assertThat(span(tree, "spawn_request").duration(SOON)).isEqualTo(Duration.ofMillis(500));
    assertThat(tree.duration()).isEqualTo(Duration.ofMillis(601));
  }

  @Test
  void unknownCausesHangBelowTheRoot() {
    log.message(0, "q", "term:1", "agent:a", LogRows.said("tg_message", "Hi", null));
    log.message(5, "odd", "agent:b", "agent:c", LogRows.said("note", "?", "never-sent"));
    log.message(9, "a", "agent:a", "term:1", LogRows.said("tg_reply", "Hello", "q"));

    assertThat(outline(tree())).contains("  message note unlinked", "    message tg_reply");
  }

  @Test
  void cyclesOfCausesAreCutAtTheEarliestMessage() {
    log.message(0, "one", "agent:a", "agent:b", LogRows.said("note", "1", "three"));
    log.message(5, "two", "agent:b", "agent:a", LogRows.said("note", "2", "one"));
    log.message(9, "three", "agent:a", "agent:b", LogRows.said("note", "3", "two"));
    log.message(12, "self", "agent:b", "agent:a", LogRows.said("selfish", "4", "self"));

    TurnTree tree = tree();
    assertThat(tree.spans().stream().map(TurnSpan::message).filter(Objects::nonNull))
        .extracting(TurnSpan.Message::id)
        .containsExactly("one", "two", "three", "self");
    assertThat(span(tree, "selfish").unlinked()).isTrue();
  }

  @Test
  void aFirstMessageThatTheLogHasLostIsNamed() {
    log.message(5, "ask", "agent:a", "agent:b", LogRows.said("agent_message", "?", "lost"));
    log.message(9, "a", "agent:a", "term:1", LogRows.said("tg_reply", "Hello", "lost"));

    assertThat(outline(tree()))
        .containsExactly("message lost unknown", "  message agent_message", "  message tg_reply");
  }

  @Test
  void countsStepsThatCannotBeReadAndSkipsThem() {
    log.message(0, "q", "term:1", "agent:a", LogRows.said("tg_message", "Hi", null));
    log.step(5, "agent:a", "q", "\"kind\":\"model\",\"name\":\"m\",\"ms\":1,\"tokens_in\":-5");
    log.step(6, "agent:a", "q", "\"kind\":\"dream\",\"name\":\"m\"");
    log.step(7, "agent:a", "q", "\"kind\":\"model\",\"name\":\"m\",\"cost_usd\":1e-9999");
    log.step(8, "agent:a", "q", "\"kind\":\"model\",\"name\":\"m\",\"tokens_in\":99999999999999");
    log.step(9, "agent:a", "q", "\"kind\":\"tool\",\"name\":\"t\",\"ms\":2");
    log.message(10, "bare", "agent:a", "system:steps", LogRows.event("step", "q"));

    TurnTotals totals = tree().totals();
    assertThat(totals.malformedSteps()).isEqualTo(5);
    assertThat(totals.steps()).isOne();
  }

  @Test
  void aRepeatedMessageIsOneSpanWithAttempts() {
    for (int i = 0; i < 3; i++) {
      log.start(i * 10, "m", "agent:a", "agent:b", LogRows.said("job", "Do it", null));
      log.event(i * 10 + 1, "send_finish", "m", "agent:a", "agent:b", "no_recipient", null);
    }
    log.message(40, "m", "agent:a", "agent:b", LogRows.said("job", "Do it", null));

    TurnSpan job = tree().root();
    assertThat(tree().spans()).hasSize(1);
    assertThat(Objects.requireNonNull(job.message()).attempts()).isEqualTo(4);
    assertThat(job.status()).isEqualTo("ok");
    assertThat(job.isFailed()).isFalse();
  }

  @Test
  void oneIdMayStandForSeveralCalls() {
    log.message(0, "q", "term:1", "agent:a", LogRows.said("tg_message", "Hi", null));
    for (String name : List.of("first", "second")) {
      int at = name.equals("first") ? 10 : 20;
      String call =
          "{\"type\":\"lobby_request\",\"content\":{\"capability_name\":\"%s\"},\"cause\":\"q\"}"
              .formatted(name);
      log.message(at, "talk", "agent:a", "agent:clock", call);
      log.step(at + 2, "agent:clock", "talk", "\"kind\":\"tool\",\"name\":\"in-" + name + "\"");
    }

    assertThat(outline(tree()))
        .containsSubsequence(
            "    call first", "        tool in-first", "    call second", "        tool in-second");
  }

  @Test
  void aStoppedTurnDoesNotRun() {
    log.message(0, "q", "term:1", "agent:a", LogRows.said("tg_message", "Hi", null));
    for (int i = 0; i < 2; i++) {
      log.message(
          50,
          "stop-" + i,
          "system:trace",
          "agent:a",
          "{\"type\":\"trace_stopped\",\"content\":{\"detail\":\"by term:1\"},\"cause\":\"q\"}");
    }

    TurnTree tree = tree();
    assertThat(tree.stopped()).isTrue();
    assertThat(tree.running()).isFalse();
    assertThat(tree.totals().errors()).isZero();
    assertThat(outline(tree)).contains("  work agent:a stopped", "  notice stopped stopped");
    assertThat(span(tree, "stopped").count()).isEqualTo(2);
  }

  @Test
  void eventsWithFreeNamesFoldIntoOneSpan() {
    log.message(0, "q", "term:1", "agent:a", LogRows.said("tg_message", "Hi", null));
    for (int i = 0; i < 50; i++) {
      log.message(i + 1, "e" + i, "agent:a", "term:1", LogRows.event("mood-" + i, "q"));
    }

    assertThat(span(tree(), "other events").count()).isEqualTo(50);
  }

  @Test
  void tenThousandStepsAreOneTree() {
    log.message(0, "q", "term:1", "agent:a", LogRows.said("tg_message", "Hi", null));
    for (int i = 0; i < 10_000; i++) {
      log.step(i + 2, "agent:a", "q", "\"kind\":\"tool\",\"name\":\"t\",\"ms\":1");
    }

    TurnTree tree = tree();
    assertThat(tree.totals().steps()).isEqualTo(10_000);
    assertThat(tree.spans()).hasSize(10_003);
  }

  @Test
  void aChainOfTenThousandCausesFitsTheStack() throws Exception {
    String cause = null;
    for (int i = 0; i < 10_000; i++) {
      String to = "agent:" + (i + 1) % 2;
      log.message(i, "m" + i, "agent:" + i % 2, to, LogRows.said("note", "", cause));
      cause = "m" + i;
    }
    var deepest = new int[1];
    Thread small =
        new Thread(
            null,
            () -> {
              TurnTree tree = tree();
              deepest[0] = tree.spans().getLast().depth();
              assertThat(tree.toRaw().length()).isPositive();
            },
            "small stack",
            128 * 1024);
    small.start();
    small.join();

    // Each message is below the work on the one before.
    assertThat(deepest[0]).isEqualTo(2 * 9_999);
  }

  @Test
  void withoutMessagesThereIsNoTree() {
    assertThat(new TurnTreeBuilder(null).build(SOON)).isNull();
    var gap = new ActivityRow(1, "never", "log_gap", "x", null, null, null, null, null, null);
    assertThat(new TurnTreeBuilder(null).add(gap).build(SOON)).isNull();
  }

  @Test
  void theJsonFormIsFlatAndNamesParents() {
    Fields tree = LogRows.json(tree(LogRows.scene().rows(), SOON).toRaw().toString()).fields();

    assertThat(tree.string("traceId")).hasSize(32);
    assertThat(tree.string("messageId")).isEqualTo("q");
    assertThat(tree.string("agent")).isEqualTo("agent:a");
    assertThat(tree.require("durationMs")).hasToString("2001");
    assertThat(tree.object("totals").fields().require("costUsd")).hasToString("0.0049");
    Fields model = tree.require("spans").elements().get(4).fields();
    assertThat(model.string("kind")).isEqualTo("model");
    assertThat(model.integer("parent", -1)).isEqualTo(2);
    assertThat(model.integer("tokensIn", 0)).isEqualTo(1_200);
    assertThat(model.require("offsetMs")).hasToString("15");
    assertThat(tree.require("spans").elements().getFirst().fields().has("parent")).isFalse();
  }
}
