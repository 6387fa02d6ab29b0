package bub.json.record;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shape of a record: an object with one member per component. */
final class RecordShape implements Shape {
  static final String ROOT = "";

  record Member(String name, Shape shape, Method accessor) {
    boolean isRequired() {
      return !(shape instanceof OptionalShape);
    }
  }

  private final String name;
  private final Constructor<?> constructor;
  // Set once, before this is published: a record may contain itself.
  private List<Member> members = List.of();

  RecordShape(String name, Constructor<?> constructor) {
    this.name = name;
    this.constructor = constructor;
  }

  void complete(List<Member> all) {
    members = List.copyOf(all);
  }

  String name() {
    return name;
  }

  List<Member> members() {
    return members;
  }

  @Override
  public void describe(JsonWriter out, SchemaDefinitions definitions) {
    out.beginObject().field("$ref", definitions.refer(this)).endObject();
  }

  @Override
  public Object read(String path, RawJson value) {
    if (!value.isObject()) {
      throw new InvalidField(calledAt(path), "must be an object");
    }
    return make(calledAt(path), components(path, value.fields()));
  }

  private String calledAt(String path) {
    return path.equals(ROOT) ? name : path;
  }

  private @Nullable Object[] components(String path, Fields fields) {
    try {
      var components = new @Nullable Object[members.size()];
      for (int i = 0; i < components.length; i++) {
        components[i] = component(members.get(i), fields);
      }
      return components;
    } catch (InvalidField refused) {
      throw path.equals(ROOT) ? refused : refused.inside(path);
    }
  }

  private static @Nullable Object component(Member member, Fields fields) {
    RawJson value = fields.find(member.name);
    if (value != null) {
      return member.shape.read(member.name, value);
    }
    if (member.shape instanceof OptionalShape maybe) {
      return maybe.absent();
    }
    throw new InvalidField(member.name, "is missing");
  }

  private Object make(String path, @Nullable Object[] components) {
    try {
      return constructor.newInstance(components);
    } catch (InvocationTargetException thrown) {
      throw switch (thrown.getCause()) {
        case Error error -> throw error;
        // The message of a record's own check goes to the sender of the values.
        case IllegalArgumentException odd ->
            new InvalidField(path, String.valueOf(odd.getMessage()));
        case InvalidField odd -> new InvalidField(path, String.valueOf(odd.getMessage()));
        case null, default -> new InvalidField(path, "is not a valid " + name);
      };
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public void write(String path, Object value, JsonWriter out) {
    try {
      out.beginObject();
      for (Member member : members) {
        Object component = component(member, value);
        if (member.isRequired() || OptionalShape.present(component) != null) {
          OptionalShape.write(member.shape, member.name, component, out.name(member.name));
        }
      }
      out.endObject();
    } catch (InvalidField odd) {
      throw path.equals(ROOT) ? odd : odd.inside(path);
    }
  }

  private static @Nullable Object component(Member member, Object value) {
    try {
      return member.accessor.invoke(value);
    } catch (ReflectiveOperationException broken) {
      throw new IllegalStateException(member.accessor + " failed", broken);
    }
  }
}
