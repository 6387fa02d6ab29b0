package bub.console.api;

import bub.json.JsonWriter;
import bub.protocol.ActivityRow;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/** A text in its three possible spellings in raw JSON, because parsing would take too long. */
final class TextMatch {
  private final String plain;
  private final Set<String> spellings = new LinkedHashSet<>();

  TextMatch(String text) {
    plain = lower(text);
    String written = new JsonWriter().value(plain).toString();
    spellings.add(written.substring(1, written.length() - 1));
    spellings.add(lower(escaped(plain)));
    spellings.add(plain);
  }

  private static String escaped(String text) {
    var out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        out.append(c);
      } else {
        out.append("\\u%04x".formatted((int) c));
      }
    }
    return out.toString();
  }

  boolean matches(ActivityRow row) {
    if (lower(row.messageId()).contains(plain)) {
      return true;
    }
    if (row.payload() == null) {
      return false;
    }
    String payload = lower(row.payload().toString());
    return spellings.stream().anyMatch(payload::contains);
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
