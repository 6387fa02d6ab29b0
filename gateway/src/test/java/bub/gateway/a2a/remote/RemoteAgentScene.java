package bub.gateway.a2a.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.client.lobby.LobbyClient;
import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.gateway.JumpingTime;
import bub.gateway.TestAgent;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.lobby.Discovery;
import bub.protocol.message.ChatMessage;
import bub.protocol.message.Payload;
import bub.protocol.trace.TraceOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A person and the remote agent {@code a2a:far}, which is the door of the same bus. */
final class RemoteAgentScene implements AutoCloseable {
  static final Address FAR = new Address("a2a:far");
  static final Address PERSON = new Address("tg:1");
  private static final Duration SOON = Duration.ofSeconds(30);

  final DoorScene doors;
  final TestAgent agent;
  final RemoteAgentsFile file;
  final BusClient person;

  /** Time of the remote agents. */
  final JumpingTime time = new JumpingTime();

  private final Path directory;
  private final Http http = Http.plain().with("A2A-Version", "1.0");
  private final BlockingQueue<Envelope> messages = new LinkedBlockingQueue<>();
  private RemoteAgents remotes;

  RemoteAgentScene(Path directory) throws Exception {
    this.directory = directory;
    doors = new DoorScene(directory.resolve("scene"));
    agent = TestAgent.in(doors, "agent:helper");
    file = RemoteAgentsFile.in(directory);
    remotes = follow();
    person =
        doors.peer(
            PERSON.value(),
            envelope -> {
              messages.add(envelope);
              return Ack.ok("shown");
            });
  }

  private RemoteAgents follow() {
    return RemoteAgents.start(
        file,
        directory.resolve("a2a"),
        true,
        address -> doors.client(address.value(), null),
        time.environment());
  }

  /** Starts bub's side again, with the same files. */
  void restart() throws Exception {
    remotes.close();
    remotes = follow();
    awaitConnected();
  }

  void add(String path) throws Exception {
    addUrl(doors.url(path).toString());
  }

  void addUrl(String url) throws Exception {
    file.put(new RemoteAgentEntry("far", url, null));
    awaitConnected();
  }

  private void awaitConnected() {
    await()
        .atMost(SOON)
        .until(
            () ->
                person.status().connections().stream()
                    .anyMatch(peer -> peer.clientId().equals(FAR)));
  }

  void say(String id, String text) throws Exception {
    var message = new Payload(ChatMessage.of(text), null, null, null);
    assertThat(person.send(new Envelope(PERSON, FAR, new MessageId(id), message.toRaw())).acks())
        .singleElement()
        .satisfies(ack -> assertThat(ack.success()).isTrue());
  }

  /** The next message to the person, of any type. */
  Envelope message() throws Exception {
    Envelope next = messages.poll(SOON.toSeconds(), TimeUnit.SECONDS);
    assertThat(next).as("a message").isNotNull();
    return next;
  }

  /** The next reply, without the partial texts before it. */
  RawJson reply() throws Exception {
    while (true) {
      RawJson next = message().payload();
      if (next.fields().string("type").equals("tg_reply")) {
        return next;
      }
    }
  }

  static String text(RawJson reply) {
    return reply.fields().object("content").fields().string("text");
  }

  /** An answer of the agent that ends its turn with a question. */
  void ask(Envelope question, String text) throws Exception {
    JsonWriter out = new JsonWriter().beginObject().field("type", "tg_reply");
    out.field("input_required", true).field("reply_to_message_id", question.messageId().value());
    out.name("content").beginObject().field("text", text).endObject().endObject();
    Ack _ = agent.reply(question, RawJson.trusted(out.toByteArray()));
  }

  void stopTurn(BusClient by, MessageId message) throws Exception {
    var order = new TraceOrder(TraceOrder.Action.STOP, null, message);
    assertThat(by.send(TraceOrder.ADDRESS, order).acks())
        .singleElement()
        .satisfies(ack -> assertThat(ack.message()).isEqualTo("stopped"));
  }

  /** A caller of capabilities with this address. */
  LobbyClient caller(String address) throws Exception {
    BusClient client = doors.client(address, null);
    LobbyClient lobby = LobbyClient.of(client);
    client.connect();
    return lobby;
  }

  void awaitOffered(LobbyClient caller, String capability) {
    var wanted = Discovery.byName(capability);
    await().atMost(SOON).until(() -> !caller.discover(wanted).found().isEmpty());
  }

  /** States of all tasks at the door, by the words of the protocol. */
  List<String> taskStates(String path) throws Exception {
    String request = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ListTasks\",\"params\":{}}";
    RawJson result = http.post(doors.url(path), request).fields().object("result");
    return result.fields().require("tasks").elements().stream()
        .map(task -> task.fields().object("status").fields().string("state"))
        .toList();
  }

  void awaitTask(String path, String state) {
    await().atMost(SOON).untilAsserted(() -> assertThat(taskStates(path)).contains(state));
  }

  @Override
  public void close() {
    remotes.close();
    doors.close();
    http.close();
  }
}
