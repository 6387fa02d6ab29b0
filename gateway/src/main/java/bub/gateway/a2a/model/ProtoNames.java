package bub.gateway.a2a.model;

import bub.json.Fields;
import bub.json.JsonWriter;
import bub.json.RawJson;

/** Names of members: the protocol's JSON has lowerCamelCase, but readers accept snake_case too. */
public final class ProtoNames {
  private ProtoNames() {}

  /** Returns the object with lowerCamelCase names; the values stay as they are. */
  public static RawJson camelCase(RawJson object) {
    Fields fields = object.fields();
    boolean isPlain = true;
    for (int i = 0; i < fields.count() && isPlain; i++) {
      isPlain = fields.name(i).indexOf('_') < 0;
    }
    if (isPlain) {
      return object;
    }
    JsonWriter out = new JsonWriter().beginObject();
    for (int i = 0; i < fields.count(); i++) {
      out.name(camelCase(fields.name(i))).value(fields.value(i));
    }
    return RawJson.trusted(out.endObject().toByteArray());
  }

  private static String camelCase(String name) {
    var camel = new StringBuilder();
    boolean startsWord = false;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '_') {
        startsWord = true;
      } else {
        camel.append(startsWord ? Character.toUpperCase(c) : c);
        startsWord = false;
      }
    }
    return camel.toString();
  }
}
