package bub.gateway.a2a.task;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.gateway.a2a.model.A2aPart;
import bub.gateway.a2a.model.A2aPart.Bytes;
import bub.gateway.a2a.model.A2aPart.Link;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parts of an artifact from the output of a capability: the output as data, and each of its files
 * as a part of its own. Files are the content blocks of MCP and the {@code files} of a remote
 * skill.
 */
final class OutputParts {
  private static final String CONTENT = "content";
  private static final String FILES = "files";
  private static final int MOST_FILES = 256;

  private final List<A2aPart> files = new ArrayList<>();

  private OutputParts() {}

  static List<A2aPart> of(RawJson output) {
    var parts = new OutputParts();
    RawJson rest = parts.without(output, CONTENT, OutputParts::block);
    rest = parts.without(rest, FILES, OutputParts::file);
    var all = new ArrayList<A2aPart>();
    if (parts.files.isEmpty() || rest.fields().count() > 0) {
      all.add(A2aPart.data(rest));
    }
    all.addAll(parts.files);
    return all;
  }

  /** Reader of one entry; returns null for an entry that is no file. */
  private interface FileReader {
    @Nullable A2aPart read(Fields entry);
  }

  /** Takes the files out of an array, which disappears when nothing else is in it. */
  private RawJson without(RawJson output, String name, FileReader reader) {
    RawJson entries = output.fields().find(name);
    if (entries == null || !entries.isArray()) {
      return output;
    }
    var others = new ArrayList<RawJson>();
    int before = files.size();
    for (RawJson entry : entries.elements()) {
      A2aPart file = files.size() < MOST_FILES ? fileOrNull(entry, reader) : null;
      if (file == null) {
        others.add(entry);
      } else {
        files.add(file);
      }
    }
    if (files.size() == before) {
      return output;
    }
    if (others.isEmpty()) {
      return output.fields().without(name);
    }
    JsonWriter left = new JsonWriter().beginArray();
    others.forEach(left::value);
    return output.fields().with(name, RawJson.trusted(left.endArray().toByteArray()));
  }

  /** An output may have entries of any other shape, which stay as they are. */
  private static @Nullable A2aPart fileOrNull(RawJson entry, FileReader reader) {
    try {
      return entry.isObject() ? reader.read(entry.fields()) : null;
    } catch (InvalidField noFile) {
      return null;
    }
  }

  private static @Nullable A2aPart block(Fields block) {
    return switch (block.string("type")) {
      case "image", "audio" ->
          new A2aPart(new Bytes(block.string("data")), null, block.optionalString("mimeType"));
      case "resource" -> resource(block.object("resource").fields());
      case "resource_link" ->
          new A2aPart(
              new Link(block.string("uri")),
              block.optionalString("name"),
              block.optionalString("mimeType"));
      default -> null;
    };
  }

  private static A2aPart resource(Fields resource) {
    String uri = resource.string("uri");
    String bytes = resource.optionalString("blob");
    String text = resource.optionalString("text");
    if (bytes == null && text != null) {
      bytes = Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }
    return new A2aPart(
        bytes == null ? new Link(uri) : new Bytes(bytes),
        nameIn(uri),
        resource.optionalString("mimeType"));
  }

  private static @Nullable String nameIn(String uri) {
    String name = uri.substring(uri.lastIndexOf('/') + 1);
    return name.isEmpty() ? null : name;
  }

  private static @Nullable A2aPart file(Fields file) {
    String bytes = file.optionalString("bytes");
    String uri = file.optionalString("uri");
    if (bytes == null && uri == null) {
      return null;
    }
    return new A2aPart(
        bytes == null ? new Link(String.valueOf(uri)) : new Bytes(bytes),
        file.optionalString("name"),
        file.optionalString("mimeType"));
  }
}
