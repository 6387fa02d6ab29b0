package bub.checks.printed;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Comparison of a printed text with a real one. In print {@code ...} stands for any characters and
 * a time for any time. A text with {@code ...} and without spaces is an id: it stands for the same
 * value wherever it is printed. So does a name such as {@code <token>}, which may be any text. An
 * object with a member {@code ...} may have more members.
 */
final class PrintedValues {
  private static final String ANY = "...";
  private static final Pattern NAME = Pattern.compile("<.*>");

  private final Map<String, String> ids = new HashMap<>();

  /** The printed text with real ids; those that are new are made here. */
  JsonNode filledIn(JsonNode printed) {
    if (printed.isArray()) {
      var all = JsonNodeFactory.instance.arrayNode();
      printed.forEach(one -> all.add(filledIn(one)));
      return all;
    }
    if (printed.isObject()) {
      var all = JsonNodeFactory.instance.objectNode();
      printed.forEachEntry((name, value) -> all.set(name, filledIn(value)));
      return all;
    }
    return isId(printed)
        ? JsonNodeFactory.instance.stringNode(
            ids.computeIfAbsent(printed.asString(), PrintedValues::made))
        : printed;
  }

  private static String made(String id) {
    return NAME.matcher(id).replaceFirst(ANY).replace(ANY, UUID.randomUUID().toString());
  }

  /** Compares them, and remembers the ids when they match. */
  boolean matches(JsonNode printed, JsonNode real) {
    var found = new HashMap<>(ids);
    boolean matches = matches(printed, real, found);
    if (matches) {
      ids.putAll(found);
    }
    return matches;
  }

  private static boolean matches(JsonNode printed, JsonNode real, Map<String, String> ids) {
    if (printed.isObject()) {
      return real.isObject()
          && (printed.has(ANY) || printed.size() == sizeWithoutCause(printed, real))
          && printed.properties().stream()
              .filter(member -> !member.getKey().equals(ANY))
              .allMatch(
                  member -> {
                    String name = ids.getOrDefault(member.getKey(), member.getKey());
                    return real.has(name) && matches(member.getValue(), real.get(name), ids);
                  });
    }
    if (printed.isArray()) {
      return real.isArray()
          && printed.size() == real.size()
          && IntStream.range(0, printed.size())
              .allMatch(i -> matches(printed.get(i), real.get(i), ids));
    }
    return printed.isString() && real.isString()
        ? matches(printed, real.asString(), ids)
        : printed.equals(real);
  }

  /** Any payload may also say what caused it. */
  private static int sizeWithoutCause(JsonNode printed, JsonNode real) {
    int size = real.size();
    for (String member : List.of("cause", "trace")) {
      size -= real.has(member) && !printed.has(member) ? 1 : 0;
    }
    return size;
  }

  private static boolean matches(JsonNode printed, String real, Map<String, String> ids) {
    String text = printed.asString();
    if (isId(printed)) {
      return ids.containsKey(text)
          ? requireNonNull(ids.get(text)).equals(real)
          : fits(NAME.matcher(text).replaceFirst(ANY), real) && ids.put(text, real) == null;
    }
    return fits(text, real) || isTime(text) && isTime(real);
  }

  private static boolean fits(String text, String real) {
    String pattern = Pattern.quote(text).replace(ANY, "\\E.*\\Q");
    return Pattern.compile(pattern, Pattern.DOTALL).matcher(real).matches();
  }

  private static boolean isId(JsonNode printed) {
    String text = printed.asString("");
    return NAME.matcher(text).matches()
        || text.contains(ANY) && !text.equals(ANY) && text.indexOf(' ') < 0;
  }

  private static boolean isTime(String text) {
    try {
      return !Instant.parse(text).equals(Instant.MIN);
    } catch (DateTimeParseException none) {
      return false;
    }
  }
}
