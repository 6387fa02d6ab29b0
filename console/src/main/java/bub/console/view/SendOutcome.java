package bub.console.view;

import bub.json.RawJson;
import java.util.List;

/** Outcome of a sent message. */
public record SendOutcome(String messageId, boolean accepted, List<AckView> acks) {

  /** Ack of one recipient. */
  public record AckView(
      boolean success, String message, boolean shouldRetry, int retrySeconds, RawJson payload) {}
}
