package bub.bus.lobby;

import bub.bus.Hub;
import bub.bus.Switchboard.Sender;
import bub.bus.memory.MemoryHold;
import bub.json.InvalidField;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.SendResult;
import bub.protocol.lobby.Lobby;
import bub.protocol.lobby.LobbyMessage;
import bub.protocol.lobby.MessageType;
import java.util.List;

/** Message of an agent directly to an address of the bus, without a contract. Hub thread only. */
record DirectMessage(Hub hub, Lobby lobby, LobbyWireWriter line, LobbyPeer agent, MemoryHold hold) {

  void send(LobbyMessage message) {
    if (lobby.addresses().contains(message.receiver())) {
      throw new InvalidField("receiver_id", "must be an agent for a MESSAGE, not the lobby");
    }
    MessageId given = message.conversation();
    MessageId id = given == null ? hub.messageIds().get() : given;
    hub.send(
        agent,
        RequestId.NULL,
        new Envelope(agent.clientId(), message.receiver(), id, message.payload().toRaw()),
        new MessageReceipt(message.in(id)));
  }

  private final class MessageReceipt implements Sender {
    private final LobbyMessage message;

    MessageReceipt(LobbyMessage message) {
      this.message = message;
    }

    @Override
    public void sent(SendResult result) {
      hold.release();
      line.say(message.sender(), MessageType.MESSAGE_ACK, result, message.conversation());
    }

    @Override
    public void halted(MessageId id, Address by, Ack ack) {
      sent(new SendResult(true, id, List.of(Ack.failed("halted by " + by))));
    }

    @Override
    public void refused(RpcError error) {
      hold.release();
      line.fault(
          message.sender(),
          RefusedMessageHints.of(message).fault(LobbyAgentMessages.code(error), error.message()),
          message.conversation());
    }
  }
}
