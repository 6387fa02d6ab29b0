package bub.cli.trace;

import bub.cli.machine.HumanUnits;
import bub.cli.screen.Screen;
import bub.cli.top.TerminalCells;
import bub.client.trace.TurnSpan;
import bub.client.trace.TurnSpan.Kind;
import bub.client.trace.TurnTotals;
import bub.client.trace.TurnTree;
import bub.protocol.trace.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lines of a turn: one per span with its start, duration, bar and words, then the totals. */
final class TurnRenderer {
  /** Width of a line that is not for a terminal. */
  static final int UNLIMITED = Integer.MAX_VALUE;

  private static final int TIME = 8;
  private static final int LEAST_COLUMNS_FOR_BAR = 72;
  private static final int LARGEST_BAR = 40;
  private static final int DEEPEST_INDENT = 12;

  private final Screen screen;
  private final int columns;
  private final int bar;
  private final Instant now;

  TurnRenderer(Screen screen, int columns, Instant now) {
    this.screen = screen;
    this.columns = columns;
    this.bar =
        columns == UNLIMITED || columns < LEAST_COLUMNS_FOR_BAR
            ? 0
            : Math.min(LARGEST_BAR, columns / 5);
    this.now = now;
  }

  List<String> lines(TurnTree tree) {
    var lines = new ArrayList<String>(tree.spans().size() + 4);
    lines.add(new StyledLine(columns).add("turn " + name(tree), screen::bold).toString());
    long extent = extent(tree);
    for (TurnSpan span : tree.spans()) {
      lines.add(line(span, tree, extent));
    }
    lines.add(summary(tree));
    if (tree.cut()) {
      lines.add(screen.dim("The turn has more messages than bub reads. The rest is not shown."));
    }
    return lines;
  }

  private static String name(TurnTree tree) {
    return tree.trace() == null ? "of an unknown trace" : tree.trace().value();
  }

  private long extent(TurnTree tree) {
    long extent = 1;
    for (TurnSpan span : tree.spans()) {
      Duration end = Duration.between(tree.start(), span.start()).plus(span.duration(now));
      extent = Math.max(extent, end.toNanos());
    }
    return extent;
  }

  private String line(TurnSpan span, TurnTree tree, long extent) {
    Duration offset = Duration.between(tree.start(), span.start());
    var line = new StyledLine(columns);
    line.add(TerminalCells.right(TurnFigures.time(offset), TIME), screen::dim);
    line.add("  ");
    String took =
        span.isRunning() ? "running" : span.count() > 1 || hasLength(span) ? took(span) : "";
    line.add(TerminalCells.right(took, TIME)).add("  ");
    if (bar > 0) {
      line.add(bar(span, offset, extent), text -> span.isFailed() ? screen.red(text) : text);
      line.add("  ");
    }
    line.add(indent(span.depth()));
    describe(span, line);
    return line.toString();
  }

  private String took(TurnSpan span) {
    return TurnFigures.time(span.duration(now));
  }

  /** A single event and a notice have no duration. */
  private static boolean hasLength(TurnSpan span) {
    return span.kind() != Kind.EVENTS && span.kind() != Kind.NOTICE;
  }

  /** Names the depth when the indentation would leave no room for words. */
  private static String indent(int depth) {
    return depth <= DEEPEST_INDENT
        ? "  ".repeat(depth)
        : "  ".repeat(DEEPEST_INDENT) + "(" + depth + ") ";
  }

  private String bar(TurnSpan span, Duration offset, long extent) {
    int from = (int) Math.min(bar - 1, offset.toNanos() * (double) bar / extent);
    int length = (int) Math.round(span.duration(now).toNanos() * (double) bar / extent);
    int shown = Math.clamp(length, 1, bar - from);
    String cell =
        switch (span.kind()) {
          case MESSAGE, CALL, SPAWN, WORK -> "━";
          case QUEUE, WAIT -> "░";
          case MODEL, TOOL -> "█";
          case EVENTS, NOTICE -> "▒";
        };
    return " ".repeat(from) + cell.repeat(shown) + " ".repeat(bar - from - shown);
  }

