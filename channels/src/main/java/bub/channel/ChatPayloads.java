package bub.channel;

import bub.channel.store.PendingReport;
import bub.channel.store.QueuedMessage;
import bub.client.ClientEnvironment;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.message.AppMessage;
import bub.protocol.message.ChatId;
import bub.protocol.message.ChatMessage;
import bub.protocol.message.Configure;
import bub.protocol.message.Payload;
import bub.protocol.message.SpawnRequest;
import bub.protocol.message.UnknownMessage;
import bub.protocol.trace.TraceOrder;

/** Payloads of all messages that chats send. */
final class ChatPayloads {
  static final Address SYSTEM_AGENT = new Address("agent:system");
  static final Address SPAWN = new Address("system:spawn");
  static final Address ROUTE = new Address("system:route");
  static final String COMMAND = "agent_command";

  private final ChannelDescription description;
  private final Address bridge;
  private final ClientEnvironment environment;

  /** {@code bridge} is the client that sends for the chats. */
  ChatPayloads(ChannelDescription description, Address bridge, ClientEnvironment environment) {
    this.bridge = bridge;
    this.description = description;
    this.environment = environment;
  }

  MessageId newId() {
    return environment.messageIds().get();
  }

  RawJson typed(ChatId chat, ChatMessage said) {
    return payload(chat, said);
  }

  Envelope forward(ChatId chat, Address agent, MessageId id, RawJson typed) {
    return new Envelope(description.address(chat), agent, id, typed);
  }

  /** The bridge itself is the sender, because only its peers may send for people. */
  Envelope handover(ChatId chat, QueuedMessage message) {
    return new Envelope(bridge, description.address(chat), message.messageId(), message.payload());
  }

  Address bridge() {
    return bridge;
  }

  Envelope spawnRequest(ChatId chat) {
    return letter(chat, SPAWN, new SpawnRequest(chat, description.channel(), null));
  }

  Envelope configure(ChatId chat, Address agent) {
    return letter(chat, agent, new Configure(description.address(chat)));
  }

  Envelope command(ChatId chat, Address agent, String command) {
    JsonValue content = out -> out.beginObject().field("command", command).endObject();
    return letter(chat, agent, new UnknownMessage(COMMAND, content.toRaw()));
  }

  Envelope order(ChatId chat, TraceOrder order) {
    return new Envelope(description.address(chat), TraceOrder.ADDRESS, newId(), order.toRaw());
  }

  Envelope stopRequest(ChatId chat, Address agent) {
    JsonValue content = out -> out.beginObject().field("client_id", agent).endObject();
    return letter(chat, ROUTE, new UnknownMessage("sessions_stop", content.toRaw()));
  }

  Envelope status(ChatId chat, PendingReport report) {
    return new Envelope(
        description.address(chat), report.agent(), report.id(), payload(chat, report.status()));
  }

  Envelope routeQuery(ChatId chat) {
    JsonValue content =
        out -> {
          out.beginObject().field("channel", description.channel());
          out.field("chat_id", chat).endObject();
        };
    return letter(chat, ROUTE, new UnknownMessage("route_query", content.toRaw()));
  }

  private Envelope letter(ChatId chat, Address to, AppMessage message) {
    return new Envelope(description.address(chat), to, newId(), payload(chat, message));
  }

  private RawJson payload(ChatId chat, AppMessage message) {
    return new Payload(message, description.address(chat), environment.time().now(), null).toRaw();
  }
}
