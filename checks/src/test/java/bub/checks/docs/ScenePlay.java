package bub.checks.docs;

import static bub.checks.kit.TypedClient.tree;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.ServedBus;
import bub.checks.kit.TypedClient;
import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Sends a printed exchange to a running bus and compares every text that comes back. */
final class ScenePlay implements AutoCloseable {
  /** What the bus makes up itself, and how that looks. */
  private static final Map<String, String> OWN =
      Map.of(
          "serverId", "bus-[0-9a-f]+",
          "messageId", "msg_[0-9a-f-]{36}",
          "auth_token", "[0-9a-f-]{36}",
          "timestamp", "20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d[.\\d]*Z");

  private static final String LOBBY = "/lobby";

  private final Map<String, TypedClient> peers = new HashMap<>();
  // The number that the bus gave to a call, by its reader and the number in print.
  private final Map<String, JsonNode> callIds = new HashMap<>();
  private final Set<String> typed = new HashSet<>();
  // What the bus made, by what stands for it in print.
  private final Map<String, JsonNode> made = new HashMap<>();

  static void perform(Scene scene, ServedBus bus) throws InterruptedException {
    try (var play = new ScenePlay()) {
      for (var peer : scene.paths().entrySet()) {
        play.enter(peer.getKey(), bus.url().resolve(peer.getValue()), scene);
      }
      for (Scene.Line line : scene.lines()) {
        play.take(line);
      }
      for (var peer : play.peers.entrySet()) {
        hasReadAll(peer.getValue(), LOBBY.equals(scene.paths().get(peer.getKey())));
      }
    }
  }

  /** Asks for something that is answered at once, and fails when anything comes before. */
  private static void hasReadAll(TypedClient peer, boolean inTheLobby) throws InterruptedException {
    if (inTheLobby) {
      assertThat(peer.type("[]").next().at("/payload/error").asString(""))
          .isEqualTo("message: must be an object");
    } else {
      peer.ask("ping", "{}");
    }
  }

  private void enter(String name, URI url, Scene scene) throws InterruptedException {
    TypedClient peer = TypedClient.connect(url);
    peers.put(name, peer);
    if (!scene.introduces(name) && !url.getPath().equals(LOBBY)) {
      peer.ask("initialize", "{\"clientId\":\"%s\"}".formatted(name));
    }
  }

  private void take(Scene.Line line) throws InterruptedException {
    TypedClient peer = requireNonNull(peers.get(line.peer()), line.peer());
    var printed = (ObjectNode) tree(line.json());
    String call = line.peer() + " " + printed.path("id");
    if (line.typed()) {
      JsonNode callId = callIds.get(call);
      if (!printed.has("method") && callId != null) {
        printed.set("id", callId);
      }
      remember(printed);
      fillIn(printed);
      peer.type(printed.toString());
    } else {
      JsonNode read = peer.next();
      if (printed.has("method") && printed.has("id")) {
        callIds.put(call, read.path("id"));
        printed.set("id", read.path("id"));
      }
      adopt(printed, read);
      assertThat(read).as(line.toString()).isEqualTo(printed);
    }
  }

  private void remember(JsonNode node) {
    node.forEach(this::remember);
    if (node.isString()) {
      typed.add(node.asString());
    }
  }

  /** Puts what the bus made in the place of what stands for it in print. */
  private void fillIn(ObjectNode printed) {
    for (var field : printed.properties()) {
      field.setValue(made.getOrDefault(field.getValue().asString(""), field.getValue()));
    }
  }

  /** What nobody has typed is the bus's own and differs every time; its shape does not. */
  private void adopt(JsonNode printed, JsonNode read) {
    for (int i = 0; printed.isArray() && i < printed.size(); i++) {
      adopt(printed.get(i), read.path(i));
    }
    for (var field : printed.properties()) {
      JsonNode there = read.path(field.getKey());
      String shape = OWN.get(field.getKey());
      if (shape == null || typed.contains(field.getValue().asString(""))) {
        adopt(field.getValue(), there);
      } else {
        assertThat(there.asString("")).as(field.getKey()).matches(shape);
        made.put(field.getValue().asString(), there);
        field.setValue(there);
      }
    }
  }

  @Override
  public void close() {
    peers.values().forEach(TypedClient::close);
  }
}
