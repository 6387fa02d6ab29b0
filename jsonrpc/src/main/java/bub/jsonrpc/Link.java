package bub.jsonrpc;

/**
 * The transport port: one end of a two-way pipe of whole JSON texts, which arrive in order or not
 * at all.
 */
public interface Link {
  /** What a link says that ended without any code; no peer may send it. */
  int NO_CODE = 1006;

  /** The owner of this end. The calls come one at a time, {@code onClosed} last and once. */
  interface Receiver {
    /** The receiver owns {@code text} from now on. */
    void onText(byte[] text);

    /** The calls that waited may go on: {@link Link#isBehind} is over. */
    default void onCaughtUp() {}

    /** {@code code} is the WebSocket close code, or {@link #NO_CODE} when the wire broke. */
    void onClosed(int code, String reason);
  }

  /** Starts the flow: nothing arrives before. */
  void open(Receiver receiver);

  /**
   * Takes one text to the other end; copies what it needs before it returns, and never blocks.
   * False when the link is closed.
   */
  boolean send(byte[] buffer, int offset, int length);

  /**
   * True while too much waits for the other side to read. New calls must not be sent then; answers
   * may, up to a second limit at which the link closes itself.
   */
  boolean isCongested();

  /**
   * True while the other side must not ask for more: it leaves much unread, or its calls have taken
   * more than their share of this turn. Its calls wait then; its answers are still taken.
   */
  default boolean isBehind() {
    return false;
  }

  /** Notes work for the other side that is not sent yet, such as an answer of a batch. */
  default void worked(int bytes) {}

  /** Ends the link with a WebSocket close code (other transports may ignore it). */
  void close(int code, String reason);
}
