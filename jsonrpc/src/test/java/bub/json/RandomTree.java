package bub.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Creates random JSON values as Jackson trees, which serve as the expected values. */
public final class RandomTree {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final RandomGenerator random;

  public RandomTree(RandomGenerator random) {
    this.random = random;
  }

  public JsonNode value(int depth) {
    return switch (random.nextInt(depth > 0 ? 8 : 6)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.booleanNode(random.nextBoolean());
      case 2 -> NODES.numberNode(BigInteger.valueOf(random.nextLong() >> random.nextInt(64)));
      case 3 -> NODES.numberNode(new BigDecimal(big(), random.nextInt(1, 50)));
      case 4, 5 -> NODES.stringNode(text(12));
      case 6 -> array(depth - 1);
      default -> object(depth - 1);
    };
  }

  public JsonNode array(int depth) {
    var array = NODES.arrayNode();
    for (int i = random.nextInt(5); i > 0; i--) {
      array.add(value(depth));
    }
    return array;
  }

  public JsonNode object(int depth) {
    var object = NODES.objectNode();
    for (int i = random.nextInt(9); i > 0; i--) {
      object.set(text(6), value(depth));
    }
    return object;
  }

  private BigInteger big() {
    return BigInteger.valueOf(random.nextLong()).multiply(BigInteger.valueOf(random.nextLong()));
  }

  /** Text of every kind UTF-8 can carry: plain, controls, quotes, two to four bytes. */
  public String text(int maxLength) {
    var text = new StringBuilder();
    for (int i = random.nextInt(maxLength + 1); i > 0; i--) {
      text.appendCodePoint(
          switch (random.nextInt(7)) {
            case 0 -> random.nextInt(0x20);
            case 1 -> "\"\\/\u007f\u2028\ufeff\uffff".charAt(random.nextInt(7));
            case 2 -> random.nextInt(0x80, 0x800);
            case 3 -> random.nextInt(0x800, 0xD800);
            case 4 -> random.nextInt(0xE000, 0x10000);
            case 5 -> random.nextInt(0x10000, 0x110000);
            default -> random.nextInt('a', 'z' + 1);
          });
    }
    return text.toString();
  }
}
