package bub.system;

import bub.json.JsonValue;
import bub.protocol.Ack;
import java.util.Locale;

/** Reason why a chat gets no agent now; the ack's payload carries its name. */
enum SpawnRefusal {
  MAX_AGENTS("the maximum number of agents is running; try again later"),
  SPAWN_QUOTA("this chat requested its agent too often"),
  GIVEN_UP("the agent failed too often");

  private final String text;

  SpawnRefusal(String text) {
    this.text = text;
  }

  private String reason() {
    return name().toLowerCase(Locale.ROOT);
  }

  String words() {
    return reason() + ": " + text;
  }

  Ack ack(int retrySeconds) {
    JsonValue payload = out -> out.beginObject().field("reason", reason()).endObject();
    return new Ack(false, words(), true, retrySeconds, payload.toRaw());
  }
}
