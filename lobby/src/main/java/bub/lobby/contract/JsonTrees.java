package bub.lobby.contract;

import bub.json.RawJson;
import bub.protocol.lobby.ServiceResponse.Violation;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Parser of JSON text with valid grammar into trees of the library. */
final class JsonTrees {
  private static final int MAX_DIGITS = 1_000;
  private static final int CHARACTERS_PER_UNIT = 64;
  private static final int CHILDREN_PER_UNIT = 4;
  private static final ObjectReader READER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNumberLength(MAX_DIGITS)
                          .maxNameLength(Integer.MAX_VALUE)
                          .maxStringLength(Integer.MAX_VALUE)
                          .build())
                  .build())
          // 0.1 must stay 0.1, and 1e400 a number.
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          // The next reader could pick the other value.
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .build()
          .reader();

  private JsonTrees() {}

  /** Thrown for valid grammar that cannot become a tree. */
  static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Violation violation;

    private Unreadable(JacksonException cause) {
      super(cause);
      violation =
          cause.processor() instanceof JsonParser parser
              ? ViolationText.violation(
                  parser.streamReadContext().pathAsPointer().toString(), "appears twice")
              : new Violation("", "has a number with more than " + MAX_DIGITS + " digits");
    }

    Violation violation() {
      return violation;
    }
  }

  static JsonNode read(RawJson text) throws Unreadable {
    try {
      return READER.readTree(text.toByteArray());
    } catch (JacksonException refused) {
      throw new Unreadable(refused);
    }
  }

  /** Units for one pass over a value, without its nested parts. */
  static int breadth(JsonNode value) {
    return value.isString()
        ? value.stringValue().length() / CHARACTERS_PER_UNIT
        : value.size() / CHILDREN_PER_UNIT;
  }
}
