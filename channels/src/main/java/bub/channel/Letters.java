package bub.channel;

import bub.channel.store.PendingReport;
import bub.client.Surroundings;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.message.AppMessage;
import bub.protocol.message.ChatId;
import bub.protocol.message.Configure;
import bub.protocol.message.Payload;
import bub.protocol.message.SpawnRequest;
import bub.protocol.message.TgMessage;
import bub.protocol.message.Unknown;

/** Writes everything that chats send. */
final class Letters {
  static final Address SYSTEM_AGENT = new Address("agent:system");
  static final Address SPAWN = new Address("system:spawn");
  static final Address ROUTE = new Address("system:route");
  static final String COMMAND = "agent_command";

  private final ChannelFacts facts;
  private final Surroundings surroundings;

  Letters(ChannelFacts facts, Surroundings surroundings) {
    this.facts = facts;
    this.surroundings = surroundings;
  }

  MessageId newId() {
    return surroundings.messageIds().get();
  }

  /** What a person typed, as it is kept and sent. */
  RawJson typed(ChatId chat, TgMessage said) {
    return payload(chat, said);
  }

  Envelope forward(ChatId chat, Address agent, MessageId id, RawJson typed) {
    return new Envelope(facts.address(chat), agent, id, typed);
  }

  Envelope spawnRequest(ChatId chat) {
    return letter(chat, SPAWN, new SpawnRequest(chat, facts.channel(), null));
  }

  Envelope configure(ChatId chat, Address agent) {
    return letter(chat, agent, new Configure(facts.address(chat)));
  }

  Envelope command(ChatId chat, Address agent, String command) {
    JsonValue content = out -> out.beginObject().field("command", command).endObject();
    return letter(chat, agent, new Unknown(COMMAND, content.toRaw()));
  }

  Envelope stopRequest(ChatId chat, Address agent) {
    JsonValue content = out -> out.beginObject().field("client_id", agent).endObject();
    return letter(chat, ROUTE, new Unknown("sessions_stop", content.toRaw()));
  }

  Envelope status(ChatId chat, PendingReport report) {
    return new Envelope(
        facts.address(chat), report.agent(), report.id(), payload(chat, report.status()));
  }

  Envelope routeQuery(ChatId chat) {
    JsonValue content =
        out -> {
          out.beginObject().field("channel", facts.channel());
          out.field("chat_id", chat).endObject();
        };
    return letter(chat, ROUTE, new Unknown("route_query", content.toRaw()));
  }

  private Envelope letter(ChatId chat, Address to, AppMessage message) {
    return new Envelope(facts.address(chat), to, newId(), payload(chat, message));
  }

  private RawJson payload(ChatId chat, AppMessage message) {
    return new Payload(message, facts.address(chat), surroundings.time().now(), null).toRaw();
  }
}
