package bub.client.agent;

/** Reply that grows while its handler works. Safe for any thread. */
public final class ReplyStream {
  private final StringBuilder text = new StringBuilder();
  private final TurnProgress progress;

  ReplyStream(TurnProgress progress) {
    this.progress = progress;
  }

  public synchronized ReplyStream add(String part) {
    text.append(part);
    progress.partial(text.toString());
    return this;
  }

  /** Everything so far. */
  public synchronized String text() {
    return text.toString();
  }
}
