package bub.client;

import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/**
 * Check of payloads that the bus could not even read. It would answer nobody, so that an outbox
 * would repeat such a message forever.
 */
public final class PayloadCheck {
  /** The message around the payload has two more levels. */
  private static final int MAX_DEPTH = RawJson.DEFAULT_DEPTH - 2;

  private PayloadCheck() {}

  /** Returns the reason, as a phrase, why a payload cannot be sent; null when it can. */
  public static @Nullable String problem(RawJson payload) {
    if (payload.length() > BusClient.MAX_PAYLOAD) {
      return "the payload has more than " + BusClient.MAX_PAYLOAD + " bytes";
    }
    return payload.depth() > MAX_DEPTH
        ? "the payload is nested deeper than " + MAX_DEPTH + " levels"
        : null;
  }
}
