package bub.lobby.contract;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Keyword of the library that charges its cost before it runs. */
final class MeteredKeyword implements Keyword {
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
    return new Metered(keyword.newValidator(place, rule, parent, context), weight(rule));
  }

  /** Cost of one pass over the rule itself. */
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
    private final int weight;
    private final boolean recollects;

    Metered(KeywordValidator validator, int weight) {
      this.validator = validator;
      this.weight = weight;
      this.recollects = validator.getKeyword().startsWith("unevaluated");
    }

    @Override
    public void validate(
        ExecutionContext context, JsonNode value, JsonNode root, NodePath location) {
      WorkMeter meter = (WorkMeter) context;
      meter.spend(weight + JsonTrees.breadth(value));
      if (context.isUnevaluatedPropertiesPresent() || context.isUnevaluatedItemsPresent()) {
        payForNotes(meter, location);
      }
      meter.enter();
      validator.validate(context, value, root, location);
      meter.leave();
    }

    /** The library records annotations, and searches them for "unevaluated…". */
    private void payForNotes(WorkMeter meter, NodePath location) {
      int notes = meter.getAnnotations().asMap().getOrDefault(location, List.of()).size();
      meter.spend(recollects ? (long) notes * UNITS_PER_NOTE : notes);
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
