package bub.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;

import bub.cli.screen.Screen;
import bub.cli.top.TerminalCells;
import bub.client.trace.TurnSummary;
import bub.client.trace.TurnTree;
import bub.client.trace.TurnTreeBuilder;
import bub.json.RawJson;
import bub.protocol.ActivityRow;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Turns as lines of text, for people and for pipes. */
class TurnRendererTest {
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant NOW = START.plusSeconds(10);

  private final List<ActivityRow> rows = new ArrayList<>();

  @BeforeEach
  void aPersonAsks() throws Exception {
    message(0, "q", "term:1", "agent:a", "tg_message", "What time is it?", "");
    step(
        1_000,
        "\"kind\":\"model\",\"name\":\"claude\",\"ms\":900,\"tokens_in\":1200,"
            + "\"tokens_out\":80,\"cost_usd\":0.0049");
    step(1_500, "\"kind\":\"tool\",\"name\":\"clock\",\"ms\":400,\"error\":\"it is late\"");
    message(2_000, "a", "agent:a", "term:1", "tg_reply", "Late.", ",\"cause\":\"q\"");
  }

  private void message(
      long at, String id, String from, String to, String type, String text, String more)
      throws Exception {
    RawJson payload =
        RawJson.parse(
            "{\"type\":\"%s\",\"content\":{\"text\":\"%s\"}%s}".formatted(type, text, more));
    row(at, "send_start", id, from, to, payload);
    row(at, "process_start", id, to, to, null);
    row(at, "process_finish", id, to, to, null);
    row(at, "send_finish", id, from, to, null);
  }

  private void step(long at, String step) throws Exception {
    String id = "step-" + rows.size();
    RawJson payload =
        RawJson.parse(
            ("{\"type\":\"agent_event\",\"cause\":\"q\",\"content\":{\"event\":\"step\","
                    + "\"data\":{\"message_id\":\"q\",%s}}}")
                .formatted(step));
    row(at, "send_start", id, "agent:a", "system:steps", payload);
  }

  private void row(
      long at, String event, String id, String actor, String to, @Nullable RawJson payload) {
    rows.add(
        new ActivityRow(
            rows.size() + 1,
            START.plusMillis(at).toString(),
            event,
            id,
            null,
            actor,
            to,
            event.endsWith("finish") ? "ok" : "start",
            payload,
            null));
  }

  private TurnTree tree() {
    return Objects.requireNonNull(new TurnTreeBuilder(null).addAll(rows).build(NOW));
  }

  private static Screen screen(boolean coloured) {
    var nowhere = new PrintWriter(Writer.nullWriter());
    return new Screen(nowhere, nowhere, coloured, coloured);
  }

  private List<String> lines(int columns) {
    return new TurnRenderer(screen(false), columns, NOW).lines(tree());
  }

  @Test
  void aPipeGetsEverySpanWithoutBarsAndColours() {
    assertThat(lines(TurnRenderer.UNLIMITED).stream().skip(1))
        .containsExactly(
            " 0.00 ms     2.0 s  term:1 → agent:a  tg_message  \"What time is it?\"",
            " 0.00 ms    100 ms    queue",
            " 0.00 ms     2.0 s    agent:a",
            "  100 ms    900 ms      model claude  1,200 → 80 tokens  $0.0049",
            "   1.1 s    400 ms      tool clock  it is late",
            "   2.0 s   0.00 ms      agent:a → term:1  tg_reply  \"Late.\"",
            "2.0 s, 2 steps, 1,200 → 80 tokens, $0.0049, 1 error");
  }

  @Test
  void aTerminalOf80ColumnsHasABarPerSpan() {
    List<String> lines = lines(80);

    assertThat(lines).allMatch(line -> TerminalCells.width(line) <= 80);
    assertThat(lines.get(1)).contains("━━━━━━━━━━━━━━━━", "term:1 → agent:a");
    assertThat(lines.get(2)).contains("░                 ");
    assertThat(lines.get(4)).contains("███████", "model claude");
    assertThat(lines.get(5)).contains("███", "tool clock");
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 40, 71, 72, 100, 250})
  void everyLineFitsTheTerminal(int columns) throws Exception {
    message(2_100, "wide", "agent:a", "term:1", "note", "漢字".repeat(100), ",\"cause\":\"q\"");

    assertThat(lines(columns)).allMatch(line -> TerminalCells.width(line) <= columns);
  }

  @Test
  void errorsAreRed() {
    assertThat(new TurnRenderer(screen(true), 100, NOW).lines(tree()))
        .anyMatch(line -> line.contains("\u001b[31mit is late\u001b[0m"))
        .anyMatch(line -> line.contains("\u001b[31m1 error\u001b[0m"));
  }

  @Test
  void textFromAgentsCannotControlTheTerminal() throws Exception {
    message(2_100, "evil", "agent:a", "term:1", "note", "\\u001b[2J", ",\"cause\":\"q\"");

    assertThat(String.join("\n", lines(TurnRenderer.UNLIMITED))).doesNotContain("\u001b");
  }

  @Test
  void aTurnWithoutAnAnswerIsRunning() {
    rows.removeIf(row -> row.messageId().equals("a"));

    assertThat(lines(TurnRenderer.UNLIMITED))
        .anyMatch(line -> line.contains(" running    agent:a"))
        .last()
        .asString()
        .startsWith("running, 2 steps");
  }

  @Test
  void theTableShowsTheIdsOfTurns() {
    TurnSummary turn = tree().summary();
    String trace = Objects.requireNonNull(turn.trace()).value();

    List<String> narrow =
        new TurnTable(screen(false), 80, ZoneOffset.UTC, NOW).lines(List.of(turn));
    assertThat(narrow).hasSize(3).allMatch(line -> TerminalCells.width(line) <= 80);
    assertThat(narrow.get(1)).contains("12:00:00", "2.0 s", "1,280", "$0.0049", "agent:a", "What");
    assertThat(narrow.get(2)).contains(trace);

    List<String> piped =
        new TurnTable(screen(false), TurnRenderer.UNLIMITED, ZoneOffset.UTC, NOW)
            .lines(List.of(turn));
    assertThat(piped).hasSize(2);
    assertThat(piped.get(1)).contains(trace, "What time is it?", "it is late");
  }

  @Test
  void theNewestLinesOfALongTurnStayOnTheScreen() {
    assertThat(TraceCommand.newest(List.of("turn", "1", "2", "3", "sum"), 3))
        .containsExactly("turn", "3", "sum");
    assertThat(TraceCommand.newest(List.of("turn", "sum"), 3)).containsExactly("turn", "sum");
  }
}
