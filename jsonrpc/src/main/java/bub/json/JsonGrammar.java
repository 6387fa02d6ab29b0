package bub.json;

import bub.json.InvalidJson.Flaw;

/**
 * Check of bytes against RFC 8259. It also refuses invalid UTF-8, lone surrogate escapes (no UTF-8
 * writer could reproduce them) and exponents of more than four digits (they overload parsers).
 */
final class JsonGrammar {
  private static final int MAX_EXPONENT_DIGITS = 4;

  private final byte[] bytes;
  private final int end;
  private final int maxDepth;
  private int at;

  private JsonGrammar(byte[] bytes, int maxDepth) {
    this.bytes = bytes;
    this.end = bytes.length;
    this.maxDepth = maxDepth;
  }

  static RawJson parse(byte[] bytes, int maxDepth) throws InvalidJson {
    var grammar = new JsonGrammar(bytes, maxDepth);
    grammar.skipSpace();
    int start = grammar.at;
    grammar.value(0);
    int length = grammar.at - start;
    grammar.skipSpace();
    if (grammar.at < grammar.end) {
      throw grammar.wrong("unexpected text after the value");
    }
    return new RawJson(bytes, start, length);
  }

  private void value(int depth) throws InvalidJson {
    switch (peek()) {
      case '{' -> object(depth + 1);
      case '[' -> array(depth + 1);
      case '"' -> string();
      case 't' -> word("true");
      case 'f' -> word("false");
      case 'n' -> word("null");
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
      default -> throw wrong("expected a value");
    }
  }

  private void object(int depth) throws InvalidJson {
    enter(depth);
    if (peekPastSpace() == '}') {
      at++;
      return;
    }
    while (true) {
      if (peekPastSpace() != '"') {
        throw wrong("expected a member name in quotes");
      }
      string();
      if (peekPastSpace() != ':') {
        throw wrong("expected ':'");
      }
      at++;
      skipSpace();
      value(depth);
      if (endsAfterMember('}')) {
        return;
      }
    }
  }

  private void array(int depth) throws InvalidJson {
    enter(depth);
    if (peekPastSpace() == ']') {
      at++;
      return;
    }
    while (true) {
      skipSpace();
      value(depth);
      if (endsAfterMember(']')) {
        return;
      }
    }
  }

  private void enter(int depth) throws InvalidJson {
    if (depth > maxDepth) {
      throw new InvalidJson(Flaw.TOO_DEEP, at, "nested deeper than " + maxDepth + " levels");
    }
    at++;
  }

  private boolean endsAfterMember(char close) throws InvalidJson {
    int next = peekPastSpace();
    if (next != ',' && next != close) {
      throw wrong("expected ',' or '" + close + "'");
    }
    at++;
    return next == close;
  }

  private void string() throws InvalidJson {
    at++;
    while (true) {
      at = WideScan.pastPlain(bytes, at, end);
      int next = peek();
      if (next == '"') {
        at++;
        return;
      } else if (next == '\\') {
        escape();
      } else if (next >= 0) {
        throw wrong("a control character in a string");
      } else {
        int length = Utf8.sequenceLength(bytes, at, end);
        if (length == 0) {
          throw wrong("invalid UTF-8");
        }
        at += length;
      }
    }
  }

  private void escape() throws InvalidJson {
    at++;
    switch (peek()) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at++;
      case 'u' -> {
        char unit = hexUnit();
        if (Character.isLowSurrogate(unit)) {
          throw wrong("a lone surrogate");
        }
        if (Character.isHighSurrogate(unit)) {
          boolean escaped = at + 1 < end && bytes[at] == '\\' && bytes[at + 1] == 'u';
          if (!escaped) {
            throw wrong("a lone surrogate");
          }
          at++;
          if (!Character.isLowSurrogate(hexUnit())) {
            throw wrong("a lone surrogate");
          }
        }
      }
      default -> throw wrong("an unknown escape");
    }
  }

  /** Reads {@code u} and its four hex digits. */
  private char hexUnit() throws InvalidJson {
    at++;
    int unit = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(peek(), 16);
      if (digit < 0) {
        throw wrong("expected four hexadecimal digits");
      }
      unit = unit << 4 | digit;
      at++;
    }
    return (char) unit;
  }

  private void number() throws InvalidJson {
    if (bytes[at] == '-') {
      at++;
    }
    if (at < end && bytes[at] == '0') {
      at++;
    } else {
      digits();
    }
    if (at < end && bytes[at] == '.') {
      at++;
      digits();
    }
    if (at < end && (bytes[at] == 'e' || bytes[at] == 'E')) {
      at++;
      if (at < end && (bytes[at] == '+' || bytes[at] == '-')) {
        at++;
      }
      if (digits() > MAX_EXPONENT_DIGITS) {
        throw wrong("an exponent of more than four digits");
      }
    }
  }

  private int digits() throws InvalidJson {
    int start = at;
    while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
      at++;
    }
    if (at == start) {
      throw wrong("expected a digit");
    }
    return at - start;
  }

  private void word(String word) throws InvalidJson {
    for (int i = 0; i < word.length(); i++) {
      if (peek() != word.charAt(i)) {
        throw wrong("expected '" + word + "'");
      }
      at++;
    }
  }

  private int peek() throws InvalidJson {
    if (at >= end) {
      throw wrong("unexpected end of the text");
    }
    return bytes[at];
  }

  private int peekPastSpace() throws InvalidJson {
    skipSpace();
    return peek();
  }

  private void skipSpace() {
    while (at < end && JsonSkip.isSpace(bytes[at])) {
      at++;
    }
  }

  private InvalidJson wrong(String what) {
    return new InvalidJson(Flaw.SYNTAX, at, what + " (at byte " + at + ")");
  }
}
