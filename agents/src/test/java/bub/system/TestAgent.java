package bub.system;

import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.ClientState;
import bub.client.NoAnswer;
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
import org.jspecify.annotations.Nullable;

/** Plays a conversation agent for the system agent, under the control of a test. */
final class TestAgent implements AutoCloseable {

  /** Process of the agent, under its own control. */
  interface Body {
    long pid();

    void exit(int code);

    /** Starts another process, and says which. */
    long haveAChild() throws IOException, InterruptedException;
  }

  private final BusClient client;
  private final Path workspace;
  private final Body body;

  private TestAgent(BusClient client, Path workspace, Body body) {
    this.client = client;
    this.workspace = workspace;
    this.body = body;
  }

  /** An agent that was started with these arguments, as soon as there is a bus. */
  static TestAgent join(List<String> arguments, Body body) throws IOException {
    var client =
        BusClient.of(
            ClientSettings.of(
                URI.create(value(arguments, "--bus-url")),
                new Address(value(arguments, "--client-id"))));
    var agent = new TestAgent(client, Path.of(value(arguments, "--workspace")), body);
    agent.start();
    return agent;
  }

  static String value(List<String> arguments, String option) {
    return arguments.get(arguments.indexOf(option) + 1);
  }

  private void start() throws IOException {
    Files.writeString(workspace.resolve("data/alive"), "yes");
    client.serve(this::handle);
    client.onState(
        state -> {
          if (state instanceof ClientState.Connected) {
            Thread.ofVirtual().start(() -> report(AgentEvent.Kind.SPAWNED));
          }
        });
    client.start();
  }

  private void report(AgentEvent.Kind kind) {
    JsonValue data =
        out ->
            out.beginObject()
                .field("client_id", client.clientId())
                .field("pid", body.pid())
                .field("at", Instant.now().toString())
                .endObject();
    try {
      client.send(SystemAgent.ADDRESS, Payload.of(new AgentEvent(kind, data.toRaw())));
    } catch (RpcException | NoAnswer missed) {
      // It is asked, then.
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private Ack handle(Envelope envelope) throws IOException, InterruptedException {
    @Nullable AppMessage message = AppMessage.read(envelope.payload());
    if (!(message instanceof AgentMessage(String text))) {
      return Ack.failed("not for me");
    }
    switch (text) {
      case "crash" -> body.exit(3);
      case "finish" -> body.exit(0);
      case "hang up" -> Thread.ofVirtual().start(client::close);
      case "report" -> report(AgentEvent.Kind.ACTIVITY);
      case "have a child" -> {
        return Ack.ok(String.valueOf(body.haveAChild()));
      }
      default -> Files.writeString(workspace.resolve("data/said"), text);
    }
    return Ack.ok("done");
  }

  @Override
  public void close() {
    client.close();
  }
}
