package bub.json.record;

import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.RawJson;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Records for tests, and JSON with single quotes. */
final class Samples {
  private Samples() {}

  enum Condition {
    NEW,
    USED {
      @Override
      public String toString() {
        return "second hand";
      }
    }
  }

  record Whole(byte b, short s, int i, long l, Byte bb, Short ss, Integer ii, Long ll) {}

  record Decimal(double d, float f, Double dd, Float ff, BigDecimal exact, BigInteger huge) {}

  record Simple(boolean flag, Boolean boxed, String text, Condition condition, RawJson anything) {}

  record Written(Instant time, Duration span, URI link, UUID id) {}

  record Many(List<String> list, Set<Integer> set, Map<String, Item> map, List<List<Long>> grid) {}

  record Absent(
      Optional<String> maybe,
      @Nullable Integer perhaps,
      @Nullable Item item,
      List<@Nullable String> gaps,
      Map<String, @Nullable Integer> holes,
      Optional<List<Item>> items,
      @Nullable RawJson raw) {}

  record Item(String name, int count) {}

  record Order(Item first, Item second, List<Item> others) {}

  record Tree(String label, List<Tree> branches) {}

  record Ping(@Nullable Pong pong) {}

  record Pong(@Nullable Ping ping) {}

  record Nothing() {}

  /** A record that validates itself. */
  record Quantity(int pieces) {
    Quantity {
      if (pieces < 1) {
        throw new IllegalArgumentException("pieces must be one or more");
      }
      if (pieces == 13) {
        throw new IllegalStateException("password is hunter2");
      }
    }
  }

  record Basket(List<Quantity> quantities) {}

  static RawJson json(String text) {
    try {
      return RawJson.parse(text.replace('\'', '"'));
    } catch (InvalidJson wrong) {
      throw new AssertionError(wrong.getMessage() + " in " + text, wrong);
    }
  }

  /** Why this text is no such record. */
  static InvalidField refusal(Class<? extends Record> type, String text) {
    try {
      Record read = RecordCodec.of(type).read(json(text));
      throw new AssertionError("was read: " + read);
    } catch (InvalidField refused) {
      return refused;
    }
  }

  /** The sample with one member replaced. */
  static String spoiled(String sample, String name, String value) {
    String spoiled = sample.replaceFirst("('" + name + "':)([^,}\\[{]+|\\[]|\\{})", "$1" + value);
    if (spoiled.equals(sample)) {
      throw new AssertionError("nothing to spoil in " + sample);
    }
    return spoiled;
  }
}
