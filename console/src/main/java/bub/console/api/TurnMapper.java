package bub.console.api;

import bub.client.trace.TurnSpan;
import bub.client.trace.TurnSummary;
import bub.client.trace.TurnTotals;
import bub.client.trace.TurnTree;
import bub.console.view.TraceViews.SpanView;
import bub.console.view.TraceViews.StepView;
import bub.console.view.TraceViews.TotalsView;
import bub.console.view.TraceViews.TurnHead;
import bub.console.view.TraceViews.TurnView;
import bub.protocol.trace.Step;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Mapper from the turns of the log to the records of the API. */
final class TurnMapper {
  // The clocks of bus and console may differ: a longer time says nothing.
  private static final Duration LONGEST = Duration.ofDays(7);

  private TurnMapper() {}

  static TurnView view(TurnTree tree, long version, Instant now) {
    return new TurnView(
        head(tree, now),
        tree.cut(),
        version,
        tree.spans().size(),
        tree.spans().stream().map(span -> span(span, tree.start())).toList());
  }

  static TurnHead head(TurnTree tree, Instant now) {
    Instant last = tree.start();
    for (TurnSpan span : tree.spans()) {
      Instant end = span.end() == null ? span.start() : span.end();
      last = end.isAfter(last) ? end : last;
    }
    return head(tree.summary(), elapsed(tree.start(), last, tree.running() ? now : last));
  }

  static TurnHead head(TurnSummary turn, Instant now) {
    Duration known = turn.duration() == null ? Duration.ZERO : turn.duration();
    Instant last = turn.start().plus(known);
    return head(turn, elapsed(turn.start(), last, turn.running() ? now : last));
  }

  private static Duration elapsed(Instant start, Instant last, Instant now) {
    Duration known = Duration.between(start, last);
    Duration soFar = Duration.between(start, now);
    return soFar.compareTo(known) > 0 && soFar.compareTo(LONGEST) < 0 ? soFar : known;
  }

  private static TurnHead head(TurnSummary turn, Duration elapsed) {
    return new TurnHead(
        turn.trace() == null ? null : turn.trace().value(),
        turn.messageId(),
        turn.from(),
        turn.agent(),
        turn.text(),
        turn.start().toString(),
        turn.duration() == null || turn.running() ? null : (Double) millis(turn.duration()),
        millis(elapsed),
        turn.running(),
        turn.stopped(),
        turn.error(),
        totals(turn.totals()));
  }

  private static TotalsView totals(TurnTotals totals) {
    return new TotalsView(
        totals.messages(),
        totals.steps(),
        totals.modelCalls(),
        totals.toolCalls(),
        totals.tokensIn(),
        totals.tokensOut(),
        totals.costUsd(),
        totals.unpricedCalls(),
        totals.errors());
  }

  private static SpanView span(TurnSpan span, Instant turnStart) {
    TurnSpan.Message message = span.message();
    return new SpanView(
        span.id(),
        span.isRoot() ? null : (Integer) span.parent(),
        span.depth(),
        span.kind().word(),
        span.name(),
        span.actor(),
        span.status(),
        span.error(),
        millis(Duration.between(turnStart, span.start())),
        span.end() == null ? null : (Double) millis(Duration.between(span.start(), span.end())),
        span.count(),
        message == null || message.id().isEmpty() ? null : message.id(),
        message == null ? null : message.from(),
        message == null ? null : message.to(),
        message == null || message.text().isEmpty() ? null : message.text(),
        span.step() == null ? null : step(span.step()));
  }

  private static StepView step(Step step) {
    Step.ModelUsage usage = step.usage();
    Step.ToolUse call = step.call();
    return new StepView(
        usage == null ? null : (Long) usage.tokensIn(),
        usage == null ? null : (Long) usage.tokensOut(),
        usage == null ? null : usage.costUsd(),
        usage == null || usage.finish().isEmpty() ? null : usage.finish(),
        usage == null ? null : (Integer) usage.retries(),
        call == null ? null : (Long) call.argumentsBytes(),
        call == null ? null : (Long) call.resultBytes(),
        call == null ? null : brief(call.arguments()),
        call == null ? null : brief(call.result()));
  }

  /** The message itself has the whole text. */
  private static @Nullable String brief(@Nullable String text) {
    return text == null || text.length() <= 500 ? text : text.substring(0, 500) + "…";
  }

  private static double millis(Duration duration) {
    return duration.toNanos() / 1_000_000.0;
  }
}
