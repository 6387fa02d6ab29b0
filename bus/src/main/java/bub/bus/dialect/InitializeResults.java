package bub.bus.dialect;

import bub.json.JsonValue;
import bub.protocol.ClientInfo;
import java.util.List;

/** Results of {@code initialize} for the dialects with topics. */
final class InitializeResults {
  private InitializeResults() {}

  static JsonValue byTopic(String serverId, boolean processMessage, List<String> topics) {
    return out -> {
      out.beginObject().field("serverId", serverId);
      out.field("serverInfo", new ClientInfo("bub-bus", ClientInfo.VERSION));
      out.name("capabilities").beginObject().field("subscribe", true).field("publish", true);
      if (processMessage) {
        out.field("processMessage", true);
      }
      out.name("topics").beginArray();
      topics.forEach(out::value);
      out.endArray().endObject().endObject();
    };
  }
}
