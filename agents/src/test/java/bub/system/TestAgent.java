package bub.system;

import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.NoAnswer;
import bub.client.State;
import bub.json.JsonValue;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.AgentMessage;
import bub.protocol.message.AppMessage;
import bub.protocol.message.Payload;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * An agent that does what a conversation agent does for the system agent, and what it is told: a
 * program of its own.
 */
final class TestAgent {
  private final BusClient client;
  private final Path workspace;

  private TestAgent(BusClient client, Path workspace) {
    this.client = client;
    this.workspace = workspace;
  }

  public static void main(String[] arguments) throws Exception {
    var given = List.of(arguments);
    var client =
        BusClient.of(
            ClientSettings.of(
                URI.create(value(given, "--bus")), new Address(value(given, "--client-id"))));
    System.out.println(
        "started as " + value(given, "--client-id") + " for " + value(given, "--talkto"));
    System.out.println(
        "model " + System.getenv("BUB_MODEL") + ", home is " + Path.of("").toAbsolutePath());
    new TestAgent(client, Path.of(value(given, "--workspace"))).run();
  }

  private static String value(List<String> arguments, String option) {
    return arguments.get(arguments.indexOf(option) + 1);
  }

  private void run() throws Exception {
    Files.writeString(workspace.resolve("data/alive"), "yes");
    client.serve(this::handle);
    client.onState(
        state -> {
          if (state instanceof State.Connected) {
            Thread.ofVirtual().start(() -> report(AgentEvent.Kind.SPAWNED));
          }
        });
    client.start();
    new CountDownLatch(1).await();
  }

  private void report(AgentEvent.Kind kind) {
    JsonValue data =
        out ->
            out.beginObject()
                .field("client_id", client.clientId())
                .field("pid", ProcessHandle.current().pid())
                .field("at", Instant.now().toString())
                .endObject();
    try {
      client.send(SystemAgent.ADDRESS, Payload.of(new AgentEvent(kind, data.toRaw())));
    } catch (RpcException | NoAnswer missed) {
      System.out.println("not told: " + missed.getMessage());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private Ack handle(Envelope envelope) throws IOException {
    @Nullable AppMessage message = AppMessage.read(envelope.payload());
    if (!(message instanceof AgentMessage(String text))) {
      return Ack.failed("not for me");
    }
    switch (text) {
      case "crash" -> Runtime.getRuntime().halt(3);
      case "finish" -> Runtime.getRuntime().halt(0);
      case "hang up" -> Thread.ofVirtual().start(client::close);
      case "report" -> report(AgentEvent.Kind.ACTIVITY);
      case "have a child" -> {
        Process child = new ProcessBuilder("sleep", "300").start();
        return Ack.ok(String.valueOf(child.pid()));
      }
      default -> Files.writeString(workspace.resolve("data/said"), text);
    }
    return Ack.ok("done");
  }
}
