package bub.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.AgentMessage;
import bub.protocol.message.AppMessage;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatId;
import bub.protocol.message.Payload;
import bub.protocol.message.RouteAssigned;
import bub.protocol.message.SpawnRequest;
import bub.protocol.message.SpawnResult;
import bub.protocol.trace.Causality;
import bub.system.route.RouteRequest;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A chat, on a terminal by default, that records its messages. */
final class TestChat implements AutoCloseable {
  private final SpawnRequest request;
  private final BusClient client;
  private final List<AppMessage> heard = new CopyOnWriteArrayList<>();
  private final List<Causality> causes = new CopyOnWriteArrayList<>();

  private TestChat(URI bus, Address address, SpawnRequest request) {
    this.request = request;
    this.client = BusClient.of(ClientSettings.of(bus, address));
    client.serve(
        envelope -> {
          assertThat(envelope.from()).isEqualTo(SystemAgent.ADDRESS);
          causes.add(Causality.read(envelope.payload()));
          heard.add(AppMessage.read(envelope.payload()));
          return Ack.ok("noted");
        });
  }

  static TestChat join(URI bus, String id) throws Exception {
    return join(bus, "term:" + id, "terminal", id);
  }

  /** A peer that asks for the agent of this chat. */
  static TestChat join(URI bus, String address, String channel, String id) throws Exception {
    var request = new SpawnRequest(new ChatId(id), new Channel(channel), null);
    var chat = new TestChat(bus, new Address(address), request);
    chat.client.connect();
    return chat;
  }

  /** Asks for its agent. */
  Ack asks() throws Exception {
    return send(SystemAgent.SPAWN, Payload.of(request));
  }

  /** Asks, and gets its agent. */
  Address getsAnAgent() throws Exception {
    int before = count(SpawnResult.class);
    assertThat(asks().success()).isTrue();
    SpawnResult result = awaitNext(SpawnResult.class, before);
    assertThat(result).isInstanceOf(SpawnResult.Running.class);
    return ((SpawnResult.Running) result).clientId();
  }

  /** Asks, and hears why it gets none. */
  String isRefusedAnAgent() throws Exception {
    int before = count(SpawnResult.class);
    assertThat(asks().success()).isTrue();
    SpawnResult result = awaitNext(SpawnResult.class, before);
    assertThat(result).isInstanceOf(SpawnResult.Failed.class);
    return ((SpawnResult.Failed) result).error();
  }

  Ack tells(Address agent, String text) throws Exception {
    return send(agent, Payload.of(new AgentMessage(text)));
  }

  RawJson orders(RouteRequest request) throws Exception {
    Ack ack = send(RouteRequest.ADDRESS, request);
    assertThat(ack.message()).isNotBlank();
    assertThat(ack.success()).as(ack.message()).isTrue();
    return ack.payload();
  }

  Ack send(Address to, JsonValue payload) throws Exception {
    return client.send(to, payload).acks().getFirst();
  }

  boolean finds(Address agent) throws Exception {
    return !client.send(agent, Payload.of(new AgentMessage("hello"))).acks().isEmpty();
  }

  List<AppMessage> heard() {
    return heard;
  }

  /** The causality of every message so far. */
  List<Causality> causes() {
    return causes;
  }

  int count(Class<? extends AppMessage> type) {
    return (int) heard.stream().filter(type::isInstance).count();
  }

  private <T extends AppMessage> T awaitNext(Class<T> type, int before) {
    await().until(() -> count(type) > before);
    return heard.stream().filter(type::isInstance).map(type::cast).skip(before).findFirst().get();
  }

  RouteAssigned awaitRoute() {
    return awaitNext(RouteAssigned.class, 0);
  }

  /** What an event of this kind says. */
  String awaitEvent(AgentEvent.Kind kind, String field) {
    await().until(() -> heard.stream().anyMatch(message -> isOf(message, kind)));
    return heard.stream()
        .filter(message -> isOf(message, kind))
        .map(message -> ((AgentEvent) message).data().fields().string(field))
        .findFirst()
        .get();
  }

  private static boolean isOf(AppMessage message, AgentEvent.Kind kind) {
    return message instanceof AgentEvent event && event.kind() == kind;
  }

  @Override
  public void close() {
    client.close();
  }
}
