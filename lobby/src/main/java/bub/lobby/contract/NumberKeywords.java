package bub.lobby.contract;

import java.math.BigDecimal;
import java.util.function.IntPredicate;
import java.util.function.LongConsumer;
import tools.jackson.databind.JsonNode;

/** Rules for numbers, exact for numbers of any size. */
final class NumberKeywords {
  private static final int DIGIT_PAIRS_PER_UNIT = 4_096;

  private NumberKeywords() {}

  static ValueKeyword.Rule compared(JsonNode bound, IntPredicate right) {
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

  static ValueKeyword.Rule divisibleBy(JsonNode divisor) {
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

  /** Charges the arithmetic, which is quadratic in the digits; 1e9999 has ten thousand. */
  private static void pay(LongConsumer pay, long digits) {
    pay.accept(digits * digits / DIGIT_PAIRS_PER_UNIT);
  }
}
