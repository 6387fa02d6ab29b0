package bub.json.record;

import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.List;

/**
 * Turns records of one type into JSON objects and back; members are called exactly as components
 * are. Safe for any thread.
 *
 * <p>Reading is lenient: members that the record does not know are ignored, and one that is {@code
 * Optional} or {@code @Nullable} may be absent or null. All others must be there and fit.
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
   * The codec of one type.
   *
   * @throws IllegalArgumentException names the component whose type cannot be JSON
   */
  public static <T extends Record> RecordCodec<T> of(Class<T> type) {
    return new RecordCodec<>(type, structure(type));
  }

  static RecordShape structure(Class<? extends Record> type) {
    return STRUCTURES.get(type);
  }

  /** The names of its members, in their order. */
  public List<String> names() {
    return structure.members().stream().map(RecordShape.Member::name).toList();
  }

  /**
   * The record in {@code json}.
   *
   * @throws InvalidField names the path to what does not fit, as {@code items[0].price}
   */
  public T read(RawJson json) {
    return type.cast(structure.read(RecordShape.ROOT, json));
  }

  /**
   * The record as JSON; what is absent is left out.
   *
   * @throws InvalidField names the path to what JSON cannot say: a null that is not allowed, or a
   *     number that is none
   */
  public RawJson write(T value) {
    return write(structure, value);
  }

  /** As {@link #write}, by the codec of whatever type the record is of. */
  public static RawJson json(Record value) {
    return write(structure(value.getClass()), value);
  }

  private static RawJson write(RecordShape structure, Record value) {
    var out = new JsonWriter();
    structure.write(RecordShape.ROOT, value, out);
    return RawJson.trusted(out.toByteArray());
  }
}
