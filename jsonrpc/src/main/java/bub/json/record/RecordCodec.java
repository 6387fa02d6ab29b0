package bub.json.record;

import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.List;

/**
 * Codec between records and JSON objects. Reading ignores unknown members; only an {@code Optional}
 * or {@code @Nullable} member may be absent or null. Safe for any thread.
 */
public final class RecordCodec<T extends Record> {
  private static final ClassValue<RecordShape> STRUCTURES =
      new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> type) {
          return ShapeFinder.of(type.asSubclass(Record.class));
        }
      };

  private final Class<T> type;
  private final RecordShape structure;

  private RecordCodec(Class<T> type, RecordShape structure) {
    this.type = type;
    this.structure = structure;
  }

  /** Throws {@link IllegalArgumentException} when a component has a type without a JSON form. */
  public static <T extends Record> RecordCodec<T> of(Class<T> type) {
    return new RecordCodec<>(type, structure(type));
  }

  static RecordShape structure(Class<? extends Record> type) {
    return STRUCTURES.get(type);
  }

  public List<String> names() {
    return structure.members().stream().map(RecordShape.Member::name).toList();
  }

  /** Throws an {@link InvalidField} with the path of a bad value: {@code items[0].price}. */
  public T read(RawJson json) {
    return type.cast(structure.read(RecordShape.ROOT, json));
  }

  /** Omits absent members. Throws an {@link InvalidField} when a value has no JSON form. */
  public RawJson write(T value) {
    return write(structure, value);
  }

  public static RawJson json(Record value) {
    return write(structure(value.getClass()), value);
  }

  private static RawJson write(RecordShape structure, Record value) {
    var out = new JsonWriter();
    structure.write(RecordShape.ROOT, value, out);
    return RawJson.trusted(out.toByteArray());
  }
}
