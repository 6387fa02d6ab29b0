package bub.bench.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The fields of a bus frame that the bench needs, read in one pass and in any order. */
final class BusFrame {
  private static final byte[] ID = key("id");
  private static final byte[] METHOD = key("method");
  private static final byte[] ERROR = key("error");
  private static final byte[] ACCEPTED = key("accepted");
  private static final byte[] SUCCESS = key("success");
  private static final int ENVELOPE = 1;
  private static final int RESULT = 2;
  private static final int ACK = 4;

  private byte[] bytes = new byte[0];
  private int length;
  private int idFrom;
  private int idTo;
  private boolean request;
  private boolean error;
  private boolean accepted;
  private boolean success;
  private int acks;
  private int processed;

  void read(byte[] frame, int frameLength) {
    bytes = frame;
    length = frameLength;
    idFrom = idTo = acks = processed = 0;
    request = error = accepted = success = false;
    int depth = 0;
    for (int at = 0; at < length; at++) {
      switch (bytes[at]) {
        case '{' -> {
          if (++depth == ACK) {
            acks++;
          }
        }
        case '[' -> depth++;
        case '}', ']' -> depth--;
        case '"' -> {
          int close = endOfString(at);
          if (close + 1 < length && bytes[close + 1] == ':') {
            field(at, close + 2, depth);
            if (request && idTo > 0) {
              return; // the rest is the payload, which the receiver ignores
            }
          }
          at = close;
        }
        default -> {}
      }
    }
  }

  boolean isRequest() {
    return request;
  }

  boolean isError() {
    return error || idTo == 0;
  }

  /** True for the answer to {@code initialize} or {@code subscribe}. */
  boolean isPlainSuccess() {
    return !isError() && !request;
  }

  /** True for the answer to {@code subscribe}, which has its own success field. */
  boolean isSubscribed() {
    return isPlainSuccess() && success;
  }

  /** True when exactly one receiver has processed the message. */
  boolean isDelivered() {
    return isPlainSuccess() && accepted && acks == 1 && processed == 1;
  }

  long id() {
    long id = 0;
    for (int at = idFrom; at < idTo; at++) {
      int digit = bytes[at] - '0';
      if (digit < 0 || digit > 9) {
        throw new BenchFailure("received an answer with an unknown id: " + this);
      }
      id = id * 10 + digit;
    }
    return id;
  }

  /** Copies the id unchanged, because the bus may use ids of any type. */
  void copyId(PayloadBuffer to) {
    to.put(bytes, idFrom, idTo - idFrom);
  }

  @Override
  public String toString() {
    String text = new String(bytes, 0, length, UTF_8);
    return text.length() <= 500 ? text : text.substring(0, 500) + "…";
  }

  private void field(int key, int value, int depth) {
    if (depth == ENVELOPE) {
      if (is(ID, key)) {
        idFrom = value;
        idTo = endOfValue(value);
      } else if (is(METHOD, key)) {
        request = true;
      } else if (is(ERROR, key)) {
        error = true;
      }
    } else if (depth == RESULT) {
      if (is(ACCEPTED, key)) {
        accepted = bytes[value] == 't';
      } else if (is(SUCCESS, key)) {
        success = bytes[value] == 't';
      }
    } else if (depth == ACK && is(SUCCESS, key) && bytes[value] == 't') {
      processed++;
    }
  }

  private boolean is(byte[] key, int at) {
    if (at + key.length > length) {
      return false;
    }
    for (int i = 0; i < key.length; i++) {
      if (bytes[at + i] != key[i]) {
        return false;
      }
    }
    return true;
  }

  private int endOfString(int open) {
    int at = open + 1;
    while (at < length && bytes[at] != '"') {
      at += bytes[at] == '\\' ? 2 : 1;
    }
    return at;
  }

  private int endOfValue(int from) {
    int at = from;
    while (at < length && bytes[at] != ',' && bytes[at] != '}') {
      at++;
    }
    return at;
  }

  private static byte[] key(String name) {
    return ('"' + name + '"').getBytes(UTF_8);
  }
}
