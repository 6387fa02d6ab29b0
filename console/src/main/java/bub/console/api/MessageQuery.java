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
 * @param after lower bound for that number; the oldest messages above it come first
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
          QueryParameter.text("from", "Address of the sender."),
          QueryParameter.text("to", "Address that the message was sent to."),
          QueryParameter.text("type", "Type of the payload."),
          QueryParameter.text("status", "Final status, or pending."),
          QueryParameter.text("text", "Text in the payload or in the id, case-insensitive."),
          QueryParameter.text("since", "Earliest time, such as 2026-02-17T12:00:00Z."),
          QueryParameter.text("until", "Latest time, exclusive."),
          QueryParameter.whole("before", "Value of next in another page; returns older messages."),
          QueryParameter.whole(
              "after", "Value of newer in another page; returns the next newer messages."),
          QueryParameter.flag(
              "background",
              "False omits steps, typing, partial answers and the console's own requests."),
          QueryParameter.whole("limit", "Maximum number of messages.", LIMIT));

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
