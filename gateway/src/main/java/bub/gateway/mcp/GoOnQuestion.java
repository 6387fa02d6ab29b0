package bub.gateway.mcp;

import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.lobby.InputRequired;

/** Question to a person about a turn that the loop guard has stopped. */
record GoOnQuestion(String notice) {
  /** Key of the question in a request that stands alone. */
  static final String KEY = "go_on";

  private static final JsonValue SCHEMA =
      out -> {
        out.beginObject().field("type", "object").name("properties").beginObject();
        out.name(KEY).beginObject().field("type", "boolean").field("title", "Go on?").endObject();
        out.endObject().endObject();
      };

  RawJson requests() {
    return InputRequired.question(KEY, notice, SCHEMA.toRaw()).requests();
  }

  RawJson params() {
    return requests().fields().object(KEY).fields().object("params");
  }

  /** Anything but a clear yes is a no. */
  static boolean isYes(RawJson answer) {
    RawJson content = MissingInput.accepted(answer);
    RawJson choice = content == null ? null : content.fields().find(KEY);
    return choice != null && choice.isTrue();
  }
}
