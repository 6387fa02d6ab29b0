package bub.lobby.contract;

import bub.lobby.contract.WorkMeter.CheckStopped;
import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressions;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Regular expression that pays per character, which stops endless backtracking. */
final class MeteredPattern implements RegularExpression {
  // The matcher recurses once per repetition of a group, and the hub's stack is small.
  private static final int MAX_GLANCE = 128;
  private static final int READS_PER_PAYMENT = 8;
  private static final int STARTS_PER_UNIT = 64;

  private final Pattern pattern;
  // Maximum steps from one character to the next.
  private final int price;

  MeteredPattern(String text) {
    try {
      this.price = 1 + PatternRules.countEmptyParts(text);
      this.pattern = translate(text);
    } catch (PatternRules.Broken broken) {
      throw new IllegalArgumentException("the pattern " + broken.getMessage(), broken);
    }
  }

  /** Null when the pattern can be used. */
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

  /** From ECMA 262, the dialect of JSON Schema. */
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
    // A match may begin at any character.
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
