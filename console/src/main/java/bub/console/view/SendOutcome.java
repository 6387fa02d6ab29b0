package bub.console.view;

import bub.json.RawJson;
import java.util.List;

/** What became of a message that was sent. */
public record SendOutcome(String messageId, boolean accepted, List<AckView> acks) {

  /** One recipient's answer. */
  public record AckView(
      boolean success, String message, boolean shouldRetry, int retrySeconds, RawJson payload) {}
}
