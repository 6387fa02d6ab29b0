package bub.client;

import bub.protocol.Ack;

/** Refusal that a handler throws to get the message again; its text goes to the sender. */
public final class RetryLater extends Exception {
  private static final long serialVersionUID = 1L;

  private final int seconds;

  /** {@code seconds} are limited to an hour, as in every ack. */
  public RetryLater(String text, int seconds) {
    super(text);
    this.seconds = Math.clamp(seconds, 0, Ack.MAX_RETRY_SECONDS);
  }

  public int seconds() {
    return seconds;
  }
}
