package bub.json;

import java.util.function.Supplier;

/** JSON of a file that a person edits; each error names the line and the column. */
public final class PositionedJson {
  private final byte[] bytes;
  private final RawJson root;

  private PositionedJson(byte[] bytes, RawJson root) {
    this.bytes = bytes;
    this.root = root;
  }

  /** Error in the file; the message is {@code line 3, column 7: must be a string}. */
  public static final class Misplaced extends Exception {
    private static final long serialVersionUID = 1L;

    private Misplaced(TextPosition position, String problem) {
      super(position + ": " + problem, null, false, false);
    }
  }

  public static PositionedJson parse(byte[] bytes) throws Misplaced {
    try {
      return new PositionedJson(bytes, RawJson.parse(bytes, RawJson.DEFAULT_DEPTH));
    } catch (InvalidJson invalid) {
      throw new Misplaced(
          TextPosition.of(bytes, invalid.at()), String.valueOf(invalid.getMessage()));
    }
  }

  public RawJson root() {
    return root;
  }

  public Misplaced misplaced(RawJson value, String problem) {
    return new Misplaced(TextPosition.of(bytes, value.position()), problem);
  }

  /** Calls {@code read}. An invalid field of {@code object} is reported at its position. */
  public <T> T in(RawJson object, Supplier<T> read) throws Misplaced {
    try {
      if (!object.isObject()) {
        throw misplaced(object, "must be an object");
      }
      return read.get();
    } catch (InvalidField invalid) {
      throw misplaced(member(object, invalid.field()), String.valueOf(invalid.getMessage()));
    }
  }

  /** The object itself when the member is missing; the last one when there are two. */
  private static RawJson member(RawJson object, String name) {
    Fields fields = object.fields();
    for (int i = fields.count() - 1; i >= 0; i--) {
      if (fields.name(i).equals(name)) {
        return fields.value(i);
      }
    }
    return object;
  }
}
