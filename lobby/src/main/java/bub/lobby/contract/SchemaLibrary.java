package bub.lobby.contract;

import com.networknt.schema.AbsoluteIri;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.format.Format;
import com.networknt.schema.keyword.FormatKeyword;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.resource.InputStreamSource;
import com.networknt.schema.resource.SchemaLoader;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Schema library for untrusted schemas; fetches nothing. Loads slowly: not for the hub thread. */
final class SchemaLibrary {
  static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

  /** Keywords that decide on a value. */
  private static final Set<String> DECISIVE =
      Set.of(
          ("true false type"
                  + " maxLength minLength pattern maxItems minItems maxContains minContains"
                  + " maxProperties minProperties required dependentRequired dependentSchemas"
                  + " allOf anyOf oneOf not if prefixItems items contains properties"
                  + " patternProperties additionalProperties propertyNames unevaluatedItems"
                  + " unevaluatedProperties $ref $dynamicRef")
              .split(" "));

  private static final Set<String> SIZES =
      Set.of(
          ("maxLength minLength maxItems minItems maxContains minContains"
                  + " maxProperties minProperties")
              .split(" "));

  /** Keywords that only hold schemas for references. */
  private static final Set<String> SHELVES = Set.of("$defs", "definitions");

  private static final SchemaRegistry STRANGERS = registry(new NoLoader());

  /** From the library's own jar. */
  private static final Schema META =
      ready(registry(SchemaLoader.getDefault()).getSchema(SchemaLocation.of(DIALECT)));

  private SchemaLibrary() {}

  static Schema metaSchema() {
    return META;
  }

  /** Takes over the tree, which loses its claimed name, so that it cannot pose as another. */
  static Schema compile(JsonNode tree) {
    StandardForm.of(tree);
    if (tree instanceof ObjectNode document) {
      document.remove(List.of("$id", "$schema"));
    }
    SchemaLocations.in(tree).values().forEach(SchemaLibrary::bound);
    try {
      return ready(STRANGERS.getSchema(tree));
    } catch (StackOverflowError tooDeep) {
      throw new SchemaException("has references that are nested too deeply");
    }
  }

  /** Resolves references now, because later several threads would do so at once. */
  private static Schema ready(Schema schema) {
    schema.initializeValidators();
    return schema;
  }

  private static SchemaRegistry registry(SchemaLoader loader) {
    var config =
        SchemaRegistryConfig.builder()
            .regularExpressionFactory(MeteredPattern::new)
            .messageSource((keyword, _, _, _) -> keyword)
            .build();
    return SchemaRegistry.withDialect(
        dialect(),
        registry ->
            registry.schemaCacheEnabled(false).schemaLoader(loader).schemaRegistryConfig(config));
  }

  /** The library uses 32 bits; no real size comes near that. */
  private static void bound(JsonNode place) {
    for (String size : SIZES) {
      if (place.has(size) && !place.get(size).canConvertToInt()) {
        ((ObjectNode) place).put(size, Integer.MAX_VALUE);
      }
    }
  }

  private static Dialect dialect() {
    Dialect standard = Dialects.getDraft202012();
    Dialect.Builder builder = Dialect.builder(standard);
    for (Keyword keyword : standard.getKeywords().values()) {
      if (!keyword.getValue().equals("format")) {
        builder.keyword(metered(keyword));
      }
    }
    for (Keyword keyword : ValueKeyword.ALL) {
      builder.keyword(new MeteredKeyword(keyword));
    }
    return builder
        .formatKeywordFactory(IgnoredFormat::new)
        .unknownKeywordFactory((name, _) -> new Ignored(name))
        .build();
  }

  private static Keyword metered(Keyword keyword) {
    String name = keyword.getValue();
    if (SHELVES.contains(name)) {
      return new Shelf(keyword);
    }
    return DECISIVE.contains(name) ? new MeteredKeyword(keyword) : new Ignored(name);
  }

  private static final class NoLoader extends SchemaLoader {
    NoLoader() {
      super(List.of(), List.of());
    }

    @Override
    public InputStreamSource getSchemaResource(AbsoluteIri address) {
      throw new SchemaException("a schema cannot refer to another document");
    }
  }

  private record Ignored(String getValue) implements Keyword {
    @Override
    public @Nullable KeywordValidator newValidator(
        SchemaLocation place, JsonNode rule, Schema parent, SchemaContext context) {
      return null;
    }
  }

  private static final class IgnoredFormat extends FormatKeyword {
    IgnoredFormat(Map<String, Format> formats) {
      super(formats);
    }

    @Override
    public @Nullable KeywordValidator newValidator(
        SchemaLocation place, JsonNode rule, Schema parent, SchemaContext context) {
      return null;
    }
  }

  /** Registers the anchors of its schemas and checks nothing. */
  private record Shelf(Keyword keyword) implements Keyword {
    @Override
    public String getValue() {
      return keyword.getValue();
    }

    @Override
    public @Nullable KeywordValidator newValidator(
        SchemaLocation place, JsonNode rule, Schema parent, SchemaContext context)
        throws Exception {
      keyword.newValidator(place, rule, parent, context);
      return null;
    }
  }
}
