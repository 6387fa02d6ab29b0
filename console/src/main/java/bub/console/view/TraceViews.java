package bub.console.view;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records of the endpoints about turns, with the names of {@code bub trace --json}. */
public final class TraceViews {
  private TraceViews() {}

  /**
   * Turn in one line.
   *
   * @param messageId first message; absent when the log does not have it
   * @param from sender of the first message
   * @param durationMs time until the answer; absent while the turn runs
   * @param elapsedMs time until the last event, or until now while the turn runs
   * @param error first failure
   */
  public record TurnHead(
      @Nullable String traceId,
      @Nullable String messageId,
      @Nullable String from,
      @Nullable String agent,
      String text,
      String start,
      @Nullable Double durationMs,
      double elapsedMs,
      boolean running,
      boolean stopped,
      @Nullable String error,
      TotalsView totals) {}

  /**
   * Figures of a turn.
   *
   * @param costUsd absent when no price is known
   * @param unpricedCalls model calls whose price is unknown, which the cost does not include
   */
  public record TotalsView(
      int messages,
      int steps,
      int modelCalls,
      int toolCalls,
      long tokensIn,
      long tokensOut,
      @Nullable BigDecimal costUsd,
      int unpricedCalls,
      int errors) {}

  /**
   * Page of a turn's spans. A parent stands before its children.
   *
   * @param cut true when the turn has more messages than the console reads
   * @param version pages with the same version fit together
   * @param total number of spans in all pages
   */
  public record TurnView(
      TurnHead turn, boolean cut, long version, int total, List<SpanView> spans) {}

  /**
   * Message, work or step of a turn.
   *
   * @param kind {@code message}, {@code call}, {@code spawn}, {@code queue}, {@code work}, {@code
   *     model}, {@code tool}, {@code wait}, {@code events} or {@code notice}
   * @param offsetMs time since the start of the turn
   * @param durationMs absent while the span is open
   * @param count number of events that the span stands for
   */
  public record SpanView(
      int id,
      @Nullable Integer parent,
      int depth,
      String kind,
      String name,
      @Nullable String actor,
      String status,
      @Nullable String error,
      double offsetMs,
      @Nullable Double durationMs,
      int count,
      @Nullable String messageId,
      @Nullable String from,
      @Nullable String to,
      @Nullable String text,
      @Nullable StepView step) {}

  /** Details of a model call, a tool call or a wait. */
  public record StepView(
      @Nullable Long tokensIn,
      @Nullable Long tokensOut,
      @Nullable BigDecimal costUsd,
      @Nullable String finish,
      @Nullable Integer retries,
      @Nullable Long argumentsBytes,
      @Nullable Long resultBytes,
      @Nullable String arguments,
      @Nullable String result) {}

  /**
   * Turns, newest first.
   *
   * @param complete false when the log of the period was too long to be read
   * @param searchedBack time that the search reached; absent when it is complete
   */
  public record TurnList(List<TurnHead> turns, boolean complete, @Nullable String searchedBack) {}

  /** Request to stop a turn; {@code id} is that of its trace or of one of its messages. */
  public record TurnStopRequest(String id) {}

  public record TurnStopped(String message) {}
}
