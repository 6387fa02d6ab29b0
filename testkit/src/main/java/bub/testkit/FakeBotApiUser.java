package bub.testkit;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import org.jspecify.annotations.Nullable;

/** A person who writes to the bot of a {@link FakeBotApi}. */
public record FakeBotApiUser(
    long id, String firstName, @Nullable String lastName, @Nullable String username)
    implements JsonValue {

  public static FakeBotApiUser named(long id, String firstName) {
    return new FakeBotApiUser(id, firstName, null, null);
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("id", id).field("is_bot", false).field("first_name", firstName);
    out.optional("last_name", lastName).optional("username", username).endObject();
  }
}
