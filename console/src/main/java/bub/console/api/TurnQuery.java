package bub.console.api;

import bub.console.http.ApiRequest;
import bub.console.http.QueryParameter;
import bub.console.view.TraceViews.TurnHead;
import bub.json.InvalidField;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Criteria of a search for turns; an absent one does not restrict. */
record TurnQuery(
    Instant since,
    @Nullable String agent,
    @Nullable String text,
    @Nullable Long minMs,
    @Nullable BigDecimal minCost,
    boolean failed,
    int limit) {
  private static final QueryParameter.Range LIMIT = new QueryParameter.Range(1, 200, 50);
  private static final Duration USUAL_PERIOD = Duration.ofHours(1);
  private static final int MOST_DIGITS = 20;

  static final List<QueryParameter> PARAMS =
      List.of(
          QueryParameter.text("id", "Only the turn of this message or trace."),
          QueryParameter.text("since", "Start of the period; one hour ago by default."),
          QueryParameter.text("agent", "Part of the address of the first sender or the agent."),
          QueryParameter.text("text", "Part of the first words."),
          QueryParameter.whole("minMs", "Minimum duration in milliseconds."),
          new QueryParameter("minCost", "number", "Minimum cost in US dollars.", false, null),
          QueryParameter.flag("failed", "True for turns with errors only; false by default."),
          QueryParameter.whole("limit", "Maximum number of turns.", LIMIT));

  static TurnQuery of(ApiRequest<?> asked, Instant now) {
    Instant since = asked.time("since");
    return new TurnQuery(
        since == null ? now.minus(USUAL_PERIOD) : since,
        lower(asked.text("agent")),
        lower(asked.text("text")),
        asked.number("minMs"),
        amount(asked.text("minCost")),
        asked.flag("failed", false),
        asked.whole("limit", LIMIT));
  }

  private static @Nullable BigDecimal amount(@Nullable String text) {
    try {
      if (text == null || text.length() <= MOST_DIGITS) {
        return text == null ? null : new BigDecimal(text);
      }
    } catch (NumberFormatException odd) {
      // Refused below, like an amount with too many digits.
    }
    throw new InvalidField("minCost", "must be a number such as 0.05");
  }

  private static @Nullable String lower(@Nullable String text) {
    return text == null ? null : text.toLowerCase(Locale.ROOT);
  }

  boolean matches(TurnHead turn) {
    BigDecimal cost = turn.totals().costUsd();
    return (agent == null || contains(turn.agent(), agent) || contains(turn.from(), agent))
        && (text == null || contains(turn.text(), text))
        && (minMs == null || lasted(turn) >= minMs)
        && (minCost == null || cost != null && cost.compareTo(minCost) >= 0)
        && (!failed || turn.error() != null || turn.totals().errors() > 0);
  }

  private static double lasted(TurnHead turn) {
    return turn.durationMs() == null ? turn.elapsedMs() : turn.durationMs();
  }

  private static boolean contains(@Nullable String text, String part) {
    return text != null && text.toLowerCase(Locale.ROOT).contains(part);
  }
}
