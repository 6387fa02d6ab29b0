package bub.checks.printed;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.docs.Scene;
import bub.checks.kit.Eventually;
import bub.checks.kit.LiveBub;
import bub.checks.kit.TypedClient;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Replay of a printed conversation on a running bub. Every printed text must come, and no other,
 * except that agents may tell what they are doing. Texts to one client may come in any order.
 */
final class PrintedExchange {
  /** The peer whose texts are what the file of sessions says. */
  private static final String SESSIONS = "sessions.json";

  private final Map<String, PrintedClient> clients = new LinkedHashMap<>();
  // The id that the bus gave to a call, by its receiver and the id in print.
  private final Map<String, JsonNode> callIds = new HashMap<>();
  private final PrintedValues values = new PrintedValues();
  private final LiveBub bub;

  private PrintedExchange(LiveBub bub) {
    this.bub = bub;
  }

  static void replay(Scene scene, LiveBub bub) throws IOException, InterruptedException {
    var exchange = new PrintedExchange(bub);
    try {
      for (var peer : scene.paths().entrySet()) {
        exchange.connect(peer.getKey(), peer.getValue(), scene);
      }
      for (Scene.Line line : scene.lines()) {
        exchange.take(line);
      }
      exchange.clients.values().forEach(PrintedClient::requireAllPrinted);
    } finally {
      exchange.disconnect();
    }
  }

  private void connect(String name, String path, Scene scene)
      throws IOException, InterruptedException {
    PrintedClient client = PrintedClient.connect(bub, path);
    clients.put(name, client);
    boolean printed =
        scene.lines().stream()
            .anyMatch(
                line ->
                    line.peer().equals(name) && line.json().contains("\"method\":\"initialize\""));
    if (!printed) {
      client.introduce(name);
    }
  }

  private void take(Scene.Line line) throws InterruptedException {
    if (line.typed()) {
      client(line).type(filledIn(line));
    } else if (line.peer().equals(SESSIONS)) {
      JsonNode printed = TypedClient.tree(line.json());
      Eventually.holds(() -> assertThat(values.matches(printed, bub.sessionsFile())).isTrue());
    } else {
      JsonNode printed = TypedClient.tree(line.json());
      client(line).await(printed, frame -> matches(line.peer(), printed, frame));
    }
  }

  private PrintedClient client(Scene.Line line) {
    return requireNonNull(clients.get(line.peer()), line.peer());
  }

  private String filledIn(Scene.Line line) {
    JsonNode printed;
    try {
      printed = TypedClient.tree(line.json());
    } catch (JacksonException broken) {
      return line.json(); // printed to be refused
    }
    JsonNode callId = callIds.get(line.peer() + " " + printed.path("id"));
    if (printed instanceof ObjectNode answer && !answer.has("method") && callId != null) {
      answer.set("id", callId);
    }
    return values.filledIn(printed).toString();
  }

  private boolean matches(String reader, JsonNode printed, JsonNode frame) {
    if (!(printed instanceof ObjectNode call) || !call.has("method") || !call.has("id")) {
      return values.matches(printed, frame);
    }
    JsonNode id = frame.path("id");
    if (!values.matches(call.deepCopy().set("id", id), frame)) {
      return false;
    }
    callIds.put(reader + " " + call.get("id"), id);
    return true;
  }

  /** Disconnects all clients and waits until the bus knows, so that the next ones meet nobody. */
  private void disconnect() throws IOException, InterruptedException {
    clients.values().forEach(PrintedClient::close);
    try (TypedClient observer = TypedClient.connect(bub.bus())) {
      observer.ask("initialize", "{\"clientId\":\"observer\"}");
      Eventually.holds(
          () ->
              assertThat(observer.ask("getStatus", "{}").findValuesAsString("clientId"))
                  .doesNotContainAnyElementsOf(clients.keySet()));
    }
  }
}
