package bub.lobby.contract;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.BaseKeywordValidator;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The keywords that ask whether values are equal. The library's own hash values as they are, which
 * strangers can make slow, and see a difference between {@code {"a":1}} and {@code {"a":1.0}}.
 */
enum EqualityKeyword implements Keyword {
  CONST("const") {
    @Override
    Rule rule(JsonNode value) {
      return oneOf(Stream.of(value));
    }
  },
  ENUM("enum") {
    @Override
    Rule rule(JsonNode values) {
      return oneOf(values.valueStream());
    }
  },
  UNIQUE_ITEMS("uniqueItems") {
    @Override
    Rule rule(JsonNode unique) {
      return unique.booleanValue() ? EqualityKeyword::allDiffer : (_, _) -> true;
    }
  };

  /** Whether a value is as it must be; the price goes to {@code pay}. */
  interface Rule {
    boolean allows(JsonNode value, LongConsumer pay);
  }

  private final String keyword;

  EqualityKeyword(String keyword) {
    this.keyword = keyword;
  }

  abstract Rule rule(JsonNode setting);

  private static Rule oneOf(Stream<JsonNode> values) {
    Set<String> allowed =
        values.map(value -> Canonical.of(value, _ -> {})).collect(Collectors.toUnmodifiableSet());
    return (value, pay) -> allowed.contains(Canonical.of(value, pay));
  }

  private static boolean allDiffer(JsonNode value, LongConsumer pay) {
    if (!value.isArray()) {
      return true;
    }
    var seen = new HashSet<String>();
    for (JsonNode element : value) {
      pay.accept(1);
      if (!seen.add(Canonical.of(element, pay))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String getValue() {
    return keyword;
  }

  @Override
  public KeywordValidator newValidator(
      SchemaLocation place, JsonNode setting, Schema parent, SchemaContext context) {
    return new Validator(this, place, setting, parent, context);
  }

  private static final class Validator extends BaseKeywordValidator {
    private final Rule rule;

    Validator(
        EqualityKeyword keyword,
        SchemaLocation place,
        JsonNode setting,
        Schema parent,
        SchemaContext context) {
      super(keyword, setting, place, parent, context);
      this.rule = keyword.rule(setting);
    }

    @Override
    public void validate(
        ExecutionContext context, JsonNode value, JsonNode root, NodePath location) {
      if (!rule.allows(value, ((Meter) context)::spend)) {
        context.addError(
            error()
                .instanceNode(value)
                .instanceLocation(location)
                .evaluationPath(context.getEvaluationPath())
                .build());
      }
    }
  }
}
