package bub.gateway.a2a.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.lobby.LobbyClient;
import bub.gateway.DoorScene;
import bub.gateway.TestAgent;
import bub.gateway.a2a.net.OutgoingAddresses;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.lobby.Capability;
import bub.protocol.message.ChatMessage;
import bub.protocol.message.Payload;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Remote agents as peers; the remote side is the door of the same bus. */
@Timeout(60)
class RemoteAgentsTest {
  private static final Address FAR = new Address("a2a:far");

  @TempDir Path directory;
  private DoorScene scene;
  private TestAgent agent;
  private RemoteAgents remotes;
  private RemoteAgentsFile file;
  private BusClient person;
  private final BlockingQueue<Envelope> replies = new LinkedBlockingQueue<>();

  @BeforeEach
  void start() throws Exception {
    scene = new DoorScene(directory.resolve("scene"));
    agent = TestAgent.in(scene, "agent:helper");
    file = RemoteAgentsFile.in(directory);
    remotes = follow();
    person =
        scene.peer(
            "tg:1",
            envelope -> {
              replies.add(envelope);
              return Ack.ok("shown");
            });
  }

  private RemoteAgents follow() {
    return RemoteAgents.start(
        file,
        directory.resolve("a2a"),
        true,
        address -> scene.client(address.value(), null),
        ClientEnvironment.system());
  }

  @AfterEach
  void stop() {
    remotes.close();
    scene.close();
  }

  private void add(String path) throws Exception {
    file.put(new RemoteAgentEntry("far", scene.url(path).toString(), null));
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                person.status().connections().stream()
                    .anyMatch(peer -> peer.clientId().equals(FAR)));
  }

  private void say(String id, String text) throws Exception {
    var message = new Payload(ChatMessage.of(text), null, null, null);
    assertThat(
            person
                .send(new Envelope(new Address("tg:1"), FAR, new MessageId(id), message.toRaw()))
                .acks())
        .singleElement()
        .satisfies(ack -> assertThat(ack.success()).isTrue());
  }

  /** The next reply, without the partial texts before it. */
  private RawJson reply() throws Exception {
    while (true) {
      Envelope next = replies.poll(30, TimeUnit.SECONDS);
      assertThat(next).as("a reply").isNotNull();
      if (next.payload().fields().string("type").equals("tg_reply")) {
        return next.payload();
      }
    }
  }

  private static String text(RawJson reply) {
    return reply.fields().object("content").fields().string("text");
  }

  @Test
  void aMessageToTheRemoteAgentIsAnswered() throws Exception {
    add("/a2a/agent:helper");
    say("q1", "hello");
    Envelope question = agent.question();
    assertThat(TestAgent.text(question)).isEqualTo("hello");
    agent.partial(question, "hi", 1);
    agent.reply(question, "hi there");

    RawJson reply = reply();
    assertThat(text(reply)).isEqualTo("hi there");
    assertThat(reply.fields().string("reply_to_message_id")).isEqualTo("q1");

    say("q2", "more");
    Envelope second = agent.question();
    assertThat(second.from()).as("the same conversation").isEqualTo(question.from());
    agent.fail(second, "no");
    assertThat(reply().fields().bool("failed")).isTrue();
  }

  @Test
  void aQuestionOfTheRemoteAgentContinuesItsTask() throws Exception {
    add("/a2a/agent:helper");
    say("q1", "book");
    Envelope question = agent.question();
    agent.reply(
        question,
        DoorScene.json(
            "{\"type\":\"tg_reply\",\"input_required\":true,\"reply_to_message_id\":\"%s\",\"content\":{\"text\":\"When?\"}}"
                .formatted(question.messageId())));
    RawJson asked = reply();
    assertThat(text(asked)).isEqualTo("When?");
    assertThat(asked.fields().bool("input_required")).isTrue();
    await()
        .untilAsserted(
            () -> {
              say("q2", "at 8");
              Envelope next = agent.question();
              agent.reply(next, "booked");
            });

    assertThat(text(reply())).isEqualTo("booked");
  }

  @Test
  void anAnswerThatComesAfterARestartArrives() throws Exception {
    add("/a2a/agent:helper");
    say("q1", "work");
    Envelope question = agent.question();
    agent.partial(question, "working", 1);
    Envelope partial = replies.poll(30, TimeUnit.SECONDS);
    assertThat(partial).isNotNull();
    remotes.close();
    remotes = follow();

    agent.reply(question, "done");

    assertThat(text(reply())).isEqualTo("done");
  }

  @Test
  void aSkillIsACapability() throws Exception {
    LobbyClient provider = scene.provider("agent:greeter");
    provider.offer(
        Capability.named("greet", "Greets."),
        input -> DoorScene.json("{\"text\":\"Hello " + input.fields().string("name") + "\"}"));
    add("/a2a");
    RawJson order =
        DoorScene.json(
            "{\"type\":\"lobby_request\",\"content\":{\"agent_id\":\"any\",\"capability_name\":\"far.greet\",\"name\":\"Ann\"}}");
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(person.send(new Address("system:lobby"), order).acks())
                    .singleElement()
                    .satisfies(ack -> assertThat(ack.payload().toString()).contains("Hello Ann")));
  }

  @Test
  void aCardThatRedirectsToAForbiddenAddressIsRefused() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().add("Location", "http://10.0.0.1/agent-card.json");
          exchange.sendResponseHeaders(302, -1);
          exchange.close();
        });
    server.start();
    try {
      var onlyLoopback =
          new OutgoingAddresses(InetAddress::isLoopbackAddress, InetAddress::getAllByName);
      String url = "http://127.0.0.1:" + server.getAddress().getPort();

      assertThatThrownBy(() -> RemoteCard.fetch(url, null, onlyLoopback))
          .isInstanceOf(RemoteFailure.class)
          .hasMessageContaining("10.0.0.1")
          .hasMessageContaining("private address");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void theFileIsPrivateAndForgetsRemovedAgents() throws Exception {
    file.put(new RemoteAgentEntry("one", "https://example.com", null));
    file.put(new RemoteAgentEntry("two", "https://example.com", Path.of("token")));

    assertThat(Files.getPosixFilePermissions(file.path())).hasSize(2);
    assertThat(file.remove("one")).isTrue();
    assertThat(file.remove("one")).isFalse();
    assertThat(file.read()).extracting(RemoteAgentEntry::name).containsExactly("two");
  }
}
