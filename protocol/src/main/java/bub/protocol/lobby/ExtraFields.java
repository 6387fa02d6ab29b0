package bub.protocol.lobby;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;

/** Unknown members of a capability. A misspelt name is refused: its rule would be ignored. */
final class ExtraFields {
  static final int MAX_COUNT = 64;
  static final int MAX_BYTES = 16_384;

  private static final int SHORTEST_ABBREVIATION = 6;
  private static final int TYPING_ERRORS = 2;

  private ExtraFields() {}

  static RawJson of(Fields fields, List<String> known) {
    JsonWriter extras = new JsonWriter().beginObject();
    var seen = new HashSet<String>();
    int bytes = 0;
    for (int i = 0; i < fields.count(); i++) {
      String name = fields.name(i);
      if (!known.contains(name)) {
        refuseMisspelt(name, known);
        if (!seen.add(name)) {
          throw new InvalidField(name, "appears twice");
        }
        bytes += name.length() + fields.value(i).length();
        extras.name(name).value(fields.value(i));
      }
    }
    if (seen.size() > MAX_COUNT || bytes > MAX_BYTES) {
      throw new InvalidField(
          "capability",
          "has more than %d extra fields or more than %d bytes in them"
              .formatted(MAX_COUNT, MAX_BYTES));
    }
    return seen.isEmpty()
        ? RawJson.EMPTY_OBJECT
        : RawJson.trusted(extras.endObject().toByteArray());
  }

  private static void refuseMisspelt(String name, List<String> known) {
    String plain = plain(name);
    for (String field : known) {
      if (isLike(plain, plain(field))) {
        throw new InvalidField(name, "unknown field; did you mean " + field + "?");
      }
    }
  }

  private static String plain(String name) {
    return name.replaceAll("[^\\p{L}\\p{N}]", "").toLowerCase(Locale.ROOT);
  }

  private static boolean isLike(String name, String field) {
    boolean isAbbreviation = name.length() >= SHORTEST_ABBREVIATION && field.startsWith(name);
    int allowed = field.length() > 2 * SHORTEST_ABBREVIATION ? TYPING_ERRORS : 1;
    return isAbbreviation || name.equals(field) || isWithin(allowed, name, field);
  }

  /** True when at most {@code errors} single-character changes turn one text into the other. */
  private static boolean isWithin(int errors, String one, String other) {
    if (one.length() < SHORTEST_ABBREVIATION || Math.abs(one.length() - other.length()) > errors) {
      return false;
    }
    int[] row = new int[other.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int above = row[j];
        int change = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
        row[j] = Math.min(Math.min(above, row[j - 1]) + 1, diagonal + change);
        diagonal = above;
      }
    }
    return row[other.length()] <= errors;
  }
}
