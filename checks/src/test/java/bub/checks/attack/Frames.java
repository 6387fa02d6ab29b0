package bub.checks.attack;

import bub.testkit.RawFrame;
import bub.testkit.RawWebSocket;
import java.io.IOException;

/** Texts and frames of attackers. */
final class Frames {
  static final int MEBIBYTE = 1024 * 1024;

  private Frames() {}

  static String filler(int length) {
    return "x".repeat(length);
  }

  // ---- texts

  /** A JSON-RPC request; {@code id} and {@code params} are JSON. */
  static String request(String id, String method, String params) {
    return """
    {"jsonrpc":"2.0","id":%s,"method":"%s","params":%s}\
    """
        .formatted(id, method, params);
  }

  static String message(String id, String to, String payload) {
    String params =
        """
        {"from":"rogue:nobody","to":"%s","messageId":"m","payload":%s}\
        """
            .formatted(to, payload);
    return request(id, "sendMessage", params);
  }

  static String subscription(String pattern) {
    return request("1", "subscribe", "{\"address\":\"%s\"}".formatted(pattern));
  }

  /** The text, followed by white space up to 1 MiB. */
  static String padded(String text) {
    return text + " ".repeat(MEBIBYTE - text.length());
  }

  /** A successful answer to a delivery. */
  static String ack(String id, String payload) {
    return """
    {"jsonrpc":"2.0","id":%s,"result":{"success":true,"message":"ok","shouldRetry":false,\
    "retrySeconds":0,"payload":%s}}\
    """
        .formatted(id, payload);
  }

  /** The id of a request that the bus sent. */
  static String idOf(String request) {
    int from = request.indexOf("\"id\":") + 5;
    int to = from;
    while (Character.isDigit(request.charAt(to))) {
      to++;
    }
    return request.substring(from, to);
  }

  /** A batch of {@code count} equal requests. */
  static String batch(int count, String request) {
    return "[" + (request + ",").repeat(count - 1) + request + "]";
  }

  // ---- frames

  static byte[] text(String text) {
    return RawFrame.text(text).bytes();
  }

  /** The beginning of a text frame that claims more than it sends. */
  static byte[] unfinished(int claimed, int sent) {
    return RawFrame.of(RawFrame.TEXT, new byte[sent]).claiming(claimed).bytes();
  }

  static byte[] repeated(byte[] frame, int times) {
    byte[] all = new byte[frame.length * times];
    for (int i = 0; i < times; i++) {
      System.arraycopy(frame, 0, all, i * frame.length, frame.length);
    }
    return all;
  }

  /** Sends the same bytes until the attack is over. */
  @SuppressWarnings("ThreadPriorityCheck") // a hint only: no attack depends on it
  static void flood(Attackers attackers, RawWebSocket connection, byte[] bytes) throws IOException {
    while (!attackers.isOver()) {
      connection.sendBytes(bytes);
      Thread.yield(); // a write that does not block would keep the processor from other attackers
    }
  }
}
