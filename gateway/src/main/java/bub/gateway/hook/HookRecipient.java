package bub.gateway.hook;

import bub.channel.http.HttpRefusal;
import bub.client.BusClient;
import bub.client.SendAttempt;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.protocol.Address;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Recipient of a hook's messages. A person's chat accepts only replies, so its agent gets them. */
record HookRecipient(BusClient client) {
  private static final Address ROUTES = new Address("system:route");

  Address of(Hook hook) throws HttpRefusal, InterruptedException {
    return hook.isForChat() ? agentOf(hook.to()) : hook.to();
  }

  private Address agentOf(Address chat) throws HttpRefusal, InterruptedException {
    int colon = chat.value().indexOf(':');
    String channel =
        switch (chat.value().substring(0, colon)) {
          case "tg" -> "telegram";
          case "term" -> "terminal";
          case String other -> other;
        };
    JsonValue query =
        out -> {
          out.beginObject().field("type", "route_query").name("content").beginObject();
          out.field("channel", channel).field("chat_id", chat.value().substring(colon + 1));
          out.endObject().endObject();
        };
    return switch (SendAttempt.send(client, client.compose(ROUTES, query))) {
      case SendAttempt.Delivered delivered -> {
        Address agent = agent(delivered);
        if (agent == null) {
          throw away("The chat " + chat + " has no agent yet. Write in the chat first.");
        }
        yield agent;
      }
      case SendAttempt.NoRecipient _ -> throw away("The system agent is not running.");
      case SendAttempt.Retry(_, String why) -> throw away(why);
      case SendAttempt.Offline(String why, _) -> throw away(why);
      case SendAttempt.Refused(String why) -> throw away(why);
    };
  }

  private static @Nullable Address agent(SendAttempt.Delivered delivered) {
    try {
      String agent = delivered.ack().payload().fields().optionalString("agent_id");
      return agent == null ? null : Address.check("agent_id", agent);
    } catch (InvalidField odd) {
      return null;
    }
  }

  private static HttpRefusal away(String why) {
    return new HttpRefusal(503, "unavailable", why, Duration.ofSeconds(10));
  }
}
