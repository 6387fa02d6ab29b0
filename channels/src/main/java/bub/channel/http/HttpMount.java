package bub.channel.http;

import java.util.List;

/**
 * Protocol that another module serves on the console's port. The console checks host and origin;
 * the protocol authenticates its callers and has its own format for errors. Safe for any thread.
 */
public interface HttpMount {
  /** Paths of this protocol; one that ends with {@code *} includes all paths below it. */
  List<String> paths();

  /** Answers every method; one virtual thread per request, so it may block. */
  void answer(MountedCall call) throws Exception;

  /**
   * Answers a request that needs no wait, on the event loop, so it must not block. The answer may
   * come later, from any thread. Returns false to leave the request to {@link #answer}.
   */
  default boolean answerAtOnce(MountedCall call) throws Exception {
    return false;
  }

  /** Writes a refusal in the format of this protocol. */
  HttpReply refuse(MountedCall call, HttpRefusal refusal);

  /** Ends the requests that wait, so that the server can stop. */
  default void endCalls() {}
}
