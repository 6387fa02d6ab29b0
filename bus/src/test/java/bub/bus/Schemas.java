package bub.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.networknt.schema.Error;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** Validates JSON Schema, including formats, without network access. */
final class Schemas {
  private static final String OPEN_RPC = resource("open-rpc-meta-schema.json");
  private static final String JSON_SCHEMA = resource("json-schema-meta-schema.json");

  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_7,
          builder ->
              builder
                  .schemas(Schemas::known)
                  .schemaRegistryConfig(
                      SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));

  private Schemas() {}

  static List<Error> problems(JsonNode schema, JsonNode value) {
    return REGISTRY.getSchema(schema).validate(value);
  }

  static boolean isValid(JsonNode schema, JsonNode value) {
    return problems(schema, value).isEmpty();
  }

  /** What the OpenRPC meta-schema has to say about a document. */
  static List<Error> problemsOfDocument(JsonNode document) {
    return problems(RawPeer.json(OPEN_RPC), document);
  }

  private static String known(String address) {
    if (!address.matches("https://meta\\.json-schema\\.tools/?")) {
      throw new AssertionError("no file for " + address);
    }
    return JSON_SCHEMA;
  }

  private static String resource(String name) {
    try (InputStream file = Schemas.class.getResourceAsStream("/openrpc/" + name)) {
      // They call themselves their own dialect, but are written in draft 7.
      return new String(Objects.requireNonNull(file).readAllBytes(), UTF_8)
          .replaceFirst(
              "\"\\$schema\": \"https://meta.json-schema.tools/\"",
              "\"\\$schema\": \"http://json-schema.org/draft-07/schema#\"");
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
