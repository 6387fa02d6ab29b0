package bub.gateway.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One page of a sorted list; {@code next} is null on the last one. */
record ListPage<T extends JsonValue>(List<T> entries, @Nullable String next) {
  private static final int SIZE = 100;

  /** The cursor names the last entry of the previous page, so the list may change in between. */
  static <T extends JsonValue> ListPage<T> of(
      List<T> sorted, Function<T, String> key, @Nullable String cursor) {
    String last = cursor == null ? "" : decoded(cursor);
    List<T> rest = sorted.stream().filter(entry -> key.apply(entry).compareTo(last) > 0).toList();
    if (rest.size() <= SIZE) {
      return new ListPage<>(rest, null);
    }
    List<T> page = rest.subList(0, SIZE);
    return new ListPage<>(page, encoded(key.apply(page.getLast())));
  }

  void write(String member, JsonWriter out) {
    out.name(member).beginArray();
    entries.forEach(out::value);
    out.endArray().optional("nextCursor", next);
  }

  private static String encoded(String name) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(name.getBytes(UTF_8));
  }

  private static String decoded(String cursor) {
    try {
      String name = new String(Base64.getUrlDecoder().decode(cursor), UTF_8);
      if (encoded(name).equals(cursor) && !name.isEmpty()) {
        return name;
      }
    } catch (IllegalArgumentException noCursor) {
      // Refused below.
    }
    throw new InvalidField("cursor", "is not one of this server");
  }
}