  private void describe(TurnSpan span, StyledLine line) {
    TurnSpan.Message message = span.message();
    switch (span.kind()) {
      case MESSAGE, CALL, SPAWN -> {
        if (message == null) {
          line.add("message " + span.name()).part("(not in the log)", screen::dim);
        } else {
          describe(span, message, line);
        }
      }
      case QUEUE -> line.add("queue", screen::dim);
      case WORK -> line.add(span.name(), screen::bold);
      case MODEL, TOOL, WAIT -> {
        line.add(span.kind().word() + " ").add(span.name());
        describe(span.step(), line);
      }
      case EVENTS -> line.add(span.name() + " × " + HumanUnits.number(span.count()), screen::dim);
      case NOTICE -> line.add(span.name(), screen::red);
    }
    if (span.unlinked()) {
      line.part("(unlinked)", screen::dim);
    }
    if (span.error() != null) {
      line.part(span.error(), screen::red);
    } else if (!span.status().equals(TurnSpan.OK) && !span.isRunning()) {
      line.part(span.status(), screen::dim);
    }
  }

  private void describe(TurnSpan span, TurnSpan.Message message, StyledLine line) {
    String ends = orUnknown(message.from()) + " → " + orUnknown(message.to());
    switch (span.kind()) {
      case CALL -> line.add("call " + span.name()).part(ends, screen::dim);
      case SPAWN -> line.add("spawn").part(ends, screen::dim);
      default -> line.add(ends).part(span.name(), screen::dim);
    }
    if (!message.text().isEmpty()) {
      line.part("\"" + message.text() + "\"");
    }
    if (message.attempts() > 1) {
      line.part("(" + message.attempts() + " attempts)", screen::dim);
    }
  }

  private static String orUnknown(@Nullable String address) {
    return address == null ? "?" : address;
  }

  private void describe(@Nullable Step step, StyledLine line) {
    Step.ModelUsage usage = step == null ? null : step.usage();
    if (usage != null) {
      line.part(
          TurnFigures.tokens(usage.tokensIn())
              + " → "
              + TurnFigures.tokens(usage.tokensOut())
              + " tokens");
      line.part(TurnFigures.money(usage.costUsd()));
      line.part(
          usage.retries() == 0
              ? ""
              : usage.retries() == 1 ? "1 retry" : usage.retries() + " retries");
    }
    if (step != null && step.call() != null && step.call().resultBytes() > 0) {
      line.part(HumanUnits.bytes(step.call().resultBytes()), screen::dim);
    }
  }

  private String summary(TurnTree tree) {
    TurnTotals totals = tree.totals();
    var line = new StyledLine(columns);
    Duration took = tree.duration();
    line.add(took == null ? "running" : TurnFigures.time(took), screen::bold);
    if (tree.running() && took != null) {
      line.add(", still running");
    }
    if (tree.stopped()) {
      line.add(", ").add("stopped", screen::red);
    }
    line.add(", " + HumanUnits.count(totals.steps(), "step"));
    if (totals.modelCalls() > 0) {
      line.add(
          ", %s → %s tokens"
              .formatted(
                  TurnFigures.tokens(totals.tokensIn()), TurnFigures.tokens(totals.tokensOut())));
      line.add(totals.costUsd() == null ? "" : ", " + TurnFigures.money(totals.costUsd()));
      line.add(totals.unpricedCalls() == 0 ? "" : cost(totals), screen::dim);
    }
    if (totals.errors() > 0) {
      line.add(", ").add(HumanUnits.count(totals.errors(), "error"), screen::red);
    }
    if (totals.malformedSteps() > 0) {
      line.add(", " + HumanUnits.count(totals.malformedSteps(), "malformed step"), screen::red);
    }
    return line.toString();
  }

  private static String cost(TurnTotals totals) {
    return totals.costUsd() == null
        ? ", cost unknown"
        : " plus " + HumanUnits.count(totals.unpricedCalls(), "call") + " of unknown price";
  }
}
