package bub.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

/** Decoder of the content of a checked JSON string. */
final class JsonStrings {
  private JsonStrings() {}

  static String decode(byte[] bytes, int from, int to) {
    boolean ascii = true;
    for (int i = from; i < to; i++) {
      if (bytes[i] == '\\') {
        return unescape(bytes, from, to);
      }
      ascii &= bytes[i] >= 0;
    }
    return new String(bytes, from, to - from, ascii ? ISO_8859_1 : UTF_8);
  }

  private static String unescape(byte[] bytes, int from, int to) {
    String raw = new String(bytes, from, to - from, UTF_8);
    var text = new StringBuilder(raw.length());
    int at = 0;
    while (at < raw.length()) {
      char c = raw.charAt(at++);
      if (c != '\\') {
        text.append(c);
        continue;
      }
      char escaped = raw.charAt(at++);
      switch (escaped) {
        case 'b' -> text.append('\b');
        case 'f' -> text.append('\f');
        case 'n' -> text.append('\n');
        case 'r' -> text.append('\r');
        case 't' -> text.append('\t');
        case 'u' -> {
          text.append((char) Integer.parseInt(raw, at, at + 4, 16));
          at += 4;
        }
        default -> text.append(escaped);
      }
    }
    return text.toString();
  }
}
