package bub.gateway.mcpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.gateway.mcpclient.McpServerStatus.Phase;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that misbehave hurt only themselves. */
class HostileMcpServerTest {
  @TempDir Path directory;
  private McpServerScene scene;

  @BeforeEach
  void start() throws Exception {
    scene = new McpServerScene(directory, Duration.ofSeconds(5));
    scene.add("good", "normal", "echo");
    scene.awaitPhase("good", Phase.ONLINE);
  }

  @AfterEach
  void stop() {
    scene.close();
  }

  private void expectWaiting(String name, String reason) throws Exception {
    await()
        .atMost(McpServerScene.SOON)
        .until(
            () -> {
              McpServerStatus state = scene.state(name);
              return state != null && state.reason() != null && state.reason().contains(reason);
            });
    assertThat(scene.text("good.echo", "{\"text\":\"fine\"}")).isEqualTo("fine");
  }

  @Test
  void garbage() throws Exception {
    scene.add("bad", "garbage");
    expectWaiting("bad", "not JSON-RPC");
  }

  @Test
  void aFewLinesOfLogAreNoGarbage() throws Exception {
    scene.add("chatty", "chatty");
    scene.awaitPhase("chatty", Phase.ONLINE);
    assertThat(scene.text("chatty.echo", "{\"text\":\"a\"}")).isEqualTo("a");
  }

  @Test
  void aFloodOfNotifications() throws Exception {
    scene.add("bad", "flood");
    expectWaiting("bad", "messages per second");
  }

  @Test
  void aHangAtTheStart() throws Exception {
    scene.add("bad", "hang");
    expectWaiting("bad", "did not answer");
  }

  @Test
  void aCrashAtTheStartNamesTheLastLineOfItsErrors() throws Exception {
    scene.add("bad", "crash");
    expectWaiting("bad", "exit code 7: cannot find the licence key");
  }

  @Test
  void anUnknownRevision() throws Exception {
    scene.add("bad", "ancient");
    assertThat(scene.awaitPhase("bad", Phase.FAILED).reason()).contains("1999-01-01");
  }

  @Test
  void aProgramThatDoesNotExist() throws Exception {
    scene.put("bad", "{\"command\":\"no-such-program-anywhere\"}");
    assertThat(scene.awaitPhase("bad", Phase.FAILED).reason()).contains("no-such-program-anywhere");
  }

  @Test
  void aResultOf100Megabytes() throws Exception {
    scene.add("bad", "normal", "huge", "echo");
    scene.awaitPhase("bad", Phase.ONLINE);
    assertThat(scene.refusal("bad.huge", "{}")).contains("longer than");
    assertThat(scene.text("bad.echo", "{\"text\":\"alive\"}")).isEqualTo("alive");
  }

  @Test
  void aResultThatTheBusCannotCarry() throws Exception {
    scene.add("bad", "normal", "large", "echo");
    scene.awaitPhase("bad", Phase.ONLINE);
    assertThat(scene.refusal("bad.large", "{}"))
        .contains("the bus carries at most", "Ask for less");
    assertThat(scene.text("bad.echo", "{\"text\":\"alive\"}")).isEqualTo("alive");
  }

  @Test
  void aServerThatRenamesItsToolsAllTheTime() throws Exception {
    scene.add("bad", "rename");
    scene.awaitPhase("bad", Phase.ONLINE);
    String first = toolOf("bad");
    await().atMost(McpServerScene.SOON).until(() -> !toolOf("bad").equals(first));
    assertThat(scene.capabilities()).hasSize(2);
    assertThat(scene.text("good.echo", "{\"text\":\"fine\"}")).isEqualTo("fine");
  }

  private String toolOf(String server) throws Exception {
    return scene.capabilities().stream()
        .filter(name -> name.startsWith(server + "."))
        .findFirst()
        .orElse("");
  }

  @Test
  void theEndOfTheTurnCancelsTheCall() throws Exception {
    scene.add("files", "normal", "wait", "was_cancelled");
    scene.awaitPhase("files", Phase.ONLINE);
    try (var caller = scene.peer("agent:impatient")) {
      var request =
          caller.compose(
              new Address("system:lobby"),
              RawJson.parse(
                  "{\"type\":\"lobby_request\",\"content\":{\"agent_id\":\"any\","
                      + "\"capability_name\":\"files.wait\"}}"));
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
      var stopped = new AtomicReference<>("");
      await()
          .atMost(McpServerScene.SOON)
          .until(
              () -> {
                stop(caller, request.messageId(), stopped);
                return answer.isDone();
              });
      assertThat(answer.join()).containsAnyOf("stopped", "cancelled");
    }
    assertThat(scene.text("files.was_cancelled", "{}")).isEqualTo("True");
  }

  private static void stop(
      bub.client.BusClient caller, MessageId message, AtomicReference<String> answer)
      throws Exception {
    try {
      var order = new TraceOrder(TraceOrder.Action.STOP, null, message);
      answer.set(caller.send(TraceOrder.ADDRESS, order).acks().toString());
    } catch (RpcException early) {
      answer.set(String.valueOf(early.getMessage()));
    }
  }
}
