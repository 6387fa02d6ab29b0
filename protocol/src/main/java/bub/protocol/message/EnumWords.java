package bub.protocol.message;

import bub.json.Fields;
import bub.json.InvalidField;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Enum constants in their wire form, in lower case. */
final class EnumWords {
  private EnumWords() {}

  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  static <E extends Enum<E>> E read(Fields fields, String name, E[] constants) {
    String word = fields.string(name);
    for (E constant : constants) {
      if (of(constant).equals(word)) {
        return constant;
      }
    }
    String choices = Arrays.stream(constants).map(EnumWords::of).collect(Collectors.joining(", "));
    throw new InvalidField(name, "must be one of " + choices);
  }
}
