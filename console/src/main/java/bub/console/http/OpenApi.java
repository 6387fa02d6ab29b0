package bub.console.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.console.http.WebServer.Plain;
import bub.json.Fields;
import bub.json.InvalidJson;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.json.record.RecordSchema;
import bub.protocol.ClientInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** OpenAPI 3.1 document of the endpoints, from the records that they use. One thread only. */
final class OpenApi {
  private static final Pattern PATH_PARAMETER = Pattern.compile("\\{([a-z]+)}");
  private static final String LOGIN = "login";
  private static final String INSIDE = "\"#/$defs/";
  private static final String AMONG_ALL = "\"#/components/schemas/";

  private final SequencedMap<String, RawJson> schemas = new LinkedHashMap<>();

  private OpenApi() {}

  static RawJson describe(List<Endpoint<?, ?>> endpoints, List<Plain> plain, String cookie) {
    return new OpenApi().document(endpoints, plain, cookie);
  }

  private RawJson document(List<Endpoint<?, ?>> endpoints, List<Plain> plain, String cookie) {
    JsonWriter out = new JsonWriter().beginObject().field("openapi", "3.1.0");
    out.name("info").beginObject().field("title", "bub console");
    out.field("version", ClientInfo.VERSION).endObject();
    out.name("paths").beginObject();
    byPath(endpoints).forEach((path, verbs) -> path(out.name(path), verbs));
    plain.forEach(one -> plain(out.name(one.path()), one));
    out.endObject().name("components").beginObject().name("schemas").beginObject();
    define("Failure", RecordSchema.of(ErrorBody.class));
    schemas.forEach(out::field);
    out.endObject().name("securitySchemes").beginObject().name(LOGIN).beginObject();
    out.field("type", "apiKey").field("in", "cookie").field("name", cookie);
    out.field("description", "Set by POST /api/login. Required when the bus has tokens.");
    return RawJson.trusted(out.endObject().endObject().endObject().endObject().toByteArray());
  }

  private static Map<String, List<Endpoint<?, ?>>> byPath(List<Endpoint<?, ?>> endpoints) {
    var paths = new LinkedHashMap<String, List<Endpoint<?, ?>>>();
    for (Endpoint<?, ?> endpoint : endpoints) {
      paths.merge(endpoint.path(), List.of(endpoint), OpenApi::joined);
    }
    return paths;
  }

  private static List<Endpoint<?, ?>> joined(List<Endpoint<?, ?>> some, List<Endpoint<?, ?>> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  private void path(JsonWriter out, List<Endpoint<?, ?>> verbs) {
    out.beginObject();
    verbs.forEach(endpoint -> operation(out, endpoint));
    out.endObject();
  }

  private void operation(JsonWriter out, Endpoint<?, ?> endpoint) {
    out.name(endpoint.verb().name().toLowerCase(Locale.ROOT)).beginObject();
    out.field("summary", endpoint.summary());
    access(out, endpoint.access());
    out.name("parameters").beginArray();
    Matcher inPath = PATH_PARAMETER.matcher(endpoint.path());
    while (inPath.find()) {
      QueryParameter.needed(inPath.group(1), "Part of the path.").describe(out, "path");
    }
    endpoint.params().forEach(param -> param.describe(out, "query"));
    if (endpoint.hasBody()) {
      QueryParameter.needed(RequestFilter.OWN_HEADER, "Any text.").describe(out, "header");
    }
    out.endArray();
    if (endpoint.hasBody()) {
      out.name("requestBody").beginObject().field("required", true);
      content(out, "application/json", refer(endpoint.body()));
      out.endObject();
    }
    out.name("responses").beginObject();
    response(out, "200", "Success.", refer(endpoint.answer()));
    response(out, "default", "Error.", reference("Failure"));
    out.endObject().endObject();
  }

  private static void response(JsonWriter out, String status, String meaning, RawJson schema) {
    out.name(status).beginObject().field("description", meaning);
    content(out, "application/json", schema);
    out.endObject();
  }

  private static void content(JsonWriter out, String type, RawJson schema) {
    out.name("content").beginObject().name(type).beginObject();
    out.field("schema", schema).endObject().endObject();
  }

  private static void access(JsonWriter out, EndpointAccess access) {
    out.field("x-access", access.name()).name("security").beginArray();
    // An open bus does not require a login.
    out.beginObject().endObject();
    if (access != EndpointAccess.EVERYBODY) {
      out.beginObject().name(LOGIN).beginArray().endArray().endObject();
    }
    out.endArray();
  }

  private static void plain(JsonWriter out, Plain plain) {
    out.beginObject().name("get").beginObject().field("summary", plain.summary());
    access(out, plain.access());
    out.name("responses").beginObject().name("200").beginObject().field("description", "done");
    content(out, plain.type(), RawJson.trusted("{\"type\":\"string\"}".getBytes(UTF_8)));
    out.endObject();
    response(out, "default", "Error.", reference("Failure"));
    out.endObject().endObject().endObject();
  }

  private RawJson refer(Class<? extends Record> type) {
    define(type.getSimpleName(), RecordSchema.of(type));
    return reference(type.getSimpleName());
  }

  private static RawJson reference(String name) {
    JsonWriter out = new JsonWriter().beginObject().field("$ref", "#/components/schemas/" + name);
    return RawJson.trusted(out.endObject().toByteArray());
  }

  /** The document lists nested schemas side by side. */
  private void define(String name, RawJson schema) {
    Fields fields = parsed(schema.toString().replace(INSIDE, AMONG_ALL)).fields();
    schemas.put(name, fields.without("$defs"));
    RawJson inside = fields.find("$defs");
    if (inside != null) {
      Fields members = inside.fields();
      for (int i = 0; i < members.count(); i++) {
        schemas.put(members.name(i), members.value(i));
      }
    }
  }

  private static RawJson parsed(String text) {
    try {
      return RawJson.parse(text);
    } catch (InvalidJson impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
