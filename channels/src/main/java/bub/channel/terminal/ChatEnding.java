package bub.channel.terminal;

/** Reason why a terminal conversation ended. */
public enum ChatEnding {
  /** The person left, or all piped messages are answered. */
  DONE(0),

  /** A piped message was refused, given up, or not answered in time. */
  UNANSWERED(1),

  /** The bus is unreachable and bub no longer retries. */
  UNAVAILABLE(69);

  private final int exitCode;

  ChatEnding(int exitCode) {
    this.exitCode = exitCode;
  }

  public int exitCode() {
    return exitCode;
  }
}
