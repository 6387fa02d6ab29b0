package bub.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import bub.json.RawJson;
import bub.testkit.BubProgram.Finished;
import bub.testkit.OtlpReceiver;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.opentelemetry.proto.trace.v1.Span;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One turn of three agents, on the page, in the terminal and at a collector. */
class TracedSceneTest {
  @RegisterExtension static final Stage stage = Stage.exporting();

  private static final double A_PIXEL_OR_TWO = .02;
  private static final double A_MICROSECOND = .001;

  @Test
  void pageCommandAndExportShowTheSameTurn() throws Exception {
    String id = new TeaScene(stage).play();
    // The log may lag behind.
    Page page = stage.visitor().expecting("404").opens("/turns?id=" + id);
    page.setViewportSize(1280, 2_400); // all rows are on the page
    Locator waterfall = page.getByRole(AriaRole.TREEGRID);
    Locator totals =
        page.getByRole(AriaRole.GROUP, new Page.GetByRoleOptions().setName("Totals of the turn"));
    assertThat(totals).containsText("steps 5");
    assertThat(totals).not().containsText("running");
    assertThat(totals).not().containsText("errors");

    var printed = new AtomicReference<List<PrintedSpan>>(List.of());
    Awaitility.await()
        .pollInSameThread()
        .ignoreExceptions()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () -> {
              String json = trace(id);
              List<PrintedSpan> spans = PrintedSpan.of(json);
              printed.set(spans);
              checkPage(WaterfallRow.of(waterfall), spans);
              SpanComparison.agree(spans, exported(json));
            });

    checkNesting(WaterfallRow.of(waterfall));
    checkTimes(printed.get());
  }

  private static String trace(String id) throws Exception {
    Finished finished = stage.console().bub("trace", id, "--json");
    assertThat(finished.exitCode()).as(finished::toString).isZero();
    return finished.out();
  }

  private static List<Span> exported(String json) throws Exception {
    String trace = RawJson.parse(json).fields().string("traceId");
    return stage.collector().spans().stream()
        .filter(span -> OtlpReceiver.hex(span.getTraceId()).equals(trace))
        .toList();
  }

  // ---- the page and the command

  private static void checkPage(List<WaterfallRow> rows, List<PrintedSpan> spans) {
    assertThat(rows.stream().map(WaterfallRow::label).toList())
        .isEqualTo(spans.stream().map(PrintedSpan::label).toList());
    double total = spans.stream().mapToDouble(PrintedSpan::endMs).max().orElseThrow();
    for (int i = 0; i < rows.size(); i++) {
      WaterfallRow row = rows.get(i);
      PrintedSpan span = spans.get(i);
      assertThat(row.level()).as(row.label()).isEqualTo(span.level());
      assertThat(row.parent()).as(row.label()).isEqualTo(span.parent());
      assertThat(row.failed()).as(row.label()).isFalse();
      assertThat(span.isFailed()).as(row.label()).isFalse();
      assertThat(millis(row.took()))
          .as(row.label())
          .isCloseTo(span.durationMs(), within(rounding(span.durationMs())));
      assertThat(row.left())
          .as(row.label())
          .isCloseTo(span.offsetMs() / total, within(A_PIXEL_OR_TWO));
      assertThat(row.right())
          .as(row.label())
          .isCloseTo(span.endMs() / total, within(A_PIXEL_OR_TWO));
    }
  }

  /** Reads a duration of the page, such as {@code 0.42 ms} or {@code 1.2 s}. */
  private static double millis(String took) {
    String[] parts = took.split(" ", 2);
    return Double.parseDouble(parts[0]) * (parts[1].equals("s") ? 1_000 : 1);
  }

  private static double rounding(double ms) {
    return ms < 1_000 ? 1 : 51;
  }

  // ---- who did what for whom, and when

  private static void checkNesting(List<WaterfallRow> rows) {
    String question = TeaScene.PERSON + " → " + TeaScene.PLANNER;
    String ask = TeaScene.PLANNER + " → " + TeaScene.RESEARCHER;
    String call =
        "lobby call " + TeaScene.CAPABILITY + ", " + TeaScene.RESEARCHER + " → system:lobby";
    assertThat(rows.getFirst().label()).isEqualTo(question);
    checkParents(rows, "work " + TeaScene.PLANNER, question, 1);
    checkParents(rows, "model openai/gpt-test", "work " + TeaScene.PLANNER, 2);
    checkParents(rows, "tool send_message", "work " + TeaScene.PLANNER, 1);
    checkParents(rows, ask, "work " + TeaScene.PLANNER, 1);
    checkParents(rows, "work " + TeaScene.RESEARCHER, ask, 1);
    checkParents(rows, "tool " + TeaScene.TOOL, "work " + TeaScene.RESEARCHER, 1);
    checkParents(rows, call, "work " + TeaScene.RESEARCHER, 1);
    checkParents(rows, "work " + TeaScene.SHOP, call, 1);
    checkParents(rows, "tool " + TeaScene.SHOP_TOOL, "work " + TeaScene.SHOP, 1);
    checkParents(rows, TeaScene.PLANNER + " → " + TeaScene.PERSON, "work " + TeaScene.PLANNER, 1);
  }

  private static void checkParents(
      List<WaterfallRow> rows, String label, String parent, int times) {
    assertThat(
            rows.stream()
                .filter(row -> row.label().equals(label))
                .map(row -> rows.get(row.parent()).label()))
        .as("rows above \"%s\"", label)
        .hasSize(times)
        .containsOnly(parent);
  }

  /** An agent may end before the message that it sent last. All else lies within its parent. */
  private static void checkTimes(List<PrintedSpan> spans) {
    for (PrintedSpan span : spans.subList(1, spans.size())) {
      PrintedSpan parent = spans.get(span.parent());
      assertThat(span.offsetMs())
          .as(span.label())
          .isBetween(parent.offsetMs() - A_MICROSECOND, parent.endMs() + A_MICROSECOND);
      boolean isAwaited =
          !span.isMessage()
              || span.kind().equals("call")
              || span.label().endsWith("→ " + TeaScene.RESEARCHER);
      if (isAwaited) {
        assertThat(span.endMs())
            .as(span.label())
            .isLessThanOrEqualTo(parent.endMs() + A_MICROSECOND);
      }
    }
    PrintedSpan tool =
        spans.stream().filter(span -> span.name().equals(TeaScene.TOOL)).findAny().orElseThrow();
    assertThat(tool.durationMs()).isGreaterThanOrEqualTo(100);
  }
}
