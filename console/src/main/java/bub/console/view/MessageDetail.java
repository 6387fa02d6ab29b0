package bub.console.view;

import bub.json.RawJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message and what happened to it, oldest first.
 *
 * @param omittedBytes how long the payload is, when it is too long to be shown
 */
public record MessageDetail(
    MessageRow row,
    @Nullable RawJson payload,
    @Nullable Long omittedBytes,
    List<TimelineEvent> events) {

  /** One event of the log. */
  public record TimelineEvent(
      long id,
      String event,
      String at,
      double offsetMs,
      @Nullable String actor,
      @Nullable String status,
      @Nullable String error,
      @Nullable RawJson ack) {}
}
