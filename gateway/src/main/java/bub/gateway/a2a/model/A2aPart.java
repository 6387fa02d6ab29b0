package bub.gateway.a2a.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Part of a message or an artifact. */
public record A2aPart(Content content, @Nullable String filename, @Nullable String mediaType)
    implements JsonValue {

  /** Content of a part, of which there is exactly one. */
  public sealed interface Content {}

  /** Text for people and models. */
  public record Text(String text) implements Content {}

  /** Bytes of a file, in Base64. */
  public record Bytes(String base64) implements Content {}

  /** Address of a file. */
  public record Link(String url) implements Content {}

  /** Structured data. */
  public record Data(RawJson value) implements Content {}

  public static A2aPart text(String text) {
    return new A2aPart(new Text(text), null, null);
  }

  public static A2aPart data(RawJson value) {
    return new A2aPart(new Data(value), null, "application/json");
  }

  public static A2aPart read(String path, RawJson part) {
    if (!part.isObject()) {
      throw new InvalidField(path, "must be an object");
    }
    Fields fields = ProtoNames.camelCase(part).fields();
    Content content = null;
    for (String kind : new String[] {"text", "raw", "url", "data"}) {
      RawJson value = fields.find(kind);
      if (value == null) {
        continue;
      }
      if (content != null) {
        throw new InvalidField(path, "must have only one of text, raw, url and data");
      }
      content = content(path, kind, value);
    }
    if (content == null) {
      throw new InvalidField(path, "must have one of text, raw, url and data");
    }
    return new A2aPart(
        content, fields.optionalString("filename"), fields.optionalString("mediaType"));
  }

  private static Content content(String path, String kind, RawJson value) {
    if (kind.equals("data")) {
      return new Data(value.detached());
    }
    if (!value.isString()) {
      throw new InvalidField(path + "." + kind, "must be a string");
    }
    String text = value.asString();
    return switch (kind) {
      case "text" -> new Text(text);
      case "raw" -> new Bytes(text);
      default -> new Link(text);
    };
  }

  /** Text of the part, for readers that know only text; fails for bytes that are not Base64. */
  public String asText() {
    return switch (content) {
      case Text(String text) -> text;
      case Data(RawJson value) -> value.toString();
      case Link(String url) -> "[file " + name() + ": " + url + "]";
      case Bytes(String base64) -> "[file " + name() + "]\n" + decoded(base64);
    };
  }

  private String name() {
    return filename == null ? "without a name" : filename;
  }

  private static String decoded(String base64) {
    try {
      String standard = base64.replace('-', '+').replace('_', '/'); // the protocol has both
      return new String(Base64.getDecoder().decode(standard), UTF_8);
    } catch (IllegalArgumentException notBase64) {
      throw new InvalidField("message.parts.raw", "must be Base64");
    }
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject();
    switch (content) {
      case Text(String text) -> out.field("text", text);
      case Bytes(String base64) -> out.field("raw", base64);
      case Link(String url) -> out.field("url", url);
      case Data(RawJson value) -> out.field("data", value);
    }
    out.optional("filename", filename).optional("mediaType", mediaType).endObject();
  }
}
