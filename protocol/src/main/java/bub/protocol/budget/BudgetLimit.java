package bub.protocol.budget;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Amount that may be used per period, as people write it: {@code 5usd/day}, {@code 200k
 * tokens/turn}.
 *
 * @param amount tokens, calls or billionths of a dollar
 */
public record BudgetLimit(long amount, Unit unit, Period period) {
  private static final Pattern FORM =
      Pattern.compile(
          "(\\d{1,12}(?:\\.\\d{1,9})?)\\s*([km]?)\\s*(usd|tokens?|calls?)\\s*/\\s*(day|turn)");
  private static final BigDecimal THOUSAND = new BigDecimal(1_000);
  private static final BigDecimal MILLION = new BigDecimal(1_000_000);

  public enum Unit {
    USD,
    TOKENS,
    CALLS;

    public String words(long amount) {
      return switch (this) {
        case USD -> UsdAmount.words(amount);
        case TOKENS -> String.format(Locale.ROOT, "%,d tokens", amount);
        case CALLS -> String.format(Locale.ROOT, amount == 1 ? "%,d call" : "%,d calls", amount);
      };
    }
  }

  /** A turn is all work that one message of a person causes. */
  public enum Period {
    DAY,
    TURN;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The exception has a message for people. */
  public static BudgetLimit parse(String text) {
    Matcher form = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "'%s' is not a limit such as 5usd/day, 200k tokens/turn or 100 calls/day"
              .formatted(text));
    }
    BigDecimal number = new BigDecimal(form.group(1));
    BigDecimal scaled =
        switch (form.group(2)) {
          case "k" -> number.multiply(THOUSAND);
          case "m" -> number.multiply(MILLION);
          default -> number;
        };
    Unit unit =
        switch (form.group(3).charAt(0)) {
          case 'u' -> Unit.USD;
          case 't' -> Unit.TOKENS;
          default -> Unit.CALLS;
        };
    Period period = form.group(4).equals("day") ? Period.DAY : Period.TURN;
    return new BudgetLimit(amount(text, scaled, unit), unit, period);
  }

  private static long amount(String text, BigDecimal number, Unit unit) {
    if (number.compareTo(MILLION.multiply(THOUSAND)) > 0) {
      throw new IllegalArgumentException("'" + text + "' is too large");
    }
    if (unit == Unit.USD) {
      return UsdAmount.nanos(number);
    }
    if (number.stripTrailingZeros().scale() > 0) {
      throw new IllegalArgumentException("'" + text + "' is not a whole number");
    }
    return number.longValueExact();
  }

  public boolean isSameKind(BudgetLimit other) {
    return unit == other.unit && period == other.period;
  }

  public BudgetLimit doubled() {
    return new BudgetLimit(Math.max(1, amount * 2), unit, period);
  }

  /** {@code 5 USD per day}. */
  public String words() {
    return unit.words(amount) + " per " + period.word();
  }

  @Override
  public String toString() {
    return switch (unit) {
          case USD -> UsdAmount.usd(amount).stripTrailingZeros().toPlainString() + "usd";
          case TOKENS -> brief(amount) + " tokens";
          case CALLS -> amount + " calls";
        }
        + "/"
        + period.word();
  }

  private static String brief(long amount) {
    if (amount == 0 || amount % 1_000 != 0) {
      return String.valueOf(amount);
    }
    return amount % 1_000_000 == 0 ? amount / 1_000_000 + "m" : amount / 1_000 + "k";
  }
}
