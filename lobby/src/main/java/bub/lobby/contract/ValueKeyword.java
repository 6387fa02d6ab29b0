package bub.lobby.contract;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.BaseKeywordValidator;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.util.List;
import java.util.function.LongConsumer;
import tools.jackson.databind.JsonNode;

/**
 * Keywords that compare and calculate. Replaces those of the library, which fail on numbers such as
 * {@code 1e30}, distinguish {@code [{"a":1}]} from {@code [{"a":1.0}]}, and hash values in a way
 * that an attacker can make slow.
 */
record ValueKeyword(String getValue, Reading reading) implements Keyword {
  static final List<ValueKeyword> ALL =
      List.of(
          new ValueKeyword("const", EqualityKeywords::with),
          new ValueKeyword("enum", EqualityKeywords::withOneOf),
          new ValueKeyword("uniqueItems", EqualityKeywords::withNoOther),
          new ValueKeyword("minimum", bound -> NumberKeywords.compared(bound, order -> order >= 0)),
          new ValueKeyword(
              "exclusiveMinimum", bound -> NumberKeywords.compared(bound, order -> order > 0)),
          new ValueKeyword("maximum", bound -> NumberKeywords.compared(bound, order -> order <= 0)),
          new ValueKeyword(
              "exclusiveMaximum", bound -> NumberKeywords.compared(bound, order -> order < 0)),
          new ValueKeyword("multipleOf", NumberKeywords::divisibleBy));

  /** Condition of one keyword on a value; charges its cost to {@code pay}. */
  interface Rule {
    boolean allows(JsonNode value, LongConsumer pay);
  }

  /** Creates a rule from the value of a keyword. */
  interface Reading {
    Rule of(JsonNode setting);
  }

  @Override
  public KeywordValidator newValidator(
      SchemaLocation place, JsonNode setting, Schema parent, SchemaContext context) {
    return new Validator(this, place, setting, parent, context);
  }

  private static final class Validator extends BaseKeywordValidator {
    private final Rule rule;

    Validator(
        ValueKeyword keyword,
        SchemaLocation place,
        JsonNode setting,
        Schema parent,
        SchemaContext context) {
      super(keyword, setting, place, parent, context);
      this.rule = keyword.reading.of(setting);
    }

    @Override
    public void validate(
        ExecutionContext context, JsonNode value, JsonNode root, NodePath location) {
      if (!rule.allows(value, ((WorkMeter) context)::spend)) {
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
