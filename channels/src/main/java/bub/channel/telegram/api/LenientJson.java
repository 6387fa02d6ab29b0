package bub.channel.telegram.api;

import bub.json.Fields;
import bub.json.RawJson;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lenient view of a JSON object: a field of the wrong type is absent, so no message is lost. */
final class LenientJson {
  private final Fields fields;

  private LenientJson(Fields fields) {
    this.fields = fields;
  }

  static @Nullable LenientJson of(@Nullable RawJson json) {
    return json == null || !json.isObject() ? null : new LenientJson(json.fields());
  }

  @Nullable RawJson raw(String name) {
    return fields.find(name);
  }

  @Nullable String text(String name) {
    RawJson value = raw(name);
    return value == null || !value.isString() ? null : value.asString();
  }

  String text(String name, String otherwise) {
    String text = text(name);
    return text == null ? otherwise : text;
  }

  @Nullable Long number(String name) {
    RawJson value = raw(name);
    if (value == null || value.asLong(0) != value.asLong(1)) {
      return null;
    }
    return value.asLong(0);
  }

  long number(String name, long otherwise) {
    Long number = number(name);
    return number == null ? otherwise : number;
  }

  @Nullable Double decimal(String name) {
    RawJson value = raw(name);
    return value == null || !value.isNumber() ? null : Double.valueOf(value.toString());
  }

  boolean flag(String name) {
    RawJson value = raw(name);
    return value != null && value.isTrue();
  }

  @Nullable LenientJson object(String name) {
    return of(raw(name));
  }

  List<LenientJson> objects(String name) {
    RawJson value = raw(name);
    var objects = new ArrayList<LenientJson>();
    if (value != null && value.isArray()) {
      for (RawJson element : value.elements()) {
        LenientJson object = of(element);
        if (object != null) {
          objects.add(object);
        }
      }
    }
    return objects;
  }
}
