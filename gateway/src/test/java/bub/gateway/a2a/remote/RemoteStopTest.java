package bub.gateway.a2a.remote;

import static bub.gateway.a2a.remote.RemoteAgentScene.FAR;
import static bub.gateway.a2a.remote.RemoteAgentScene.text;
import static org.assertj.core.api.Assertions.assertThat;

import bub.client.BusClient;
import bub.gateway.DoorScene;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.lobby.Capability;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The end of a turn cancels its task at the remote agent. */
@Timeout(90)
class RemoteStopTest {
  private static final String HELPER = "/a2a/agent:helper";
  private static final String CANCELED = "TASK_STATE_CANCELED";

  @TempDir Path directory;
  private RemoteAgentScene scene;

  @BeforeEach
  void start() throws Exception {
    scene = new RemoteAgentScene(directory);
  }

  @AfterEach
  void stop() {
    scene.close();
  }

  @Test
  void aStoppedTurnCancelsItsTaskAndTheChatGoesOn() throws Exception {
    scene.add(HELPER);
    scene.say("q1", "work");
    Envelope question = scene.agent.question();
    scene.agent.partial(question, "working", 1);
    Envelope _ = scene.message();

    scene.stopTurn(scene.person, new MessageId("q1"));
    scene.awaitTask(HELPER, CANCELED);

    scene.say("q2", "again");
    Envelope next = scene.agent.question();
    assertThat(next.from()).as("the same conversation").isEqualTo(question.from());
    scene.agent.reply(next, "done");
    RawJson reply = scene.reply();
    assertThat(reply.fields().string("reply_to_message_id")).isEqualTo("q2");
    assertThat(reply.fields().string("cause")).isEqualTo("q2");
  }

  @Test
  void aStopCancelsATaskThatWaitsForAMessage() throws Exception {
    scene.add(HELPER);
    scene.say("q1", "book");
    scene.ask(scene.agent.question(), "When?");
    assertThat(text(scene.reply())).isEqualTo("When?");

    scene.stopTurn(scene.person, new MessageId("q1"));

    scene.awaitTask(HELPER, CANCELED);
  }

  @Test
  void theCommandStopOfTheChatCancelsItsTask() throws Exception {
    scene.add(HELPER);
    scene.say("q1", "work");
    Envelope _ = scene.agent.question();
    scene.awaitTask(HELPER, "TASK_STATE_WORKING");
    RawJson command =
        DoorScene.json("{\"type\":\"agent_command\",\"content\":{\"command\":\"stop\"}}");

    assertThat(scene.person.send(FAR, command).acks())
        .singleElement()
        .satisfies(ack -> assertThat(ack.message()).isEqualTo("stopped"));

    scene.awaitTask(HELPER, CANCELED);
    assertThat(scene.person.send(FAR, command).acks())
        .singleElement()
        .satisfies(ack -> assertThat(ack.message()).isEqualTo("nothing to stop"));
  }

  @Test
  void aStoppedCallOfASkillCancelsItsTask() throws Exception {
    var begun = new CountDownLatch(1);
    var never = new CountDownLatch(1);
    scene
        .doors
        .provider("agent:slow")
        .offer(
            Capability.named("wait", "Waits."),
            _ -> {
              begun.countDown();
              never.await();
              return RawJson.EMPTY_OBJECT;
            });
    scene.add("/a2a");
    try (BusClient caller = scene.doors.client("agent:impatient", null)) {
      caller.connect();
      scene.awaitOffered(scene.caller("agent:looker"), "far.wait");
      Envelope request =
          caller.compose(
              new Address("system:lobby"),
              DoorScene.json(
                  "{\"type\":\"lobby_request\",\"content\":{\"agent_id\":\"any\","
                      + "\"capability_name\":\"far.wait\"}}"));
      var answer = new CompletableFuture<String>();
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  answer.complete(caller.send(request).acks().getFirst().message());
                } catch (Exception failed) {
                  answer.completeExceptionally(failed);
                }
              });
      assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();

      scene.stopTurn(caller, request.messageId());

      assertThat(answer.get(30, TimeUnit.SECONDS)).contains("stopped");
      scene.awaitTask("/a2a", CANCELED);
    } finally {
      never.countDown();
    }
  }

  @Test
  void anAgentThatOffersOnlyHttpJsonIsCanceledThere() throws Exception {
    String card =
        """
        {"name":"far","description":"","skills":[],"supportedInterfaces":[
         {"url":"%s","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"}]}
        """
            .formatted(scene.doors.url(HELPER));
    HttpServer cards =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    cards.createContext(
        "/card.json",
        exchange -> {
          byte[] body = card.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    cards.start();
    try {
      String url = "http://127.0.0.1:" + cards.getAddress().getPort() + "/card.json";
      scene.addUrl(url);
      scene.say("q1", "work");
      Envelope _ = scene.agent.question();

      scene.stopTurn(scene.person, new MessageId("q1"));

      scene.awaitTask(HELPER, CANCELED);
    } finally {
      cards.stop(0);
    }
  }
}
