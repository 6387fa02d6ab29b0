package bub.client;

import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;

/** Envelopes for tests. */
public final class Messages {
  private Messages() {}

  public static Envelope message(String from, String id, String to) {
    return new Envelope(new Address(from), new Address(to), new MessageId(id), text("hello"));
  }

  public static RawJson text(String text) {
    JsonValue payload = out -> out.beginObject().field("text", text).endObject();
    return payload.toRaw();
  }
}
