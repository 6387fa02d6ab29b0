package bub.client.lobby;

import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.SendResult;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Requests to the lobby over the bus; the only ack is the answer. Safe for any thread; blocks. */
final class LobbyRequests {
  private static final Address LOBBY = new Address("system:lobby");

  private final BusClient client;

  LobbyRequests(BusClient client) {
    this.client = client;
  }

  Address agent() {
    return client.clientId();
  }

  Envelope compose(String type, JsonValue content) {
    return client.compose(
        LOBBY, out -> out.beginObject().field("type", type).field("content", content).endObject());
  }

  <T> T ask(String type, JsonValue content, Function<RawJson, T> reader)
      throws CallRefused, NoAnswer, InterruptedException {
    return ask(compose(type, content), null, reader);
  }

  /** Uses the client's timeout when {@code atMost} is null. */
  <T> T ask(Envelope question, @Nullable Duration atMost, Function<RawJson, T> reader)
      throws CallRefused, NoAnswer, InterruptedException {
    Ack answer = onlyAnswer(send(question, atMost));
    if (!answer.success()) {
      throw CallRefused.of(answer);
    }
    try {
      return reader.apply(answer.payload());
    } catch (InvalidField odd) {
      throw new CallRefused("the lobby's answer is malformed: " + odd.getMessage());
    }
  }

  private SendResult send(Envelope question, @Nullable Duration atMost)
      throws CallRefused, NoAnswer, InterruptedException {
    try {
      return atMost == null ? client.send(question) : client.send(question, atMost);
    } catch (RpcException refused) {
      throw CallRefused.of(refused);
    }
  }

  private static Ack onlyAnswer(SendResult result) throws CallRefused {
    List<Ack> answers = result.acks();
    if (answers.isEmpty()) {
      throw new CallRefused("this bus has no lobby");
    }
    return answers.getFirst();
  }
}
