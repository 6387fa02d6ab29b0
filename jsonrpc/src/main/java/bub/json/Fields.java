package bub.json;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Members of a JSON object or array. A duplicate name fails: two readers could disagree on it. */
public final class Fields {
  private static final int EXPECTED_MEMBERS = 6;

  private final RawJson source;
  // For an array: the names of its elements, in order. For an object: null, because it has names.
  private final @Nullable List<String> order;
  // Four positions per member: name start, name end (inside the quotes), value start, value end.
  private final int[] spans;
  private final int count;
  private final boolean hasEscapedNames;

  private Fields(RawJson source, @Nullable List<String> order, Spans found) {
    this.source = source;
    this.order = order;
    this.spans = found.positions;
    this.count = found.count;
    this.hasEscapedNames = found.hasEscapedNames;
  }

  /** Positions of the members while they are found. */
  private static final class Spans {
    private int[] positions = new int[EXPECTED_MEMBERS * 4];
    private int count;
    private boolean hasEscapedNames;

    void add(int nameFrom, int nameTo, int valueFrom, int valueTo) {
      if (count * 4 == positions.length) {
        positions = Arrays.copyOf(positions, positions.length * 2);
      }
      int at = count * 4;
      positions[at] = nameFrom;
      positions[at + 1] = nameTo;
      positions[at + 2] = valueFrom;
      positions[at + 3] = valueTo;
      count++;
    }
  }

  static Fields of(RawJson object) {
    if (!object.isObject()) {
      throw new InvalidField(RawJson.UNCHECKED, "must be an object");
    }
    return new Fields(object, null, scan(object));
  }

  /** Reads an object, or an array whose elements follow {@code order}. */
  public static Fields of(@Nullable RawJson params, List<String> order) {
    if (params == null) {
      return of(RawJson.EMPTY_OBJECT);
    }
    if (params.isObject()) {
      return of(params).only(order);
    }
    var found = new Spans();
    for (RawJson element : params.elements(order.size() + 1)) {
      if (found.count == order.size()) {
        throw new InvalidField(
            "[" + found.count + "]", "at most " + order.size() + " elements are allowed");
      }
      found.add(0, 0, element.offset, element.offset + element.length);
    }
    return new Fields(params, order, found);
  }

  private static Spans scan(RawJson source) {
    var found = new Spans();
    byte[] bytes = source.bytes;
    int end = source.offset + source.length;
    int at = JsonSkip.space(bytes, source.offset + 1);
    while (bytes[at] != '}') {
      int nameEnd = WideScan.pastPlain(bytes, at + 1, end) + 1;
      if (bytes[nameEnd - 1] != '"') {
        nameEnd = JsonSkip.string(bytes, at);
        found.hasEscapedNames = true;
      }
      int valueStart = JsonSkip.space(bytes, JsonSkip.space(bytes, nameEnd) + 1);
      int valueEnd = JsonSkip.value(bytes, valueStart, end);
      found.add(at + 1, nameEnd - 1, valueStart, valueEnd);
      at = JsonSkip.space(bytes, valueEnd);
      if (bytes[at] == ',') {
        at = JsonSkip.space(bytes, at + 1);
      }
    }
    return found;
  }

  public int count() {
    return count;
  }

  public String name(int index) {
    if (order != null) {
      return order.get(index);
    }
    return JsonStrings.decode(source.bytes, spans[index * 4], spans[index * 4 + 1]);
  }

  public RawJson value(int index) {
    return source.slice(spans[index * 4 + 2], spans[index * 4 + 3]);
  }

  private Fields only(List<String> known) {
    for (int i = 0; i < count; i++) {
      if (!isOneOf(i, known)) {
        throw new InvalidField(name(i), "unknown field");
      }
    }
    return this;
  }

  private boolean isOneOf(int index, List<String> names) {
    for (int i = 0; i < names.size(); i++) {
      if (isNamed(index, names.get(i))) {
        return true;
      }
    }
    return false;
  }

  public boolean has(String name) {
    for (int i = 0; i < count; i++) {
      if (isNamed(i, name)) {
        return true;
      }
    }
    return false;
  }

  public @Nullable RawJson find(String name) {
    int found = -1;
    for (int i = 0; i < count; i++) {
      if (isNamed(i, name)) {
        if (found >= 0) {
          throw new InvalidField(name, "appears twice");
        }
        found = i;
      }
    }
    return found < 0 ? null : value(found);
  }

  private boolean isNamed(int index, String name) {
    if (order != null) {
      return order.get(index).equals(name);
    }
    byte[] bytes = source.bytes;
    int from = spans[index * 4];
    int length = spans[index * 4 + 1] - from;
    if (length == name.length()) {
      for (int i = 0; i < length; i++) {
        if (bytes[from + i] != name.charAt(i)) {
          return false;
        }
      }
      return true;
    }
    // Only an escape lets a longer text mean the same name.
    return hasEscapedNames && length > name.length() && name(index).equals(name);
  }

  public RawJson without(String name) {
    return has(name) ? changed(name, null) : source;
  }

  public RawJson with(String name, JsonValue value) {
    return changed(name, value);
  }

  private RawJson changed(String name, @Nullable JsonValue value) {
    JsonWriter out = new JsonWriter().beginObject();
    for (int i = 0; i < count; i++) {
      if (!isNamed(i, name)) {
        out.name(name(i)).value(value(i));
      } else if (value != null) {
        out.name(name(i)).value(value);
      }
    }
    return RawJson.trusted(out.endObject().toByteArray());
  }

  public RawJson require(String name) {
    RawJson value = find(name);
    if (value == null) {
      throw new InvalidField(name, "is missing");
    }
    return value;
  }

  public String string(String name) {
    return asString(name, require(name));
  }

  public @Nullable String optionalString(String name) {
    RawJson value = find(name);
    return (value == null || value.isNull()) ? null : asString(name, value);
  }

  private static String asString(String name, RawJson value) {
    if (!value.isString()) {
      throw new InvalidField(name, "must be a string");
    }
    return value.asString();
  }

  public RawJson object(String name) {
    RawJson value = require(name);
    if (!value.isObject()) {
      throw new InvalidField(name, "must be an object");
    }
    return value;
  }

  public @Nullable RawJson optionalObject(String name) {
    RawJson value = find(name);
    return (value == null || value.isNull()) ? null : object(name);
  }

  public boolean bool(String name) {
    RawJson value = require(name);
    if (!value.isBoolean()) {
      throw new InvalidField(name, "must be true or false");
    }
    return value.isTrue();
  }

  public boolean bool(String name, boolean otherwise) {
    RawJson value = find(name);
    return (value == null || value.isNull()) ? otherwise : bool(name);
  }

  public long integer(String name, long otherwise) {
    RawJson value = find(name);
    if (value == null || value.isNull()) {
      return otherwise;
    }
    if (!value.isInteger()) {
      throw new InvalidField(name, "must be an integer");
    }
    return value.asLong(value.toString().startsWith("-") ? Long.MIN_VALUE : Long.MAX_VALUE);
  }
}
