package bub.checks.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.checks.kit.ServedBus;
import bub.checks.kit.TypedClient;
import bub.checks.kit.Workshop;
import bub.testkit.BubProgram;
import bub.testkit.BubProgram.Finished;
import bub.testkit.ChildProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Locking a running bus, as an operator does it. */
class LockedBusTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void theFirstTokenLocksARunningBusAndItsOwnCommandLineGoesOn() throws Exception {
    ServedBus bus = workshop.bus();
    TypedClient stranger = bus.connectAs("agent:early");

    Finished created = tokens(bus, "create", "--client-id", "agent:worker");

    assertThat(created.exitCode()).isZero();
    assertThat(created.err()).contains("not be shown again", "now locked");
    assertThat(stranger.closeCode()).isEqualTo(1008);
    awaitRefusal(bus, null);
    JsonNode refused = initialize(bus, "agent:worker", null);
    assertThat(refused.path("error").path("code").asInt()).isEqualTo(-32010);
    JsonNode admitted = initialize(bus, "agent:worker", created.out().strip());
    assertThat(admitted.has("result")).isTrue();
    assertThat(local(bus).run("bus", "status").exitCode()).isZero();
    assertThat(
            workshop
                .program()
                .with("BUB_BUS_URL", bus.url().toString())
                .run("bus", "status")
                .exitCode())
        .isEqualTo(69);
  }

  @Test
  void aRevokedTokenEndsItsConnectionAndARotatedOneIsReplaced() throws Exception {
    ServedBus bus = workshop.bus();
    String token = tokens(bus, "create", "--client-id", "agent:worker").out().strip();
    awaitRefusal(bus, null);
    TypedClient worker = bus.connect();
    worker.ask("initialize", introduction("agent:worker", token));
    String id = token.split("_", -1)[1];
    assertThat(tokens(bus, "list").out()).contains(id, "agent:worker").doesNotContain(token);
    tokens(bus, "create", "--client-id", "relay", "--subscribe", "tg:*", "--types", "ping");
    assertThat(tokens(bus, "list", "--json").out())
        .contains("\"subscribe\":[\"tg:*\"],\"sendAs\":[],\"types\":[\"ping\"]");

    String rotated = tokens(bus, "rotate", id).out().strip();

    assertThat(worker.closeCode()).isEqualTo(1008);
    awaitRefusal(bus, token);
    assertThat(initialize(bus, "agent:worker", rotated).has("result")).isTrue();
    assertThat(tokens(bus, "revoke", "12345678").exitCode()).isEqualTo(1);
  }

  @Test
  void aLongRunningCommandSurvivesTheLock() throws Exception {
    ServedBus bus = workshop.bus();
    ChildProcess receiver =
        workshop.keep(local(bus).start("bus", "recv", "demo:*", "--count", "1"));
    receiver.awaitErrorLine("Listening");
    tokens(bus, "create", "--client-id", "agent:worker");

    assertThat(local(bus).run("bus", "send", "--wait", "15s", "--to", "demo:1", "hello").exitCode())
        .isZero();
    assertThat(receiver.awaitExit()).isZero();
  }

  @Test
  void noSecretIsEverWhereOthersLook() throws Exception {
    ServedBus bus = workshop.bus();
    String token = tokens(bus, "create", "--client-id", "agent:worker", "--operator").out().strip();
    Path file = workshop.directory().resolve("my.token");
    Files.writeString(file, token);
    awaitRefusal(bus, null);
    TypedClient worker = bus.connect();
    worker.ask("initialize", introduction("agent:worker", token));
    worker.ask(
        "sendMessage",
        "{\"from\":\"agent:worker\",\"to\":\"x:1\",\"messageId\":\"m\",\"payload\":{}}");
    initialize(bus, "agent:other", token);
    ChildProcess follower = workshop.keep(local(bus).start("bus", "recv", "x:*"));
    follower.awaitErrorLine("Listening");
    local(bus).run("bus", "log");
    String local = Files.readString(bus.runDir().resolve("state/local.token")).strip();

    for (String secret : List.of(token, local)) {
      assertThat(commandLines()).as("process list").doesNotContain(secret);
      assertThat(bus.process().out().text() + bus.process().err().text()).doesNotContain(secret);
      assertThat(follower.out().text() + follower.err().text()).doesNotContain(secret);
      try (Stream<Path> files = Files.walk(bus.runDir())) {
        for (Path stored : files.filter(Files::isRegularFile).toList()) {
          if (!stored.endsWith("local.token")) {
            assertThat(new String(Files.readAllBytes(stored), StandardCharsets.ISO_8859_1))
                .as(stored.toString())
                .doesNotContain(secret);
          }
        }
      }
    }
  }

  @Test
  void aTokenInTheUrlCountsForNothing() throws Exception {
    ServedBus bus = workshop.bus();
    String token = tokens(bus, "create", "--client-id", "agent:worker").out().strip();
    awaitRefusal(bus, null);

    TypedClient client = workshop.keep(TypedClient.connect(bus.url().resolve("/?token=" + token)));
    client.type(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"clientId\":\"agent:worker\"}}");

    assertThat(client.next().path("error").path("code").asInt()).isEqualTo(-32010);
    assertThat(bus.process().err().text()).doesNotContain(token);
  }

  @Test
  void explainsWhoMaySayWhat() throws Exception {
    ServedBus bus = workshop.bus();
    tokens(bus, "create", "--client-id", "telegram-bridge", "--send-as", "tg:*");
    Finished yes =
        policy(
            bus,
            "--from",
            "tg:5",
            "--to",
            "agent:a",
            "--type",
            "tg_message",
            "--as",
            "telegram-bridge");
    assertThat(yes.exitCode()).isZero();
    assertThat(yes.out()).contains("may send as telegram-bridge, tg:*", "tg_message is free");
    Finished no =
        policy(
            bus,
            "--from",
            "agent:a",
            "--to",
            "tg:1",
            "--type",
            "tg_message",
            "--as",
            "telegram-bridge");
    assertThat(no.exitCode()).isEqualTo(1);
  }

  /** A running bus notices a change within a quarter of a second. */
  private static void awaitRefusal(ServedBus bus, @Nullable String token) {
    await().until(() -> initialize(bus, "agent:worker", token).has("error"));
  }

  private static Finished tokens(ServedBus bus, String... arguments) throws Exception {
    return local(bus)
        .run(Stream.concat(Stream.of("token"), Stream.of(arguments)).toArray(String[]::new));
  }

  private static Finished policy(ServedBus bus, String... arguments) throws Exception {
    return local(bus)
        .run(
            Stream.concat(Stream.of("policy", "explain"), Stream.of(arguments))
                .toArray(String[]::new));
  }

  /** The command line of the user who runs the bus. */
  private static BubProgram local(ServedBus bus) {
    return bus.program().with("BUB_RUN_DIR", bus.runDir().toString());
  }

  private static JsonNode initialize(ServedBus bus, String clientId, @Nullable String token)
      throws InterruptedException {
    TypedClient client = bus.connect();
    client.type(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":%s}"
            .formatted(introduction(clientId, token)));
    return client.next();
  }

  private static String introduction(String clientId, @Nullable String token) {
    return token == null
        ? "{\"clientId\":\"%s\"}".formatted(clientId)
        : "{\"clientId\":\"%s\",\"authToken\":\"%s\"}".formatted(clientId, token);
  }

  private static String commandLines() throws IOException {
    var all = new StringBuilder();
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      for (Path process :
          processes.filter(path -> path.getFileName().toString().matches("\\d+")).toList()) {
        try {
          all.append(Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1))
              .append('\n');
          all.append(Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1))
              .append('\n');
        } catch (IOException gone) {
          // It ended while we looked.
        }
      }
    }
    return all.toString();
  }
}
