package bub.console.view;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records of the endpoints about turns. */
public final class TraceViews {
  private TraceViews() {}

  /**
   * Summary of a turn.
   *
   * @param root id of its first message; absent when the log does not have it
   * @param person chat whose turn it is
   * @param text first words of the first message
   * @param agents peers that took part, at most a few
   * @param durationMs time until its last event, or until now while it runs
   * @param costUsd absent when no price is known
   * @param errors number of spans that failed
   * @param cut true when the turn has more messages than the console reads
   */
  public record TurnSummary(
      String trace,
      @Nullable String root,
      @Nullable String person,
      String text,
      List<String> agents,
      boolean running,
      String start,
      double durationMs,
      int steps,
      long tokensIn,
      long tokensOut,
      @Nullable BigDecimal costUsd,
      int errors,
      boolean cut) {}

  /**
   * Page of a turn's spans. A parent stands before its children.
   *
   * @param version pages with the same version fit together
   * @param total number of spans in all pages
   */
  public record TurnView(TurnSummary turn, long version, int total, List<SpanView> spans) {}

  /**
   * Message, step or wait of a turn. Times are milliseconds since the start of the turn.
   *
   * @param kind {@code message}, {@code work}, {@code model}, {@code tool}, {@code wait}, {@code
   *     lobby}, {@code queue}, {@code spawn} or {@code folded}
   * @param messageId message to show for this span
   * @param endMs absent while the span is open
   * @param count number of messages that a folded span stands for
   */
  public record SpanView(
      String id,
      @Nullable String parent,
      String kind,
      String name,
      @Nullable String from,
      @Nullable String to,
      @Nullable String messageId,
      double startMs,
      @Nullable Double endMs,
      @Nullable String status,
      @Nullable String error,
      @Nullable Long tokensIn,
      @Nullable Long tokensOut,
      @Nullable BigDecimal costUsd,
      int count,
      @Nullable String text) {}

  /** Turns, newest first; {@code complete} is false when the search ended before the period. */
  public record TurnList(List<TurnSummary> turns, boolean complete) {}

  /** Request to stop a turn; {@code id} is that of its trace or of one of its messages. */
  public record TurnStopRequest(String id) {}

  public record TurnStopped(String message) {}
}
