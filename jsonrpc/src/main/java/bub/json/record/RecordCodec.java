package bub.json.record;

import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.List;

/**
 * Codec between records of one type and JSON objects; members have the names of the components.
 * Safe for any thread.
 *
 * <p>Reading is lenient: it ignores unknown members, and an {@code Optional} or {@code @Nullable}
 * member may be absent or null. All other members must be present and of the right type.
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

  /**
   * Returns the codec of one type.
   *
   * @throws IllegalArgumentException when a component has a type without a JSON form; the message
   *     names it
   */
  public static <T extends Record> RecordCodec<T> of(Class<T> type) {
    return new RecordCodec<>(type, structure(type));
  }

  static RecordShape structure(Class<? extends Record> type) {
    return STRUCTURES.get(type);
  }

  public List<String> names() {
    return structure.members().stream().map(RecordShape.Member::name).toList();
  }

  /**
   * Reads the record from {@code json}.
   *
   * @throws InvalidField when a value does not fit; the message has its path, such as {@code
   *     items[0].price}
   */
  public T read(RawJson json) {
    return type.cast(structure.read(RecordShape.ROOT, json));
  }

  /**
   * Writes the record as JSON and omits absent members.
   *
   * @throws InvalidField when a value has no JSON form, such as a null that is not allowed or a
   *     number that is not finite; the message has its path
   */
  public RawJson write(T value) {
    return write(structure, value);
  }

  /** Writes the record as {@link #write} does, with the codec of its own type. */
  public static RawJson json(Record value) {
    return write(structure(value.getClass()), value);
  }

  private static RawJson write(RecordShape structure, Record value) {
    var out = new JsonWriter();
    structure.write(RecordShape.ROOT, value, out);
    return RawJson.trusted(out.toByteArray());
  }
}
