package bub.protocol.budget;

import static java.nio.charset.StandardCharsets.US_ASCII;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** US dollars as billionths in a {@code long}: exact for sums, and small enough for one token. */
public final class UsdAmount {
  private static final int DECIMALS = 9;
  private static final int SHOWN_DECIMALS = 4;
  private static final int LONGEST = 32;
  private static final BigDecimal MOST = new BigDecimal(1_000_000_000);

  private UsdAmount() {}

  /** Rounds up, so that small costs never vanish. */
  public static long nanos(BigDecimal usd) {
    return usd.min(MOST).setScale(DECIMALS, RoundingMode.UP).unscaledValue().longValueExact();
  }

  public static BigDecimal usd(long nanos) {
    return BigDecimal.valueOf(nanos, DECIMALS);
  }

  /** {@code 4.2 USD}; an amount below the shown decimals is rounded up. */
  public static String words(long nanos) {
    BigDecimal shown = usd(nanos).setScale(SHOWN_DECIMALS, RoundingMode.UP).stripTrailingZeros();
    return shown.toPlainString() + " USD";
  }

  public static RawJson json(BigDecimal usd) {
    return RawJson.trusted(usd.stripTrailingZeros().toPlainString().getBytes(US_ASCII));
  }

  /** Null when the member is missing or null. */
  public static @Nullable BigDecimal read(Fields fields, String name) {
    RawJson value = fields.find(name);
    if (value == null || value.isNull()) {
      return null;
    }
    if (value.isNumber() && value.length() <= LONGEST) {
      BigDecimal amount = new BigDecimal(value.toString());
      // The scale of a number such as 1e-999999 would cost more to compute than it is worth.
      if (amount.signum() >= 0
          && Math.abs((long) amount.scale()) <= LONGEST
          && amount.compareTo(MOST) <= 0) {
        return amount;
      }
    }
    throw new InvalidField(name, "must be a number from 0 to " + MOST);
  }
}
