package bub.gateway.a2a.remote;

import static bub.gateway.a2a.remote.RemoteAgentScene.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bub.client.lobby.LobbyClient;
import bub.gateway.DoorScene;
import bub.gateway.TestAgent;
import bub.gateway.a2a.net.OutgoingAddresses;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.Discovery;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Remote agents as peers; the remote side is the door of the same bus. */
@Timeout(60)
class RemoteAgentsTest {
  @TempDir Path directory;
  private RemoteAgentScene scene;
  private TestAgent agent;

  @BeforeEach
  void start() throws Exception {
    scene = new RemoteAgentScene(directory);
    agent = scene.agent;
  }

  @AfterEach
  void stop() {
    scene.close();
  }

  @Test
  void aMessageToTheRemoteAgentIsAnswered() throws Exception {
    scene.add("/a2a/agent:helper");
    scene.say("q1", "hello");
    Envelope question = agent.question();
    assertThat(TestAgent.text(question)).isEqualTo("hello");
    agent.partial(question, "hi", 1);
    agent.reply(question, "hi there");

    RawJson reply = scene.reply();
    assertThat(text(reply)).isEqualTo("hi there");
    assertThat(reply.fields().string("reply_to_message_id")).isEqualTo("q1");

    scene.say("q2", "more");
    Envelope second = agent.question();
    assertThat(second.from()).as("the same conversation").isEqualTo(question.from());
    agent.fail(second, "no");
    assertThat(scene.reply().fields().bool("failed")).isTrue();
  }

  @Test
  void aQuestionOfTheRemoteAgentContinuesItsTask() throws Exception {
    scene.add("/a2a/agent:helper");
    scene.say("q1", "book");
    Envelope question = agent.question();
    scene.ask(question, "When?");
    RawJson asked = scene.reply();
    assertThat(text(asked)).isEqualTo("When?");
    assertThat(asked.fields().bool("input_required")).isTrue();
    await()
        .untilAsserted(
            () -> {
              scene.say("q2", "at 8");
              Envelope next = agent.question();
              agent.reply(next, "booked");
            });

    assertThat(text(scene.reply())).isEqualTo("booked");
  }

  @Test
  void anAnswerThatComesAfterARestartArrives() throws Exception {
    scene.add("/a2a/agent:helper");
    scene.say("q1", "work");
    Envelope question = agent.question();
    agent.partial(question, "working", 1);
    Envelope _ = scene.message();
    scene.restart();

    agent.reply(question, "done");

    assertThat(text(scene.reply())).isEqualTo("done");
  }

  @Test
  void aSkillIsACapability() throws Exception {
    LobbyClient provider = scene.doors.provider("agent:greeter");
    provider.offer(
        Capability.named("greet", "Gr\u202eeets."),
        input -> DoorScene.json("{\"text\":\"Hello " + input.fields().string("name") + "\"}"));
    scene.add("/a2a");
    RawJson order =
        DoorScene.json(
            "{\"type\":\"lobby_request\",\"content\":{\"agent_id\":\"any\",\"capability_name\":\"far.greet\",\"name\":\"Ann\"}}");
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(scene.person.send(new Address("system:lobby"), order).acks())
                    .singleElement()
                    .satisfies(ack -> assertThat(ack.payload().toString()).contains("Hello Ann")));
    String description =
        scene
            .caller("agent:reader")
            .discover(Discovery.byName("far.greet"))
            .found()
            .getFirst()
            .capabilities()
            .getFirst()
            .fields()
            .string("description");
    assertThat(description)
        .startsWith("Greets.")
        .endsWith("(skill of the remote agent far)")
        .doesNotContain("\u202e");
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

      assertThatThrownBy(() -> RemoteCard.fetch(url, RemoteToken.none(url), onlyLoopback))
          .isInstanceOf(RemoteFailure.class)
          .hasMessageContaining("10.0.0.1")
          .hasMessageContaining("private address");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void theFileIsPrivateAndForgetsRemovedAgents() throws Exception {
    scene.file.put(new RemoteAgentEntry("one", "https://example.com", null));
    scene.file.put(new RemoteAgentEntry("two", "https://example.com", Path.of("token")));

    assertThat(Files.getPosixFilePermissions(scene.file.path())).hasSize(2);
    assertThat(scene.file.remove("one")).isTrue();
    assertThat(scene.file.remove("one")).isFalse();
    assertThat(scene.file.read()).extracting(RemoteAgentEntry::name).containsExactly("two");
  }
}
