package bub.console.view;

import bub.json.RawJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message with its events, oldest first.
 *
 * @param omittedBytes length of the payload, when it is too long to show
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
