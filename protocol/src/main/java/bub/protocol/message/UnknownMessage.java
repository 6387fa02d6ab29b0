package bub.protocol.message;

import bub.json.JsonWriter;
import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/** A message of a type that is not ours, or of none: its content may be any JSON. */
public record UnknownMessage(@Nullable String type, @Nullable RawJson content)
    implements AppMessage {

  @Override
  public void writeMembers(JsonWriter payload) {
    payload.optional("content", content);
  }
}
