package bub.lobby.contract;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Rules that compare values for equality as JSON defines it. */
final class EqualityKeywords {
  private EqualityKeywords() {}

  static ValueKeyword.Rule with(JsonNode value) {
    return withOneOf(Stream.of(value));
  }

  static ValueKeyword.Rule withOneOf(JsonNode values) {
    return withOneOf(values.valueStream());
  }

  private static ValueKeyword.Rule withOneOf(Stream<JsonNode> values) {
    Set<String> allowed =
        values
            .map(value -> CanonicalJson.of(value, _ -> {}))
            .collect(Collectors.toUnmodifiableSet());
    return (value, pay) -> allowed.contains(CanonicalJson.of(value, pay));
  }

  static ValueKeyword.Rule withNoOther(JsonNode unique) {
    boolean asked = unique.booleanValue();
    return (value, pay) -> {
      var seen = new HashSet<String>();
      if (asked && value.isArray()) {
        for (JsonNode element : value) {
          pay.accept(1);
          if (!seen.add(CanonicalJson.of(element, pay))) {
            return false;
          }
        }
      }
      return true;
    };
  }
}
