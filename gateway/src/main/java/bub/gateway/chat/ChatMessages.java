package bub.gateway.chat;

import bub.channel.ChannelDescription;
import bub.client.ClientEnvironment;
import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.message.AppMessage;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatId;
import bub.protocol.message.ChatMessage;
import bub.protocol.message.Configure;
import bub.protocol.message.Payload;
import bub.protocol.message.SpawnRequest;
import bub.protocol.message.UnknownMessage;
import bub.protocol.trace.TraceOrder;

/** Messages that the chats of callers send. */
final class ChatMessages {
  static final ChannelDescription CHANNEL =
      new ChannelDescription(new Channel("door"), AgentChats.PREFIX);
  private static final Address SPAWN = new Address("system:spawn");

  private final ClientEnvironment environment;

  ChatMessages(ClientEnvironment environment) {
    this.environment = environment;
  }

  Envelope spawnRequest(ChatId chat) {
    return message(chat, SPAWN, new SpawnRequest(chat, CHANNEL.channel(), null));
  }

  Envelope configure(ChatId chat, Address agent) {
    return message(chat, agent, new Configure(CHANNEL.address(chat)));
  }

  Envelope question(ChatId chat, Address agent, Question question, String text) {
    Envelope plain =
        message(chat, agent, ChatMessage.of(text, question.sender(), CHANNEL.channel()));
    RawJson payload = plain.payload();
    RawJson content = payload.fields().object("content");
    Fields extras = question.extras().fields();
    if (extras.count() > 0) {
      content = extended(content, extras);
    }
    return new Envelope(
        plain.from(), agent, plain.messageId(), payload.fields().with("content", content));
  }

  private static RawJson extended(RawJson content, Fields extras) {
    JsonWriter out = new JsonWriter();
    out.extended(
        content,
        more -> {
          for (int i = 0; i < extras.count(); i++) {
            more.field(extras.name(i), extras.value(i));
          }
        });
    return RawJson.trusted(out.toByteArray());
  }

  Envelope stopTurn(AgentTurn turn) {
    return order(turn, TraceOrder.Action.STOP);
  }

  Envelope continueTurn(AgentTurn turn) {
    return order(turn, TraceOrder.Action.CONTINUE);
  }

  private Envelope order(AgentTurn turn, TraceOrder.Action action) {
    return new Envelope(
        CHANNEL.address(turn.chat()),
        TraceOrder.ADDRESS,
        environment.messageIds().get(),
        new TraceOrder(action, null, turn.id()).toRaw());
  }

  Envelope stopCommand(AgentTurn turn) {
    JsonValue content = out -> out.beginObject().field("command", "stop").endObject();
    var command = new UnknownMessage("agent_command", content.toRaw());
    return message(turn.chat(), turn.agent(), command);
  }

  private Envelope message(ChatId chat, Address to, AppMessage message) {
    Address from = CHANNEL.address(chat);
    var payload = new Payload(message, from, environment.time().now(), null);
    return new Envelope(from, to, environment.messageIds().get(), payload.toRaw());
  }
}
