package bub.console.api;

import bub.console.http.Asked;
import bub.console.http.Param;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which messages somebody looks for; what is absent does not restrict.
 *
 * @param before only those whose first event has a smaller number
 * @param after only those above it, and of them the oldest
 * @param background false leaves out what agents tell while they write and the console's own
 *     questions
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
  private static final Param.Range LIMIT = new Param.Range(1, 200, 50);

  static final List<Param> PARAMS =
      List.of(
          Param.text("from", "the sender's address"),
          Param.text("to", "the address that it was sent to"),
          Param.text("type", "the payload's type"),
          Param.text("status", "how it ended, or pending"),
          Param.text("text", "contained in the payload or the id; upper and lower case are one"),
          Param.text("since", "a time such as 2026-02-17T12:00:00Z"),
          Param.text("until", "a time; those of exactly this time are not in"),
          Param.whole("before", "next of another page: those older than it"),
          Param.whole("after", "newer of another page: those right above it"),
          Param.flag(
              "background",
              "false leaves out typing, partial answers and the console's own questions"),
          Param.whole("limit", "1 to 200, usually 50", LIMIT));

  static MessageQuery of(Asked<?> asked) {
    return new MessageQuery(
        asked.text("from"),
        asked.text("to"),
        asked.text("type"),
        asked.text("status"),
        asked.text("text"),
        asked.time("since"),
        asked.time("until"),
        asked.number("before"),
        asked.number("after"),
        asked.flag("background", true),
        asked.whole("limit", LIMIT));
  }
}
