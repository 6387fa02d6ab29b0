package bub.json.record;

import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Shape of a value that is written as a string; a null {@code format} means any string. */
record TextShape(@Nullable String format, Function<String, Object> parse, String wanted)
    implements Shape {
  static final TextShape STRING = new TextShape(null, text -> text, "a string");
  static final TextShape INSTANT =
      new TextShape("date-time", Instant::parse, "a time such as 2026-02-17T12:00:00Z");
  static final TextShape DURATION =
      new TextShape("duration", Duration::parse, "a duration such as PT1H30M");
  static final TextShape ADDRESS = new TextShape("uri-reference", URI::create, "a URI");
  static final TextShape ID = new TextShape("uuid", TextShape::uuid, "a UUID");

  private static final int UUID_LENGTH = 36;

  /** Parses a UUID of full length. Java also accepts {@code 1-1-1-1-1}, which nothing else does. */
  private static UUID uuid(String text) {
    if (text.length() != UUID_LENGTH) {
      throw new IllegalArgumentException("not a UUID");
    }
    return UUID.fromString(text);
  }

  @Override
  public void describe(JsonWriter out, SchemaDefinitions definitions) {
    out.beginObject().field("type", "string").optional("format", format).endObject();
  }

  @Override
  public Object read(String name, RawJson value) {
    if (!value.isString()) {
      throw new InvalidField(name, "must be " + wanted);
    }
    try {
      return parse.apply(value.asString());
    } catch (IllegalArgumentException | DateTimeException odd) {
      throw new InvalidField(name, "must be " + wanted);
    }
  }

  @Override
  public void write(String name, Object value, JsonWriter out) {
    out.value(value.toString());
  }
}
