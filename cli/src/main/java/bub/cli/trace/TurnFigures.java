package bub.cli.trace;

import bub.cli.machine.HumanUnits;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Durations, tokens and money of a turn, for people. */
final class TurnFigures {
  private static final BigDecimal CENT = new BigDecimal("0.01");
  private static final BigDecimal LEAST = new BigDecimal("0.0001");
  private static final long MANY_TOKENS = 100_000;

  private TurnFigures() {}

  static String time(Duration duration) {
    return HumanUnits.millis(duration.toNanos() / 1e6);
  }

  /** {@code $0.0049}, {@code $1.25}; empty when unknown. */
  static String money(@Nullable BigDecimal usd) {
    if (usd == null) {
      return "";
    }
    if (usd.signum() > 0 && usd.compareTo(LEAST) < 0) {
      return "<$0.0001";
    }
    int decimals = usd.signum() == 0 || usd.compareTo(CENT) >= 0 ? 2 : 4;
    return "$" + usd.setScale(decimals, RoundingMode.HALF_UP).toPlainString();
  }

  /** {@code 1,204}, {@code 250k}. */
  static String tokens(long tokens) {
    return tokens < MANY_TOKENS
        ? HumanUnits.number(tokens)
        : String.format(Locale.ROOT, "%,dk", tokens / 1_000);
  }
}
