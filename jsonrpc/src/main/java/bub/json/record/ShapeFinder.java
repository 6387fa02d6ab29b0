package bub.json.record;

import bub.json.RawJson;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Finder of the shape of a record from its components. For one record, on one thread. */
final class ShapeFinder {
  private static final Map<Type, Shape> SIMPLE = simple();

  private final Map<Class<?>, RecordShape> structures = new HashMap<>();

  private static Map<Type, Shape> simple() {
    var shapes = new HashMap<Type, Shape>();
    shapes.put(RawJson.class, new Shape.Anything());
    shapes.put(boolean.class, new Shape.Flag());
    shapes.put(byte.class, new NumberShape.Whole(Byte.MIN_VALUE, Byte.MAX_VALUE, n -> (byte) n));
    shapes.put(
        short.class, new NumberShape.Whole(Short.MIN_VALUE, Short.MAX_VALUE, n -> (short) n));
    shapes.put(
        int.class, new NumberShape.Whole(Integer.MIN_VALUE, Integer.MAX_VALUE, n -> (int) n));
    shapes.put(long.class, new NumberShape.Whole(Long.MIN_VALUE, Long.MAX_VALUE, n -> n));
    shapes.put(float.class, NumberShape.Floating.FLOAT);
    shapes.put(double.class, NumberShape.Floating.DOUBLE);
    shapes.put(Boolean.class, shapes.get(boolean.class));
    shapes.put(Byte.class, shapes.get(byte.class));
    shapes.put(Short.class, shapes.get(short.class));
    shapes.put(Integer.class, shapes.get(int.class));
    shapes.put(Long.class, shapes.get(long.class));
    shapes.put(Float.class, shapes.get(float.class));
    shapes.put(Double.class, shapes.get(double.class));
    shapes.put(BigInteger.class, NumberShape.Exact.INTEGER);
    shapes.put(BigDecimal.class, NumberShape.Exact.DECIMAL);
    shapes.put(String.class, TextShape.STRING);
    shapes.put(Instant.class, TextShape.INSTANT);
    shapes.put(Duration.class, TextShape.DURATION);
    shapes.put(URI.class, TextShape.ADDRESS);
    shapes.put(UUID.class, TextShape.ID);
    return Map.copyOf(shapes);
  }

  static RecordShape of(Class<? extends Record> type) {
    return new ShapeFinder().structure(type);
  }

  private RecordShape structure(Class<?> type) {
    RecordShape known = structures.get(type);
    if (known != null) {
      return known;
    }
    RecordComponent[] components = type.getRecordComponents();
    var structure = new RecordShape(type.getSimpleName(), constructor(type, components));
    structures.put(type, structure);
    var members = new ArrayList<RecordShape.Member>();
    for (RecordComponent component : components) {
      String where = type.getSimpleName() + "." + component.getName();
      members.add(
          new RecordShape.Member(
              component.getName(), component(where, component), accessor(component)));
    }
    structure.complete(members);
    return structure;
  }

  private Shape component(String where, RecordComponent component) {
    AnnotatedType type = component.getAnnotatedType();
    return type.getType() instanceof ParameterizedType generic
            && generic.getRawType() == Optional.class
        ? new OptionalShape(value(where, arguments(type)[0]), true)
        : value(where, type);
  }

  private Shape value(String where, AnnotatedType type) {
    Shape shape = plain(where, type);
    return type.isAnnotationPresent(Nullable.class) ? new OptionalShape(shape, false) : shape;
  }

  private Shape plain(String where, AnnotatedType type) {
    Shape simple = SIMPLE.get(type.getType());
    if (simple != null) {
      return simple;
    }
    return switch (type.getType()) {
      case Class<?> plain when plain.getEnumConstants() instanceof Enum<?>[] constants ->
          EnumShape.of(constants);
      case Class<?> plain when plain.isRecord() && plain.getTypeParameters().length == 0 ->
          structure(plain);
      case ParameterizedType generic when generic.getRawType() == List.class ->
          new ListShape(value(where, arguments(type)[0]), false);
      case ParameterizedType generic when generic.getRawType() == Set.class ->
          new ListShape(value(where, arguments(type)[0]), true);
      case ParameterizedType generic
          when generic.getRawType() == Map.class && arguments(type)[0].getType() == String.class ->
          new MapShape(value(where, arguments(type)[1]));
      case Type other -> throw unsupported(where, other);
    };
  }

  private static AnnotatedType[] arguments(AnnotatedType generic) {
    return ((AnnotatedParameterizedType) generic).getAnnotatedActualTypeArguments();
  }

  private static IllegalArgumentException unsupported(String where, Type type) {
    return new IllegalArgumentException(
        where
            + ": "
            + type.getTypeName()
            + " has no JSON form; use numbers, booleans, String, Instant, Duration, URI, UUID,"
            + " RawJson, enums, records, Lists and Sets of them, Maps from String to them, or"
            + " Optional of them as the whole component");
  }

  private static Constructor<?> constructor(Class<?> type, RecordComponent[] components) {
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor;
    } catch (NoSuchMethodException impossible) {
      throw new IllegalStateException(type + " has no canonical constructor", impossible);
    } catch (InaccessibleObjectException closed) {
      throw new IllegalArgumentException(
          "bub.client cannot access %s; open its package %s"
              .formatted(type.getName(), type.getPackageName()),
          closed);
    }
  }

  private static Method accessor(RecordComponent component) {
    Method accessor = component.getAccessor();
    accessor.setAccessible(true);
    return accessor;
  }
}
