package bub.jsonrpc;

/** Transport port: one end of a two-way pipe of whole JSON texts, in order or not at all. */
public interface Link {
  /** Close code of a link that ended without one; no peer may send it. */
  int NO_CODE = 1006;

  /** Owner of this end, called one method at a time; {@code onClosed} comes last and once. */
  interface Receiver {
    /** Takes over {@code text}: the link does not change it afterwards. */
    void onText(byte[] text);

    /** Signals that {@link Link#isBehind} is over, so that waiting calls may continue. */
    default void onCaughtUp() {}

    /** Signals the end; {@code code} is {@link #NO_CODE} when the connection broke. */
    void onClosed(int code, String reason);
  }

  /** Starts the link. No text arrives before this call. */
  void open(Receiver receiver);

  /** Copies the bytes and never blocks. Returns false when the link is closed. */
  boolean send(byte[] buffer, int offset, int length);

  /**
   * True while the other side has too much unread data. Do not send new calls then; answers are
   * allowed up to a second limit, at which the link closes itself.
   */
  boolean isCongested();

  /**
   * True while the other side must not make more calls, because it leaves much unread or its calls
   * have used more than their share of this turn. Its calls wait; its answers are still accepted.
   */
  default boolean isBehind() {
    return false;
  }

  /** Counts work for the other side that is not sent yet, such as an answer of a batch. */
  default void worked(int bytes) {}

  /** Closes the link with a WebSocket close code, which other transports may ignore. */
  void close(int code, String reason);
}
