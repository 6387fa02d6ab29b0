package bub.bus.server;

/** Time limit for a message that has begun to arrive. Event loop only. */
final class MessageDeadline {
  private final long limitNanos;
  private boolean running;
  private long startedAt;
  private long message;

  MessageDeadline(long limitNanos) {
    this.limitNanos = limitNanos;
  }

  void update(FrameReader frames, long nowNanos) {
    if (!frames.isInsideMessage()) {
      running = false;
    } else if (!running || message != frames.messagesRead()) {
      running = true;
      startedAt = nowNanos;
      message = frames.messagesRead();
    }
  }

  boolean hasPassed(long nowNanos) {
    return running && nowNanos - startedAt > limitNanos;
  }
}
