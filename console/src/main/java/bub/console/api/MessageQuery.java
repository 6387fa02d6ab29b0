package bub.console.api;

import bub.console.http.ApiRequest;
import bub.console.http.QueryParameter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Criteria of a message search; an absent one does not restrict.
 *
 * @param before upper bound for the number of a message's first event
 * @param after lower bound for that number; the oldest messages above it are returned
 * @param background false omits progress events of agents and the console's own requests
 */
record MessageQuery(
    @Nullable String from,
    @Nullable String to,
    @Nullable String type,
    @Nullable String status,
    @Nullable String text,
    @Nullable Instant since,
    @Nullable Instant until,
    @Nullable Long before,
    @Nullable Long after,
    boolean background,
    int limit) {
  private static final QueryParameter.Range LIMIT = new QueryParameter.Range(1, 200, 50);

  static final List<QueryParameter> PARAMS =
      List.of(
          QueryParameter.text("from", "the sender's address"),
          QueryParameter.text("to", "the address that it was sent to"),
          QueryParameter.text("type", "the payload's type"),
          QueryParameter.text("status", "how it ended, or pending"),
          QueryParameter.text(
              "text", "contained in the payload or the id; upper and lower case are one"),
          QueryParameter.text("since", "a time such as 2026-02-17T12:00:00Z"),
          QueryParameter.text("until", "a time; those of exactly this time are not in"),
          QueryParameter.whole("before", "next of another page: those older than it"),
          QueryParameter.whole("after", "newer of another page: those right above it"),
          QueryParameter.flag(
              "background",
              "false leaves out typing, partial answers and the console's own questions"),
          QueryParameter.whole("limit", "1 to 200, usually 50", LIMIT));

  static MessageQuery of(ApiRequest<?> request) {
    return new MessageQuery(
        request.text("from"),
        request.text("to"),
        request.text("type"),
        request.text("status"),
        request.text("text"),
        request.time("since"),
        request.time("until"),
        request.number("before"),
        request.number("after"),
        request.flag("background", true),
        request.whole("limit", LIMIT));
  }
}
