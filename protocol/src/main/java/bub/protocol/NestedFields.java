package bub.protocol;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reader of nested values. An error names the path, such as {@code acks[0].success}. */
public final class NestedFields {
  private NestedFields() {}

  public static Fields fields(String name, RawJson value) {
    if (!value.isObject()) {
      throw new InvalidField(name, "must be an object");
    }
    return value.fields();
  }

  public static <T> T object(Fields fields, String name, Function<Fields, T> read) {
    Fields members = fields.object(name).fields();
    return at(name, () -> read.apply(members));
  }

  public static <T> List<T> objects(Fields fields, String name, Function<RawJson, T> read) {
    var objects = new ArrayList<T>();
    for (RawJson element : elements(fields, name)) {
      String path = name + "[" + objects.size() + "]";
      if (!element.isObject()) {
        throw new InvalidField(path, "must be an object");
      }
      objects.add(at(path, () -> read.apply(element)));
    }
    return objects;
  }

  public static List<String> strings(Fields fields, String name) {
    var strings = new ArrayList<String>();
    for (RawJson element : elements(fields, name)) {
      if (!element.isString()) {
        throw new InvalidField(name + "[" + strings.size() + "]", "must be a string");
      }
      strings.add(element.asString());
    }
    return strings;
  }

  private static List<RawJson> elements(Fields fields, String name) {
    RawJson array = fields.require(name);
    if (!array.isArray()) {
      throw new InvalidField(name, "must be an array");
    }
    return array.elements();
  }

  private static <T> T at(String path, Supplier<T> read) {
    try {
      return read.get();
    } catch (InvalidField refused) {
      throw refused.inside(path);
    }
  }
}
