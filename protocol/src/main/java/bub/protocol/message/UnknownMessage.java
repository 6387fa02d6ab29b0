package bub.protocol.message;

import bub.json.JsonWriter;
import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/** Message of an unknown type or without a type; its content may be any JSON. */
public record UnknownMessage(@Nullable String type, @Nullable RawJson content)
    implements AppMessage {

  @Override
  public void writeMembers(JsonWriter payload) {
    payload.optional("content", content);
  }
}
