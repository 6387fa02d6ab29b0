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
  // The matcher goes one call deeper with every repetition of a group, and the hub's stack is
  // small.
  private static final int MAX_GLANCE = 128;
  private static final int READS_PER_UNIT = 8;
  private static final int STEPS_PER_UNIT = 64;

  private final Pattern pattern;
  private final int length;

  MeteredPattern(String text) {
    this.pattern = translate(text);
    this.length = text.length();
  }

  /** Why a pattern cannot be used, or null. */
  static @Nullable String problemWith(String text) {
    String problem = PatternRules.problemWith(text);
    if (problem != null) {
      return problem;
    }
    try {
      translate(text);
      return null;
    } catch (PatternSyntaxException unknown) {
      return unknown.getDescription();
    }
  }

  /** From the dialect of JSON Schema, ECMA 262, to the one of Java. */
  private static Pattern translate(String text) {
    return Pattern.compile(
        RegularExpressions.replaceLongformCharacterProperties(
            RegularExpressions.replaceDollarAnchors(text)));
  }

  @Override
  public boolean matches(String value) {
    Meter meter = Meter.running();
    if (meter.isGlancing() && value.length() > MAX_GLANCE) {
      throw Stop.SPENT;
    }
    // It may begin to match anywhere.
    meter.spend(1 + (long) value.length() * length / STEPS_PER_UNIT);
    return pattern.matcher(new MeteredText(value, meter, 1 + length / STEPS_PER_UNIT)).find();
  }

  private static final class MeteredText implements CharSequence {
    private final String text;
    private final Meter meter;
    private final int price;
    private int read;

    MeteredText(String text, Meter meter, int price) {
      this.text = text;
      this.meter = meter;
      this.price = price;
    }

    @Override
    public char charAt(int index) {
      if (++read == READS_PER_UNIT) {
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
