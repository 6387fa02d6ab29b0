package bub.channel.terminal;

/** How a conversation in a terminal ended. */
public enum ChatEnding {
  /** The person left, or everything that was piped in is answered. */
  DONE(0),

  /** Something that was piped in was refused, given up, or not answered in time. */
  UNANSWERED(1),

  /** There is no way to the bus, and there will be none. */
  UNAVAILABLE(69);

  private final int exitCode;

  ChatEnding(int exitCode) {
    this.exitCode = exitCode;
  }

  /** What a program that did nothing else exits with. */
  public int exitCode() {
    return exitCode;
  }
}
