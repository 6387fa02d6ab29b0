package bub.agent.model.langchain;

import bub.agent.model.ToolSpec;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.NestedFields;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonNumberSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converters of tools for LangChain4j; PLAIN is for providers that accept only types and texts. */
enum ToolSchemas {
  EXACT {
    @Override
    JsonSchemaElement property(RawJson schema) {
      return JsonRawSchema.from(schema.isObject() ? schema.toString() : "{}");
    }
  },
  PLAIN {
    @Override
    JsonSchemaElement property(RawJson schema) {
      return schema.isObject() ? plain(schema.fields()) : new JsonStringSchema();
    }

    private JsonSchemaElement plain(Fields schema) {
      String description = text(schema, "description");
      String type = text(schema, "type");
      if (isWords(schema.find("enum"))) {
        return JsonEnumSchema.builder()
            .enumValues(NestedFields.strings(schema, "enum"))
            .description(description)
            .build();
      }
      return switch (type == null ? "" : type) {
        case "object" -> object(schema, description);
        case "array" -> {
          RawJson items = schema.find("items");
          yield JsonArraySchema.builder()
              .items(items == null ? new JsonStringSchema() : property(items))
              .description(description)
              .build();
        }
        case "integer" -> JsonIntegerSchema.builder().description(description).build();
        case "number" -> JsonNumberSchema.builder().description(description).build();
        case "boolean" -> JsonBooleanSchema.builder().description(description).build();
        default -> JsonStringSchema.builder().description(description).build();
      };
    }
  };

  abstract JsonSchemaElement property(RawJson schema);

  List<ToolSpecification> translate(List<ToolSpec> tools) {
    var translated = new ArrayList<ToolSpecification>();
    for (ToolSpec tool : tools) {
      translated.add(
          ToolSpecification.builder()
              .name(tool.name())
              .description(tool.description())
              .parameters(parameters(tool.input()))
              .build());
    }
    return translated;
  }

  private JsonObjectSchema parameters(RawJson schema) {
    try {
      return object(schema.fields(), null);
    } catch (InvalidField odd) {
      // From another agent: a tool without an input schema is better than no tool.
      return JsonObjectSchema.builder().build();
    }
  }

  JsonObjectSchema object(Fields schema, @Nullable String description) {
    var object = JsonObjectSchema.builder().description(description);
    object.addProperties(properties(schema, "properties"));
    RawJson required = schema.find("required");
    if (isWords(required)) {
      object.required(NestedFields.strings(schema, "required"));
    }
    if (this == EXACT && schema.has("$defs")) {
      object.definitions(properties(schema, "$defs"));
    }
    return object.build();
  }

  private Map<String, JsonSchemaElement> properties(Fields schema, String field) {
    var properties = new LinkedHashMap<String, JsonSchemaElement>();
    RawJson found = schema.find(field);
    if (found != null && found.isObject()) {
      Fields members = found.fields();
      for (int i = 0; i < members.count(); i++) {
        properties.put(members.name(i), property(members.value(i)));
      }
    }
    return properties;
  }

  private static boolean isWords(@Nullable RawJson value) {
    return value != null
        && value.isArray()
        && value.elements().stream().allMatch(RawJson::isString)
        && !value.elements().isEmpty();
  }

  private static @Nullable String text(Fields schema, String field) {
    RawJson value = schema.find(field);
    return value != null && value.isString() ? value.asString() : null;
  }
}
