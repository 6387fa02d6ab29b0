package bub.lobby.contract;

import bub.protocol.lobby.ServiceResponse.Violation;
import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Findings of the library in short, plain English. */
final class ViolationText {
  static final String TOO_COMPLEX = "is too complex to check";

  private static final int MAX_PROBLEM = 300;
  private static final int MAX_PLACE = 300;
  private static final int MAX_QUOTE = 60;
  private static final Set<String> CHOICES = Set.of("anyOf", "oneOf");

  private ViolationText() {}

  /** Drops the long texts that the library creates for whole values. */
  static Error slim(Error fault) {
    Error.Builder slim = Error.builder();
    slim.keyword(fault.getKeyword()).messageSupplier(() -> "");
    slim.instanceLocation(fault.getInstanceLocation()).evaluationPath(fault.getEvaluationPath());
    slim.instanceNode(fault.getInstanceNode()).schemaNode(fault.getSchemaNode());
    @Nullable String property = fault.getProperty();
    if (property != null) {
      slim.property(property);
    }
    Object @Nullable [] arguments = fault.getArguments();
    if (arguments != null) {
      slim.arguments(
          Arrays.stream(arguments).map(text -> cut(text.toString(), MAX_QUOTE)).toArray());
    }
    return slim.build();
  }

  static List<Violation> violations(List<Error> faults) {
    var violations = new LinkedHashSet<Violation>();
    for (Error fault : faults) {
      violations.add(
          violation(pointer(fault), alternative(fault.getEvaluationPath()) + problem(fault)));
      if (violations.size() == WorkMeter.MAX_FAULTS) {
        break;
      }
    }
    return List.copyOf(violations);
  }

  /** Replaces a location that is too long by an enclosing one. */
  static Violation violation(String pointer, String problem) {
    String place = pointer;
    while (place.length() > MAX_PLACE) {
      place = place.substring(0, place.lastIndexOf('/'));
    }
    String where = place.length() < pointer.length() ? "in a nested value: " : "";
    return new Violation(place, cut(where + problem, MAX_PROBLEM));
  }

  /** For an unexpected member, the member itself. */
  static String pointer(Error fault) {
    NodePath place = fault.getInstanceLocation();
    return switch (fault.getKeyword()) {
      case "additionalProperties", "unevaluatedProperties", "propertyNames" ->
          place.append(fault.getProperty()).toString();
      default -> place.toString();
    };
  }

  static String problem(Error fault) {
    JsonNode rule = fault.getSchemaNode();
    return switch (fault.getKeyword()) {
      case "type" -> "must be " + kinds(rule) + ", not " + kind(fault.getInstanceNode());
      case "const" -> "must be " + quote(rule);
      case "enum" -> "must be one of " + list(rule);
      case "required" -> "must have the member " + quote(fault.getProperty());
      case "dependentRequired" ->
          "must have the member %s because it has %s"
              .formatted(quote(fault.getArguments()[0]), quote(fault.getProperty()));
      case "additionalProperties", "unevaluatedProperties" ->
          "is not a member that the schema defines";
      case "propertyNames" -> "has a name that the schema does not allow";
      case "items", "unevaluatedItems" -> "has an element that the schema does not allow";
      case "false" -> "is not allowed by the schema";
      case "not" -> "matches a schema that it must not match";
      case "minimum" -> "must be at least " + quote(rule);
      case "exclusiveMinimum" -> "must be more than " + quote(rule);
      case "maximum" -> "must be at most " + quote(rule);
      case "exclusiveMaximum" -> "must be less than " + quote(rule);
      case "multipleOf" -> "must be a multiple of " + quote(rule);
      case "minLength" -> "must have at least " + count(rule, "character");
      case "maxLength" -> "must have at most " + count(rule, "character");
      case "minItems" -> "must have at least " + count(rule, "element");
      case "maxItems" -> "must have at most " + count(rule, "element");
      case "minProperties" -> "must have at least " + count(rule, "member");
      case "maxProperties" -> "must have at most " + count(rule, "member");
      case "contains", "minContains" -> "has too few elements that match";
      case "maxContains" -> "has too many elements that match";
      case "pattern" -> "must match the pattern " + quote(rule);
      case "uniqueItems" -> "must not have the same element twice";
      case "oneOf" ->
          "must match exactly one of %d alternatives, not %s"
              .formatted(rule.size(), fault.getArguments()[0]);
      default -> "violates the rule " + fault.getKeyword();
    };
  }

  private static String alternative(NodePath path) {
    for (int i = 0; i + 1 < path.getNameCount(); i++) {
      if (path.getElement(i) instanceof String name
          && CHOICES.contains(name)
          && path.getElement(i + 1) instanceof Integer index) {
        return "alternative " + (index + 1) + ": ";
      }
    }
    return "";
  }

  private static String kinds(JsonNode rule) {
    return rule.isArray()
        ? rule.valueStream().map(ViolationText::withArticle).collect(Collectors.joining(" or "))
        : withArticle(rule);
  }

  private static String withArticle(JsonNode type) {
    String name = type.asString();
    return switch (name) {
      case "null" -> name;
      case "object", "array", "integer" -> "an " + name;
      default -> "a " + name;
    };
  }

  private static String kind(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> "an object";
      case ARRAY -> "an array";
      case STRING -> "a string";
      case BOOLEAN -> "a boolean";
      case NUMBER -> value.isIntegralNumber() ? "an integer" : "a number";
      default -> "null";
    };
  }

  private static String list(JsonNode values) {
    var list = new StringBuilder();
    for (JsonNode value : values) {
      list.append(list.isEmpty() ? "" : ", ").append(quote(value));
      if (list.length() > MAX_PROBLEM) {
        break;
      }
    }
    return list.toString();
  }

  private static String count(JsonNode number, String what) {
    return quote(number) + " " + what + (number.asString().equals("1") ? "" : "s");
  }

  private static String quote(Object value) {
    String text = value instanceof String name ? '"' + name + '"' : value.toString();
    return cut(text, MAX_QUOTE);
  }

  private static String cut(String text, int length) {
    if (text.length() <= length) {
      return text;
    }
    int end = length - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }
}
