package bub.json.record;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.Function;
import java.util.function.LongFunction;

/** Shapes of numbers; each accepts the values that its Java type can hold. */
final class NumberShape {
  /** Limit on the digits of a number, because the time to parse them grows with their square. */
  private static final int MAX_DIGITS = 1_000;

  private static final int SURELY_FITS = 18;

  private NumberShape() {}

  /** Whole number between two bounds; {@code 5.0} is whole, as in JSON Schema. */
  record Whole(long min, long max, LongFunction<Object> make) implements Shape {
    @Override
    public void describe(JsonWriter out, SchemaDefinitions definitions) {
      out.beginObject().field("type", "integer");
      out.field("minimum", min).field("maximum", max).endObject();
    }

    @Override
    public Object read(String name, RawJson value) {
      if (value.isInteger() && value.length() <= SURELY_FITS) {
        return make.apply(within(name, value.asLong(0)));
      }
      BigInteger number = whole(name, value);
      if (number.bitLength() >= Long.SIZE) {
        throw outside(name);
      }
      return make.apply(within(name, number.longValue()));
    }

    private long within(String name, long number) {
      if (number < min || number > max) {
        throw outside(name);
      }
      return number;
    }

    private InvalidField outside(String name) {
      return new InvalidField(name, "must be " + min + " to " + max);
    }

    @Override
    public void write(String name, Object value, JsonWriter out) {
      out.value(((Number) value).longValue());
    }
  }

  record Exact(String type) implements Shape {
    static final Exact INTEGER = new Exact("integer");
    static final Exact DECIMAL = new Exact("number");

    @Override
    public void describe(JsonWriter out, SchemaDefinitions definitions) {
      Shape.describe(out, type);
    }

    @Override
    public Object read(String name, RawJson value) {
      return equals(INTEGER) ? whole(name, value) : decimal(name, value);
    }

    @Override
    public void write(String name, Object value, JsonWriter out) {
      try {
        out.value(RawJson.parse(value.toString()));
      } catch (InvalidJson tooLarge) {
        throw new InvalidField(name, "cannot be written as JSON: " + tooLarge.getMessage());
      }
    }
  }

  /** Floating-point number: the nearest value to the written one. */
  record Floating(Function<String, Number> parse) implements Shape {
    static final Floating DOUBLE = new Floating(Double::valueOf);
    static final Floating FLOAT = new Floating(Float::valueOf);

    @Override
    public void describe(JsonWriter out, SchemaDefinitions definitions) {
      Shape.describe(out, "number");
    }

    @Override
    public Object read(String name, RawJson value) {
      Number number = parse.apply(digits(name, value));
      if (!Double.isFinite(number.doubleValue())) {
        throw new InvalidField(name, "is too large");
      }
      return number;
    }

    @Override
    public void write(String name, Object value, JsonWriter out) {
      if (!Double.isFinite(((Number) value).doubleValue())) {
        throw new InvalidField(name, "cannot be written as JSON: " + value);
      }
      out.value(RawJson.trusted(value.toString().getBytes(ISO_8859_1)));
    }
  }

  private static BigInteger whole(String name, RawJson value) {
    try {
      return decimal(name, value).toBigIntegerExact();
    } catch (ArithmeticException fraction) {
      throw new InvalidField(name, "must be a whole number");
    }
  }

  private static BigDecimal decimal(String name, RawJson value) {
    return new BigDecimal(digits(name, value));
  }

  private static String digits(String name, RawJson value) {
    if (!value.isNumber()) {
      throw new InvalidField(name, "must be a number");
    }
    if (value.length() > MAX_DIGITS) {
      throw new InvalidField(name, "has more than " + MAX_DIGITS + " digits");
    }
    return value.toString();
  }
}
