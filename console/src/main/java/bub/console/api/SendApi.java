package bub.console.api;

import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.NoAnswer;
import bub.console.http.ApiRefusal;
import bub.console.http.Endpoint;
import bub.console.view.MessageViews.ResendRequest;
import bub.console.view.MessageViews.SendOutcome;
import bub.console.view.MessageViews.SendOutcome.AckView;
import bub.console.view.MessageViews.SendRequest;
import bub.console.watch.MessageJourney;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.SendResult;
import java.util.List;

/**
 * HTTP API that sends messages: new ones, and copies of logged ones.
 *
 * @param grants chats that operators write in under their own name, never as the person
 */
public record SendApi(
    BusClient client, ClientEnvironment environment, MessageApi log, WriteGrants grants) {

  public List<Endpoint<?, ?>> endpoints() {
    return List.of(
        Endpoint.post(
            "/api/send",
            "Sends a message and waits for all acks.",
            SendRequest.class,
            SendOutcome.class,
            asked -> send(asked.body())),
        Endpoint.post(
            "/api/send-again",
            "Sends a copy of a message under a new id.",
            ResendRequest.class,
            SendOutcome.class,
            asked -> sendAgain(asked.body())));
  }

  private SendOutcome send(SendRequest order)
      throws ApiRefusal, RpcException, NoAnswer, InterruptedException {
    if (!order.payload().isObject()) {
      throw new InvalidField("payload", "must be an object");
    }
    String from = order.from();
    String id = order.messageId();
    return send(
        new Envelope(
            from == null ? client.clientId() : Address.check("from", from),
            Address.check("to", order.to()),
            id == null ? environment.messageIds().get() : MessageId.check("messageId", id),
            order.payload()));
  }

  private SendOutcome sendAgain(ResendRequest order)
      throws ApiRefusal, RpcException, NoAnswer, InterruptedException {
    MessageId id = MessageId.check("messageId", order.messageId());
    MessageJourney journey = MessageJourney.last(log.trail(id.value()));
    if (journey == null) {
      throw ApiRefusal.notFound("message " + id + " is not in the log");
    }
    RawJson payload = journey.start().payload();
    if (payload == null || journey.gist().omittedBytes() != null) {
      throw new ApiRefusal(
          409,
          "conflict",
          "the log does not contain the payload of " + id + ", so it cannot be sent again",
          false);
    }
    String sender = String.valueOf(journey.start().actor());
    Address from =
        switch (order.as()) {
          case null -> Address.check("from", sender);
          case "sender" -> Address.check("from", sender);
          case "console" -> client.clientId();
          default -> throw new InvalidField("as", "must be sender or console");
        };
    Address to = Address.check("to", String.valueOf(journey.start().to()));
    return send(new Envelope(from, to, environment.messageIds().get(), payload));
  }

  private SendOutcome send(Envelope envelope)
      throws ApiRefusal, RpcException, NoAnswer, InterruptedException {
    if (grants.cover(envelope.from())) {
      throw ApiRefusal.forbidden(
          "The console may write in "
              + envelope.from()
              + " as an operator, but not as its person.");
    }
    SendResult result = client.send(envelope);
    List<AckView> acks =
        result.acks().stream()
            .map(
                ack ->
                    new AckView(
                        ack.success(),
                        ack.message(),
                        ack.shouldRetry(),
                        ack.retrySeconds(),
                        ack.payload()))
            .toList();
    return new SendOutcome(result.messageId().value(), result.accepted(), acks);
  }
}
