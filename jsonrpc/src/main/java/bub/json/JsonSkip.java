package bub.json;

/** Search for the end of a value in text that {@link JsonGrammar} has already accepted. */
final class JsonSkip {
  private JsonSkip() {}

  static boolean isSpace(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }

  static int space(byte[] bytes, int at) {
    while (isSpace(bytes[at])) {
      at++;
    }
    return at;
  }

  /** Returns the position after the value at {@code at}, in text that ends at {@code end}. */
  static int value(byte[] bytes, int at, int end) {
    return switch (bytes[at]) {
      case '"' -> string(bytes, at);
      case '{', '[' -> nested(bytes, at);
      default -> scalar(bytes, at, end);
    };
  }

  static int string(byte[] bytes, int at) {
    at++;
    while (true) {
      at = WideScan.pastPlain(bytes, at, bytes.length);
      switch (bytes[at]) {
        case '"' -> {
          return at + 1;
        }
        case '\\' -> at += 2;
        default -> at++;
      }
    }
  }

  private static int nested(byte[] bytes, int at) {
    int depth = 0;
    do {
      switch (bytes[at]) {
        case '"' -> at = string(bytes, at);
        case '{', '[' -> {
          depth++;
          at++;
        }
        case '}', ']' -> {
          depth--;
          at++;
        }
        default -> at++;
      }
    } while (depth > 0);
    return at;
  }

  private static int scalar(byte[] bytes, int at, int end) {
    while (at < end && bytes[at] != ',' && bytes[at] != '}' && bytes[at] != ']') {
      if (isSpace(bytes[at])) {
        return at;
      }
      at++;
    }
    return at;
  }
}
