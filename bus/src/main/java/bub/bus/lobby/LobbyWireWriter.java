package bub.bus.lobby;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.jsonrpc.Link;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.lobby.LobbyError;
import bub.protocol.lobby.LobbyMessage;
import bub.protocol.lobby.MessageType;
import org.jspecify.annotations.Nullable;

/** Writer of messages to one agent in the lobby's protocol. */
record LobbyWireWriter(Link link, Address lobby) {

  boolean say(Address to, MessageType type, JsonValue payload, @Nullable MessageId conversation) {
    return pass(lobby, to, type, payload, conversation);
  }

  /** Forwards a message of another agent, without a token. */
  boolean pass(
      Address from,
      Address to,
      MessageType type,
      JsonValue payload,
      @Nullable MessageId conversation) {
    JsonWriter out = JsonWriter.scratch();
    new LobbyMessage(from, to, type, payload, conversation).writeTo(out);
    return link.send(out.buffer(), 0, out.length());
  }

  boolean fault(Address to, LobbyError fault, @Nullable MessageId conversation) {
    return say(to, MessageType.ERROR, fault, conversation);
  }
}
