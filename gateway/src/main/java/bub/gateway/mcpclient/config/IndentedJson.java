package bub.gateway.mcpclient.config;

import bub.json.Fields;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.List;

/** JSON with two spaces per level, for files that people edit. */
final class IndentedJson {
  private IndentedJson() {}

  static String text(RawJson json) {
    var text = new StringBuilder();
    write(json, "\n", text);
    return text.append('\n').toString();
  }

  private static void write(RawJson json, String indent, StringBuilder text) {
    if (json.isObject() && json.fields().count() > 0) {
      Fields fields = json.fields();
      text.append('{');
      for (int i = 0; i < fields.count(); i++) {
        text.append(i == 0 ? "" : ",").append(indent).append("  ");
        text.append(new JsonWriter().value(fields.name(i))).append(": ");
        write(fields.value(i), indent + "  ", text);
      }
      text.append(indent).append('}');
    } else if (json.isArray() && json.elements().stream().anyMatch(IndentedJson::isNested)) {
      List<RawJson> elements = json.elements();
      text.append('[');
      for (int i = 0; i < elements.size(); i++) {
        text.append(i == 0 ? "" : ",").append(indent).append("  ");
        write(elements.get(i), indent + "  ", text);
      }
      text.append(indent).append(']');
    } else if (json.isArray()) {
      text.append('[');
      List<RawJson> elements = json.elements();
      for (int i = 0; i < elements.size(); i++) {
        text.append(i == 0 ? "" : ", ").append(elements.get(i));
      }
      text.append(']');
    } else {
      text.append(json);
    }
  }

  private static boolean isNested(RawJson json) {
    return json.isObject() || json.isArray();
  }
}
