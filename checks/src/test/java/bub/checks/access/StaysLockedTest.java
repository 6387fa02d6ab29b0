package bub.checks.access;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.ServedBus;
import bub.checks.kit.TypedClient;
import bub.checks.kit.Workshop;
import bub.testkit.BubProgram.Finished;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/**
 * A locked bus stays locked, whatever happens to its files; only an explicit command unlocks it.
 */
class StaysLockedTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void aStateDirectoryThatDisappearsClosesTheBusToNewcomersOnly() throws Exception {
    ServedBus bus = workshop.bus();
    String token = create(bus, "agent:worker");
    TypedClient worker = bus.connect();
    worker.ask("initialize", introduction("agent:worker", token));
    Path state = bus.runDir().resolve("state");
    Path away = bus.runDir().resolve("away");

    Files.move(state, away);

    Eventually.holds(() -> assertThat(health(bus).statusCode()).isEqualTo(503));
    assertThat(health(bus).body()).contains("rejects all connections");
    assertThat(reason(bus, "agent:late", null)).isEqualTo("unauthenticated");
    assertThat(reason(bus, "agent:late", token)).isEqualTo("tokens_unavailable");
    worker.ask("ping", "{}");
    Finished doctor = local(bus, "doctor", "--port", String.valueOf(bus.port()));
    assertThat(doctor.exitCode()).isEqualTo(1);
    assertThat(doctor.out()).contains("rejects all connections");
    Files.createDirectory(state);
    Eventually.holds(() -> assertThat(health(bus).statusCode()).isEqualTo(503));
    assertThat(reason(bus, "agent:late", null)).isEqualTo("unauthenticated");
    assertThat(alarms(bus)).hasSize(1);

    Files.delete(state);
    Files.move(away, state);

    Eventually.holds(() -> assertThat(health(bus).statusCode()).isEqualTo(200));
    assertThat(initialize(bus, "agent:worker", token).has("result")).isTrue();
  }

  @Test
  void aRestartWithoutTheTokenFileStaysClosedUntilItIsUnlocked() throws Exception {
    ServedBus first = workshop.bus();
    create(first, "agent:worker");
    first.process().terminate();
    assertThat(first.process().awaitExit()).isZero();
    Path tokens = first.runDir().resolve("state/tokens.json");
    Files.delete(tokens);

    ServedBus bus = workshop.bus();

    assertThat(health(bus).statusCode()).isEqualTo(503);
    assertThat(reason(bus, "agent:late", null)).isEqualTo("unauthenticated");
    Finished create = token(bus, "create", "--client-id", "agent:x");
    assertThat(create.exitCode()).isEqualTo(78);
    assertThat(create.err()).contains("tokens.json", "bub token unlock");

    Finished unlock = token(bus, "unlock");

    assertThat(unlock.exitCode()).isZero();
    assertThat(unlock.out()).contains("now open");
    Eventually.holds(() -> assertThat(initialize(bus, "agent:late", null).has("result")).isTrue());
    assertThat(health(bus).statusCode()).isEqualTo(200);
  }

  @Test
  void aBusThatFacesANetworkIsNotOpenedWhileItRuns() throws Exception {
    String run = workshop.directory().resolve("run").toString();
    assertThat(
            workshop.program().run("token", "create", "--run-dir", run, "--client-id", "a").err())
        .contains("now locked");
    ServedBus bus = workshop.bus("--host", "0.0.0.0", "--behind-tls-proxy");
    assertThat(health(bus).statusCode()).isEqualTo(200);

    assertThat(token(bus, "unlock").exitCode()).isZero();

    Eventually.holds(() -> assertThat(health(bus).statusCode()).isEqualTo(503));
  }

  @Test
  void aCommandThatFailsLeavesAnOpenBusOpen() throws Exception {
    ServedBus bus = workshop.bus();
    TypedClient stranger = bus.connectAs("agent:early");

    assertThat(token(bus, "revoke", "nosuch").exitCode()).isEqualTo(1);
    assertThat(token(bus, "rotate", "nosuch").exitCode()).isEqualTo(1);
    assertThat(token(bus, "create", "--client-id", "not an address").exitCode()).isNotZero();
    assertThat(token(bus, "create", "--client-id", "a", "--subscribe", "").exitCode()).isNotZero();
    assertThat(
            token(bus, "create", "--client-id", "a", "--out", bus.runDir() + "/none/a").exitCode())
        .isNotZero();

    assertThat(bus.runDir().resolve("state/tokens.json")).doesNotExist();
    assertThat(bus.runDir().resolve("state/lock.json")).doesNotExist();
    stranger.ask("ping", "{}");
    assertThat(token(bus, "unlock").out()).contains("not locked");
  }

  @Test
  void aRevocationThatCameWhileNoFileCouldBeOpenedIsHeardLater() throws Exception {
    ServedBus bus = workshop.bus();
    String token = create(bus, "agent:worker");
    TypedClient worker = bus.connect();
    worker.ask("initialize", introduction("agent:worker", token));
    long pid = bus.process().pid();

    limitOpenFiles(pid, "1");
    assertThat(token(bus, "revoke", token.split("_", -1)[1]).exitCode()).isZero();
    Eventually.holds(() -> assertThat(alarms(bus)).isNotEmpty());
    limitOpenFiles(pid, "1024");

    assertThat(worker.closeCode()).isEqualTo(1008);
    Eventually.holds(
        () -> assertThat(reason(bus, "agent:worker", token)).isEqualTo("unauthenticated"));
  }

  /** Changes how many files a running process may have open. */
  private static void limitOpenFiles(long pid, String count) throws Exception {
    var command = List.of("prlimit", "--pid", String.valueOf(pid), "--nofile=" + count + ":");
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  private static List<String> alarms(ServedBus bus) {
    return bus.process().err().lines().stream()
        .filter(line -> line.contains("rejects all connections"))
        .toList();
  }

  private static String create(ServedBus bus, String clientId) throws Exception {
    String token = token(bus, "create", "--client-id", clientId).out().strip();
    Eventually.holds(() -> assertThat(initialize(bus, clientId, null).has("error")).isTrue());
    return token;
  }

  private static Finished token(ServedBus bus, String... arguments) throws Exception {
    return local(
        bus, Stream.concat(Stream.of("token"), Stream.of(arguments)).toArray(String[]::new));
  }

  /** The command line of the user who runs the bus. */
  private static Finished local(ServedBus bus, String... arguments) throws Exception {
    return bus.program().with("BUB_RUN_DIR", bus.runDir().toString()).run(arguments);
  }

  private static HttpResponse<String> health(ServedBus bus)
      throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      URI url = URI.create("http://127.0.0.1:" + bus.port() + "/healthz");
      return http.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString());
    }
  }

  private static String reason(ServedBus bus, String clientId, @Nullable String token)
      throws InterruptedException {
    return initialize(bus, clientId, token).at("/error/data/reason").asString("admitted");
  }

  private static JsonNode initialize(ServedBus bus, String clientId, @Nullable String token)
      throws InterruptedException {
    try (TypedClient client = bus.connect()) {
      client.type(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":%s}"
              .formatted(introduction(clientId, token)));
      return client.next();
    }
  }

  private static String introduction(String clientId, @Nullable String token) {
    return token == null
        ? "{\"clientId\":\"%s\"}".formatted(clientId)
        : "{\"clientId\":\"%s\",\"authToken\":\"%s\"}".formatted(clientId, token);
  }
}
