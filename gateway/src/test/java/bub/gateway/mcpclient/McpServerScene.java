package bub.gateway.mcpclient;

import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.TimeSource;
import bub.client.lobby.CallRefused;
import bub.client.lobby.LobbyClient;
import bub.client.lobby.LobbyToken;
import bub.gateway.DoorScene;
import bub.gateway.mcpclient.McpServerStatus.Phase;
import bub.gateway.mcpclient.config.McpServersFile;
import bub.gateway.mcpclient.transport.HttpAuthorizer;
import bub.gateway.mcpclient.transport.PlainLauncher;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.lobby.Discovery;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A bus with its lobby, a file mcp.json, and the servers that it names. */
final class McpServerScene implements AutoCloseable {
  static final Duration SOON = Duration.ofSeconds(30);

  private final Path directory;
  private final DoorScene doors;
  final McpServersFile file;
  private final LobbyClient caller;
  private McpServers servers;

  McpServerScene(Path directory) throws Exception {
    this(directory, Duration.ofSeconds(20));
  }

  McpServerScene(Path directory, Duration startWithin) throws Exception {
    this.directory = directory;
    doors = new DoorScene(Files.createDirectory(directory.resolve("bus")));
    file = McpServersFile.in(directory);
    caller = doors.provider("agent:caller");
    servers = start(startWithin);
  }

  private McpServers start(Duration startWithin) {
    var connections =
        new McpConnections(
            directory.resolve("mcp"),
            new PlainLauncher(),
            (_, _) -> HttpAuthorizer.NONE,
            TimeSource.system());
    return McpServers.start(
        new McpServers.Wiring(
            file,
            McpStatusFile.in(directory),
            connections,
            new Identities(),
            Map.of("GREETING", "hello")::get,
            ClientEnvironment.system(),
            startWithin));
  }

  /** As after a restart of bub. */
  void restart() {
    servers.close();
    servers = start(Duration.ofSeconds(20));
  }

  void stop() {
    servers.close();
  }

  /** Adds the fake server of this name; its tools are in a file. */
  Path add(String name, String mode, String... tools) throws Exception {
    Path list = directory.resolve(name + ".tools");
    Files.writeString(list, String.join("\n", tools));
    String more = tools.length == 0 ? "" : ", \"" + list + "\"";
    put(
        name,
        "{\"command\":\"python3\",\"args\":[\"%s\",\"%s\"%s]}".formatted(script(), mode, more));
    return list;
  }

  void put(String name, String server) throws Exception {
    file.put(name, RawJson.parse(server));
  }

  Path script() throws IOException {
    Path script = directory.resolve("fake_server.py");
    if (!Files.exists(script)) {
      try (InputStream in =
          Objects.requireNonNull(getClass().getResourceAsStream("fake_server.py"))) {
        Files.copy(in, script);
      }
    }
    return script;
  }

  /** Null before bub knows the server. */
  @Nullable McpServerStatus state(String name) {
    return servers.states().stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  McpServerStatus awaitPhase(String name, Phase phase) {
    await()
        .atMost(SOON)
        .until(
            () -> {
              McpServerStatus state = state(name);
              return state != null && state.phase() == phase;
            });
    return Objects.requireNonNull(state(name));
  }

  RawJson call(String capability, String input) throws Exception {
    return caller.request(capability).within(Duration.ofSeconds(60)).call(RawJson.parse(input));
  }

  LobbyClient caller() {
    return caller;
  }

  /** Text of the first block of the result. */
  String text(String capability, String input) throws Exception {
    return call(capability, input)
        .fields()
        .require("content")
        .elements()
        .getFirst()
        .fields()
        .string("text");
  }

  String refusal(String capability, String input) throws Exception {
    try {
      return "not refused: " + call(capability, input);
    } catch (CallRefused refused) {
      return String.valueOf(refused.getMessage());
    }
  }

  /** Text of the result, or the reason of the refusal. */
  String refusalOrText(String capability) throws Exception {
    try {
      return text(capability, "{}");
    } catch (CallRefused refused) {
      return String.valueOf(refused.getMessage());
    }
  }

  /** A peer that is not connected yet. */
  BusClient client(String name) {
    return doors.client(name, null);
  }

  List<String> capabilities() throws Exception {
    return caller.discover(Discovery.byName("*")).found().stream()
        .flatMap(service -> service.capabilities().stream())
        .map(capability -> capability.fields().string("name"))
        .sorted()
        .toList();
  }

  BusClient peer(String name) throws Exception {
    return doors.peer(name, _ -> bub.protocol.Ack.ok("noted"));
  }

  @Override
  public void close() {
    servers.close();
    doors.close();
  }

  private final class Identities implements McpServerIdentities {
    @Override
    public BusClient client(Address server) {
      return doors.client(server.value(), null);
    }

    @Override
    public LobbyToken lobbyToken(Address server) {
      return LobbyToken.file(directory.resolve(server.value().replace(':', '_') + ".lobby"));
    }

    @Override
    public void release(Address server) {}
  }
}
