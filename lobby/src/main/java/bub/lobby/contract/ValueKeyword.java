package bub.lobby.contract;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.BaseKeywordValidator;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Keywords that compare and calculate; those of the library fail on {@code 1e30}, distinguish
 * {@code 1} from {@code 1.0} in arrays, and hash values in a way that an attacker can make slow.
 */
record ValueKeyword(String getValue, Reading reading) implements Keyword {
  private static final int DIGIT_PAIRS_PER_UNIT = 4_096;

  static final List<ValueKeyword> ALL =
      List.of(
          new ValueKeyword("const", ValueKeyword::equalTo),
          new ValueKeyword("enum", ValueKeyword::oneOf),
          new ValueKeyword("uniqueItems", ValueKeyword::unique),
          new ValueKeyword("minimum", bound -> compared(bound, order -> order >= 0)),
          new ValueKeyword("exclusiveMinimum", bound -> compared(bound, order -> order > 0)),
          new ValueKeyword("maximum", bound -> compared(bound, order -> order <= 0)),
          new ValueKeyword("exclusiveMaximum", bound -> compared(bound, order -> order < 0)),
          new ValueKeyword("multipleOf", ValueKeyword::divisibleBy));

  interface Rule {
    boolean allows(JsonNode value, LongConsumer pay);
  }

  interface Reading {
    Rule of(JsonNode setting);
  }

  @Override
  public KeywordValidator newValidator(
      SchemaLocation place, JsonNode setting, Schema parent, SchemaContext context) {
    return new Validator(this, place, setting, parent, context);
  }

  private static final class Validator extends BaseKeywordValidator {
    private final Rule rule;

    Validator(
        ValueKeyword keyword,
        SchemaLocation place,
        JsonNode setting,
        Schema parent,
        SchemaContext context) {
      super(keyword, setting, place, parent, context);
      this.rule = keyword.reading.of(setting);
    }

    @Override
    public void validate(
        ExecutionContext context, JsonNode value, JsonNode root, NodePath location) {
      if (!rule.allows(value, ((WorkMeter) context)::spend)) {
        context.addError(
            error()
                .instanceNode(value)
                .instanceLocation(location)
                .evaluationPath(context.getEvaluationPath())
                .build());
      }
    }
  }

  private static Rule equalTo(JsonNode value) {
    return oneOf(Stream.of(value));
  }

  private static Rule oneOf(JsonNode values) {
    return oneOf(values.valueStream());
  }

  private static Rule oneOf(Stream<JsonNode> values) {
    Set<String> allowed =
        values
            .map(value -> CanonicalJson.of(value, _ -> {}))
            .collect(Collectors.toUnmodifiableSet());
    return (value, pay) -> allowed.contains(CanonicalJson.of(value, pay));
  }

  private static Rule unique(JsonNode unique) {
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

  private static Rule compared(JsonNode bound, IntPredicate right) {
    BigDecimal limit = bound.decimalValue();
    boolean plain = bound.isInt();
    int plainLimit = plain ? bound.intValue() : 0;
    return (value, pay) -> {
      if (!value.isNumber()) {
        return true;
      }
      if (plain && value.isInt()) {
        return right.test(Integer.compare(value.intValue(), plainLimit));
      }
      BigDecimal number = value.decimalValue();
      if (magnitude(number) == magnitude(limit)) {
        pay(pay, (long) number.scale() - limit.scale());
      }
      return right.test(number.compareTo(limit));
    };
  }

  private static long magnitude(BigDecimal number) {
    return (long) number.precision() - number.scale();
  }

  private static Rule divisibleBy(JsonNode divisor) {
    BigDecimal step = divisor.decimalValue();
    return (value, pay) -> {
      if (!value.isNumber()) {
        return true;
      }
      BigDecimal number = value.decimalValue();
      pay(pay, Math.max(0, magnitude(number) + step.scale()) + step.precision());
      return number.remainder(step).signum() == 0;
    };
  }

  /** Quadratic in the digits; 1e9999 has ten thousand. */
  private static void pay(LongConsumer pay, long digits) {
    pay.accept(digits * digits / DIGIT_PAIRS_PER_UNIT);
  }
}
