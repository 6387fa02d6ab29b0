package bub.gateway.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.client.BusClient;
import bub.gateway.DoorScene;
import bub.json.Fields;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.lobby.InputRequired;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An agent that offers what the conformance suite of MCP expects of a server. Each has its own id,
 * because the lobby reserves the id of the one before.
 */
final class McpFixtureAgent {
  private static final Address LOBBY = new Address("system:lobby");
  private static final Address GATEWAY = new Address("agent:gateway");
  private static final int PAUSE_MILLIS = 50;
  private static final int WORK_MILLIS = 1_000;

  private final BusClient client;
  private int changes;

  private McpFixtureAgent(DoorScene scene, String name, @Nullable String token) throws Exception {
    client = scene.peer(name, token, this::take);
    register("lobby_register", capabilities());
  }

  static McpFixtureAgent in(DoorScene scene) throws Exception {
    return new McpFixtureAgent(scene, "agent:fixture-" + UUID.randomUUID(), null);
  }

  /** For a locked bus. */
  static McpFixtureAgent in(DoorScene scene, String name, String token) throws Exception {
    return new McpFixtureAgent(scene, name, token);
  }

  private static String capabilities() throws IOException {
    try (InputStream file = McpFixtureAgent.class.getResourceAsStream("fixture.json")) {
      return new String(Objects.requireNonNull(file).readAllBytes(), UTF_8);
    }
  }

  private void register(String type, String capabilities) throws Exception {
    RawJson order =
        RawJson.parse(
            "{\"type\":\"%s\",\"content\":{\"capabilities\":%s}}".formatted(type, capabilities));
    Ack ack = client.send(LOBBY, order).acks().getFirst();
    if (!ack.success()) {
      throw new IllegalStateException(ack.message());
    }
  }

  /** Tells the door that the watched resource has changed. */
  Ack change(String uri) throws Exception {
    RawJson event =
        RawJson.parse(
            "{\"type\":\"agent_event\",\"content\":{\"event\":\"resource_updated\",\"data\":{\"uri\":\"%s\"}}}"
                .formatted(uri));
    return client.send(GATEWAY, event).acks().getFirst();
  }

  private Ack take(Envelope call) throws Exception {
    Fields input = call.payload().fields().object("content").fields();
    if (!"lobby_request".equals(call.type())) {
      return Ack.ok("noted");
    }
    String name = input.string("capability_name");
    RawJson asks = FixtureQuestions.of(name, input);
    if (asks != null) {
      if (name.equals("confirm_delete") || name.equals("multi_input")) {
        progress(call, "{\"message\":\"begun\"}");
        pause(PAUSE_MILLIS);
      }
      return Ack.ok(InputRequired.STATUS, asks);
    }
    return switch (name) {
      case "test_error_handling" ->
          Ack.failed("This tool intentionally returns an error for testing");
      case "test_tool_with_logging", "test_logging_tool" -> {
        for (String text :
            new String[] {
              "Tool execution started", "Tool processing data", "Tool execution completed"
            }) {
          progress(call, "{\"log\":{\"level\":\"info\",\"data\":\"%s\"}}".formatted(text));
          pause(PAUSE_MILLIS);
        }
        yield text("logged");
      }
      case "test_tool_with_progress" -> {
        for (int step = 0; step <= 100; step += 50) {
          progress(
              call,
              "{\"progress\":%d,\"total\":100,\"message\":\"step %d\"}".formatted(step, step));
          pause(PAUSE_MILLIS);
        }
        yield text("done");
      }
      case "test_trigger_tool_change" -> {
        changed("changing_tool", "");
        yield text("changed");
      }
      case "test_trigger_prompt_change" -> {
        changed("changing_prompt", ",\"prompt\":true");
        yield text("changed");
      }
      case "failing_job" -> {
        pause(WORK_MILLIS);
        yield Ack.failed("This job always fails.");
      }
      case "protocol_error_job" -> {
        pause(WORK_MILLIS);
        yield text("the contract wants something else");
      }
      case "slow_compute" -> {
        RawJson seconds = input.find("seconds");
        pause(seconds == null ? 0 : (long) (Double.parseDouble(seconds.toString()) * 1_000));
        yield text("computed");
      }
      case "test_tool_with_task" -> {
        pause(WORK_MILLIS);
        yield text("Hello, " + input.object(InputRequired.RESPONSES) + "!");
      }
      case "greet" -> text("Hello, " + input.string("name") + "!");
      default -> content(name, input);
    };
  }

  private static Ack content(String name, Fields input) throws InvalidJson {
    String answer = FixtureContent.of(name, input);
    RawJson given = input.find(InputRequired.RESPONSES);
    return answer == null
        ? text(given == null ? name : "Received: " + given)
        : Ack.ok("done", RawJson.parse(answer));
  }

  private static Ack text(String text) {
    return Ack.ok(
        "done",
        out -> {
          out.beginObject().name("content").beginArray().beginObject();
          out.field("type", "text").field("text", text).endObject().endArray().endObject();
        });
  }

  private void changed(String name, String more) throws Exception {
    int number = ++changes;
    register(
        "lobby_update",
        "[{\"name\":\"%s\",\"description\":\"version %d\",\"input_schema\":{},\"output_schema\":{}%s}]"
            .formatted(name, number, more));
  }

  private void progress(Envelope call, String details) throws Exception {
    client.send(
        LOBBY,
        RawJson.parse(
            "{\"type\":\"lobby_progress\",\"content\":{\"request_id\":\"%s\",\"response\":{\"status\":\"in_progress\",%s}}"
                .formatted(call.messageId(), details.substring(1))));
  }

  /** The suite checks that news arrive one by one. */
  private static void pause(long millis) throws InterruptedException {
    boolean _ = new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
  }

  static @Nullable RawJson answer(Fields input, String key) {
    RawJson given = input.find(InputRequired.RESPONSES);
    RawJson answer = given == null ? null : given.fields().find(key);
    return answer != null && answer.isObject() ? answer : null;
  }
}
