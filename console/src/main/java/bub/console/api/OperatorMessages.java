package bub.console.api;

import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.NoAnswer;
import bub.console.http.ApiRefusal;
import bub.console.view.ChatViews.Said;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.SendResult;
import bub.protocol.message.OperatorMessage;
import bub.protocol.message.Payload;
import org.jspecify.annotations.Nullable;

/**
 * Messages of an operator in other channels, first to the person, then to the chat's agent, both
 * under the address of the console.
 */
record OperatorMessages(BusClient client, ClientEnvironment environment) {

  /** Person and agent drop duplicates, so a failed attempt may be repeated with the same id. */
  Said write(Address chat, Address agent, String text, @Nullable String ownId)
      throws ApiRefusal, RpcException, NoAnswer, InterruptedException {
    MessageId id = id(chat, ownId);
    deliver(chat, id, text, "");
    deliver(agent, new MessageId(id + "/agent"), text, chat + " received the message, but ");
    return new Said(id.value(), false);
  }

  private MessageId id(Address chat, @Nullable String ownId) {
    return ownId == null
        ? environment.messageIds().get()
        : MessageId.check("id", client.clientId() + "/" + chat + "/" + ownId);
  }

  private void deliver(Address to, MessageId id, String text, String soFar)
      throws ApiRefusal, RpcException, NoAnswer, InterruptedException {
    var payload =
        new Payload(new OperatorMessage(text), client.clientId(), environment.time().now(), null);
    SendResult result = client.send(new Envelope(client.clientId(), to, id, payload.toRaw()));
    if (result.acks().isEmpty()) {
      throw ApiRefusal.busy(soFar + to + " is not connected.");
    }
    for (Ack ack : result.acks()) {
      if (!ack.success()) {
        String why = soFar + to + " did not accept the message: " + ack.message();
        throw ack.shouldRetry() ? ApiRefusal.busy(why) : ApiRefusal.refused(why);
      }
    }
  }
}
