package bub.gateway.mcp;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import org.jspecify.annotations.Nullable;

/**
 * Resource, or template of resources, as clients see it.
 *
 * @param work reads it; {@code uri} matches the template
 */
record McpResource(
    String uri,
    UriTemplate template,
    String name,
    String description,
    @Nullable String mimeType,
    ResourceWork work)
    implements JsonValue {

  /** Reads one resource, on the thread of the request. */
  @FunctionalInterface
  interface ResourceWork {
    McpAnswer read(RequestContext context, String uri) throws Exception;
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field(template.isPlain() ? "uri" : "uriTemplate", uri);
    out.field("name", name).field("description", description);
    out.optional("mimeType", mimeType).endObject();
  }
}
