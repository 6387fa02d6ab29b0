package bub.lobby.contract;

import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressions;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression that pays for every character it reads, so that one that goes back and forth
 * without end is stopped. What it does between two characters is bounded by {@link PatternRules}.
 */
final class MeteredPattern implements RegularExpression {
  // With every repetition of a group the matcher goes deeper, and the hub's stack is small.
  private static final int MAX_GLANCE = 128;
  private static final int READS_PER_PAYMENT = 8;
  private static final int STARTS_PER_UNIT = 64;

  private final Pattern pattern;
  // What it may cost to come from one character to the next.
  private final int price;

  /** Only for patterns that nothing is wrong with. */
  MeteredPattern(String text) {
    try {
      this.price = 1 + PatternRules.countEmptyParts(text);
      this.pattern = translate(text);
    } catch (PatternRules.Broken broken) {
      throw new IllegalArgumentException("the pattern " + broken.getMessage(), broken);
    }
  }

  /** Why a pattern cannot be used, or null. */
  static @Nullable String problemWith(String text) {
    try {
      PatternRules.countEmptyParts(text);
      translate(text);
      return null;
    } catch (PatternRules.Broken broken) {
      return broken.getMessage();
    } catch (PatternSyntaxException unknown) {
      return unknown.getDescription();
    }
  }

  /** From the dialect of JSON Schema, ECMA 262, to the one of Java. */
  private static Pattern translate(String text) throws PatternRules.Broken {
    return Pattern.compile(
        RegularExpressions.replaceLongformCharacterProperties(
            RegularExpressions.replaceDollarAnchors(EcmaEscapes.toJava(text))));
  }

  @Override
  public boolean matches(String value) {
    WorkMeter meter = WorkMeter.running();
    if (meter.isGlancing() && value.length() > MAX_GLANCE) {
      throw CheckStopped.spent();
    }
    // It may begin to match at any character.
    meter.spend(1 + (long) value.length() * price / STARTS_PER_UNIT);
    return pattern.matcher(new MeteredText(value, meter, price)).find();
  }

  private static final class MeteredText implements CharSequence {
    private final String text;
    private final WorkMeter meter;
    private final int price;
    private int read;

    MeteredText(String text, WorkMeter meter, int price) {
      this.text = text;
      this.meter = meter;
      this.price = price;
    }

    @Override
    public char charAt(int index) {
      if (++read == READS_PER_PAYMENT) {
        read = 0;
        meter.spend(price);
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.substring(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
