package bub.cluster.interest;

/** Pattern or clientId that the peers of a node hold. */
public record InterestEntry(Kind kind, String text) {
  static final int MAX_LENGTH = 257;

  /** Reason why a node wants messages. */
  public enum Kind {
    /** A pattern of subscribers. */
    SUBSCRIBE(0),
    /** A pattern of interceptors. */
    INTERCEPT(1),
    /** The clientId of a connected peer. */
    PEER(2),
    /** An address of subscribers with characters that have a meaning in patterns. */
    SUBSCRIBE_EXACTLY(3);

    // The code is part of the protocol.
    private final int code;

    Kind(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }
  }

  public InterestEntry {
    if (!isValid(text)) {
      throw new IllegalArgumentException(
          "An entry has 1 to " + MAX_LENGTH + " characters and no half of a surrogate pair.");
    }
  }

  /** UTF-8 cannot carry half of a surrogate pair, so the tables of two nodes would never agree. */
  public static boolean isValid(String text) {
    int length = text.length();
    if (length == 0 || length > MAX_LENGTH) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (Character.isLowSurrogate(c)
            || i + 1 == length
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          return false;
        }
        i++;
      }
    }
    return true;
  }
}
