package bub.lobby.contract;

import java.util.function.LongConsumer;
import tools.jackson.databind.JsonNode;

/** Equal text for equal JSON values; crafted collisions do not slow down a set of texts. */
final class CanonicalJson {
  private static final int CHARACTERS_PER_UNIT = 16;

  private final StringBuilder text = new StringBuilder();
  private final LongConsumer pay;

  private CanonicalJson(LongConsumer pay) {
    this.pay = pay;
  }

  /** {@code pay} gets the cost of the work, in units. */
  static String of(JsonNode value, LongConsumer pay) {
    if (value.isString()) {
      pay.accept(value.stringValue().length() / CHARACTERS_PER_UNIT);
      return '"' + value.stringValue();
    }
    var canonical = new CanonicalJson(pay);
    canonical.write(value);
    return canonical.text.toString();
  }

  private void write(JsonNode value) {
    switch (value.getNodeType()) {
      case OBJECT -> object(value);
      case ARRAY -> array(value);
      case STRING -> string(value.stringValue());
      case NUMBER -> number(value);
      default -> text.append(value);
    }
  }

  private void object(JsonNode object) {
    pay.accept(1 + object.size());
    text.append('{');
    object.propertyNames().stream()
        .sorted()
        .forEach(
            name -> {
              string(name);
              write(object.get(name));
            });
    text.append('}');
  }

  private void array(JsonNode array) {
    pay.accept(1 + array.size());
    text.append('[');
    for (JsonNode element : array) {
      write(element);
      text.append(',');
    }
    text.append(']');
  }

  private void string(String string) {
    pay.accept(string.length() / CHARACTERS_PER_UNIT);
    text.append('"').append(string.length()).append(':').append(string);
  }

  private void number(JsonNode number) {
    if (number.isInt() && number.intValue() % 10 != 0) {
      text.append(number.intValue());
    } else {
      // The exponent stays: 1e9999 must not become ten thousand digits.
      String decimal = number.decimalValue().stripTrailingZeros().toString();
      pay.accept(decimal.length());
      text.append(decimal);
    }
  }
}
