package bub.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.AgentMessage;
import bub.protocol.message.AppMessage;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatMessage;
import bub.protocol.message.ChatReply;
import bub.protocol.message.Configure;
import bub.protocol.message.Payload;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A peer that records and acks its messages: a chat, another agent or a service. */
final class TestPeer implements AutoCloseable {
  private final BusClient client;
  private final List<Envelope> got = new CopyOnWriteArrayList<>();
  private volatile Function<Envelope, Ack> answer = _ -> Ack.ok("thanks");

  private TestPeer(BusClient client) {
    this.client = client;
  }

  static TestPeer join(URI bus, String address) {
    var peer = new TestPeer(BusClient.of(ClientSettings.of(bus, new Address(address))));
    peer.client.serveEvery(peer::take);
    try {
      peer.client.connect();
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
    return peer;
  }

  private Ack take(Envelope envelope) {
    got.add(envelope);
    return answer.apply(envelope);
  }

  TestPeer answering(Function<Envelope, Ack> function) {
    answer = function;
    return this;
  }

  // ---- to the agent

  Ack configures(String agent) {
    return sends(agent, "configure-" + System.nanoTime(), new Configure(client.clientId()));
  }

  /** What a person types. */
  Ack types(String agent, String id, String text) {
    return sends(agent, id, ChatMessage.of(text, "me", new Channel("terminal")));
  }

  Ack tells(String agent, String id, String text) {
    return sends(agent, id, new AgentMessage(text));
  }

  Ack commands(String agent, String command) {
    return sends(
        agent,
        "command-" + System.nanoTime(),
        (JsonValue)
            out ->
                out.beginObject()
                    .field("type", "agent_command")
                    .name("content")
                    .beginObject()
                    .field("command", command)
                    .endObject()
                    .endObject());
  }

  Ack sends(String agent, String id, AppMessage message) {
    return sends(agent, id, Payload.of(message));
  }

  Ack sends(String to, String id, JsonValue payload) {
    try {
      var envelope =
          new Envelope(client.clientId(), new Address(to), new MessageId(id), payload.toRaw());
      List<Ack> acks = client.send(envelope).acks();
      assertThat(acks).hasSize(1);
      return acks.getFirst();
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  // ---- from the agent

  List<Envelope> got() {
    return List.copyOf(got);
  }

  /** The answers, those that came twice counted once: as every chat must. */
  List<ChatReply> replies() {
    return got.stream()
        .filter(envelope -> ChatReply.TYPE.equals(envelope.type()))
        .collect(
            Collectors.toMap(
                envelope -> envelope.from() + " " + envelope.messageId(),
                envelope -> (ChatReply) AppMessage.read(envelope.payload()),
                (first, _) -> first,
                LinkedHashMap::new))
        .values()
        .stream()
        .toList();
  }

  List<String> replyTexts() {
    return replies().stream().map(ChatReply::text).toList();
  }

  List<String> awaitReplies(int count) {
    await().until(() -> replies().size() >= count);
    return replyTexts();
  }

  /** Types something and waits for the answer to it. */
  String asks(String agent, String id, String text) {
    assertThat(types(agent, id, text).success()).isTrue();
    await().until(() -> replies().stream().anyMatch(r -> id.equals(r.replyToMessageId())));
    return replies().stream()
        .filter(reply -> id.equals(reply.replyToMessageId()))
        .map(ChatReply::text)
        .findFirst()
        .orElseThrow();
  }

  /** The data of all events of a kind. */
  List<RawJson> events(AgentEvent.Kind kind) {
    return got.stream()
        .filter(envelope -> AgentEvent.TYPE.equals(envelope.type()))
        .map(envelope -> (AgentEvent) AppMessage.read(envelope.payload()))
        .filter(event -> event.kind() == kind)
        .map(AgentEvent::data)
        .toList();
  }

  @Override
  public void close() {
    client.close();
  }
}
