package bub.lobby.contract;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.IntNode;

/** A keyword of the library that pays before it works. */
final class MeteredKeyword implements Keyword {
  private static final Set<String> SIZES =
      Set.of("maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties");

  private final Keyword keyword;

  MeteredKeyword(Keyword keyword) {
    this.keyword = keyword;
  }

  @Override
  public String getValue() {
    return keyword.getValue();
  }

  @Override
  public KeywordValidator newValidator(
      SchemaLocation place, JsonNode rule, Schema parent, SchemaContext context) throws Exception {
    return new Metered(
        keyword.newValidator(place, bounded(rule), parent, context), rule, weight(rule));
  }

  /** The library counts in 32 bits, and nothing is larger here. */
  private JsonNode bounded(JsonNode rule) {
    return SIZES.contains(getValue()) && !rule.canConvertToInt()
        ? IntNode.valueOf(Integer.MAX_VALUE)
        : rule;
  }

  /** What the rule itself makes the library walk through, each time it is applied. */
  private int weight(JsonNode rule) {
    int size = rule.size();
    if (getValue().equals("dependentRequired")) {
      for (JsonNode names : rule) {
        size += names.size();
      }
    }
    return 1 + size / 4;
  }

  private static final class Metered implements KeywordValidator {
    private static final int UNITS_PER_NOTE = 8;

    private final KeywordValidator validator;
    private final JsonNode rule;
    private final int weight;
    private final boolean recollects;
    private final boolean divides;

    Metered(KeywordValidator validator, JsonNode rule, int weight) {
      this.validator = validator;
      this.rule = rule;
      this.weight = weight;
      this.recollects = validator.getKeyword().startsWith("unevaluated");
      this.divides = validator.getKeyword().equals("multipleOf");
    }

    @Override
    public void validate(
        ExecutionContext context, JsonNode value, JsonNode root, NodePath location) {
      Meter meter = (Meter) context;
      meter.spend(weight + Trees.breadth(value));
      if (context.isUnevaluatedPropertiesPresent() || context.isUnevaluatedItemsPresent()) {
        payForNotes(meter, location);
      }
      if (divides && value.isNumber()) {
        payForDivision(meter, value);
      }
      meter.enter();
      validator.validate(context, value, root, location);
      meter.leave();
    }

    /** For "unevaluated…" the library notes what it saw of a value, and goes through the notes. */
    private void payForNotes(Meter meter, NodePath location) {
      int notes = meter.getAnnotations().asMap().getOrDefault(location, List.of()).size();
      meter.spend(recollects ? (long) notes * UNITS_PER_NOTE : notes);
    }

    /** It is long division, by hand: 1e9999 has ten thousand digits. */
    private void payForDivision(Meter meter, JsonNode value) {
      if (!value.isInt() || !rule.isInt()) {
        BigDecimal dividend = value.decimalValue();
        BigDecimal divisor = rule.decimalValue();
        long digits = Math.max(0L, dividend.precision() - dividend.scale() + divisor.scale());
        digits += divisor.precision();
        meter.spend(digits * digits / 4_096);
      }
    }

    @Override
    public String getKeyword() {
      return validator.getKeyword();
    }

    @Override
    public SchemaLocation getSchemaLocation() {
      return validator.getSchemaLocation();
    }

    @Override
    public void preloadSchema() {
      validator.preloadSchema();
    }
  }
}
