package bub.protocol.budget;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.PositionedJson;
import bub.json.PositionedJson.Misplaced;
import bub.json.RawJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Prices of models in US dollars per million tokens. A name such as {@code openai/gpt-5} also
 * stands for its dated versions, and for the same model of another provider. Immutable.
 */
public final class ModelPrices {
  private static final List<String> FIELDS = List.of("version", "date", "models");
  private static final List<String> PRICE_FIELDS = List.of("in", "out");
  private static final Pattern VERSION_SUFFIX =
      Pattern.compile("(-\\d{4}-\\d{2}-\\d{2}|-\\d{8}|-latest)$");
  private static final BigDecimal MILLION = new BigDecimal(1_000_000);
  private static final int MAX_MODELS = 10_000;

  private record Price(BigDecimal in, BigDecimal out) {
    BigDecimal cost(long tokensIn, long tokensOut) {
      return in.multiply(BigDecimal.valueOf(tokensIn))
          .add(out.multiply(BigDecimal.valueOf(tokensOut)))
          .divide(MILLION);
    }
  }

  private static final class BuiltIn {
    static final ModelPrices PRICES = load();

    private static ModelPrices load() {
      try (InputStream file =
          Objects.requireNonNull(ModelPrices.class.getResourceAsStream("prices.json"))) {
        return parse(file.readAllBytes());
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      } catch (Misplaced wrong) {
        throw new IllegalStateException(wrong);
      }
    }
  }

  private final Map<String, Price> byName;
  private final Map<String, Price> byPrefix;
  private final Map<String, Price> byModel;

  private ModelPrices(Map<String, Price> prices) {
    byName = Map.copyOf(prices);
    byPrefix = new HashMap<>();
    byModel = new HashMap<>();
    prices.forEach(
        (name, price) -> {
          if (name.endsWith("*")) {
            byPrefix.put(name.substring(0, name.length() - 1), price);
          } else {
            byModel.merge(withoutProvider(name), price, ModelPrices::higher);
          }
        });
  }

  /** A model of two providers has the higher price, because the cheaper one is not certain. */
  private static Price higher(Price one, Price other) {
    return one.in().add(one.out()).compareTo(other.in().add(other.out())) >= 0 ? one : other;
  }

  public static ModelPrices builtIn() {
    return BuiltIn.PRICES;
  }

  /** Reads a price file; the error names the line and the column. */
  public static ModelPrices parse(byte[] file) throws Misplaced {
    PositionedJson json = PositionedJson.parse(file);
    RawJson root = json.root();
    Fields fields = json.in(root, () -> known(root, FIELDS));
    json.in(root, () -> checkVersion(fields));
    json.in(root, () -> String.valueOf(fields.optionalString("date")));
    RawJson models = json.in(root, () -> fields.object("models"));
    Fields names = models.fields();
    if (names.count() > MAX_MODELS) {
      throw json.misplaced(models, "at most " + MAX_MODELS + " models are allowed");
    }
    var prices = new HashMap<String, Price>();
    for (int i = 0; i < names.count(); i++) {
      RawJson price = names.value(i);
      String name = names.name(i);
      if (prices.put(name, json.in(price, () -> price(price))) != null) {
        throw json.misplaced(price, name + " appears twice");
      }
    }
    return new ModelPrices(prices);
  }

  private static Fields known(RawJson object, List<String> names) {
    return Fields.of(object, names);
  }

  private static long checkVersion(Fields fields) {
    long version = fields.integer("version", 1);
    if (version != 1) {
      throw new InvalidField("version", "must be 1");
    }
    return version;
  }

  private static Price price(RawJson price) {
    Fields fields = known(price, PRICE_FIELDS);
    return new Price(required(fields, "in"), required(fields, "out"));
  }

  private static BigDecimal required(Fields fields, String name) {
    BigDecimal price = UsdAmount.read(fields, name);
    if (price == null) {
      throw new InvalidField(name, "is missing");
    }
    return price;
  }

  /** Returns prices in which {@code others} take precedence. */
  public ModelPrices with(ModelPrices others) {
    var all = new HashMap<>(byName);
    all.putAll(others.byName);
    return new ModelPrices(all);
  }

  /** Null when the model has no price. */
  public @Nullable BigDecimal cost(String model, long tokensIn, long tokensOut) {
    Price price = find(model);
    return price == null ? null : price.cost(tokensIn, tokensOut);
  }

  private @Nullable Price find(String model) {
    String plain = VERSION_SUFFIX.matcher(model).replaceFirst("");
    for (String name : List.of(model, plain)) {
      if (byName.containsKey(name)) {
        return byName.get(name);
      }
    }
    for (int end = model.length(); end > 0; end--) {
      Price price = byPrefix.get(model.substring(0, end));
      if (price != null) {
        return price;
      }
    }
    for (String name : List.of(withoutProvider(model), withoutProvider(plain))) {
      if (byModel.containsKey(name)) {
        return byModel.get(name);
      }
    }
    return byPrefix.get(""); // the price of "*"
  }

  private static String withoutProvider(String model) {
    return model.substring(model.lastIndexOf('/') + 1);
  }
}
