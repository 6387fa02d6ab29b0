package bub.checks.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.checks.kit.Eventually;
import bub.checks.kit.ServedBus;
import bub.checks.kit.Workshop;
import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.lobby.Contract;
import bub.client.lobby.LobbyClient;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.testkit.ChildProcess;
import bub.testkit.NatsServers;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code bub up --cluster}: what a chat notices when the node of its agent is lost. */
@Tag("soak")
class ClusterSessionsSoakTest {
  private static final Address CHAT = new Address("discord:77");
  private static final Address SPAWN = new Address("system:spawn");
  private static final Address ROUTE = new Address("system:route");
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final String UP = "bub is up";

  @RegisterExtension final Workshop workshop = new Workshop();

  private final Queue<String> received = new ConcurrentLinkedQueue<>();

  @Test
  void aPeerOfOneNodeSpawnsChatsAndCallsOnAnother() throws Exception {
    try (NatsServers nats = NatsServers.one()) {
      Path run = workshop.directory().resolve("run-plain");
      ServedBus plain =
          ServedBus.start(workshop, run, 0, "--cluster", nats.urls(), "--node-name", "n1");
      ChildProcess other = node("n3", nats);
      BusClient chat = chatAt(plain.url());

      await().atMost(LONG).until(() -> request(chat).success());
      await().atMost(LONG).until(() -> received("route_assigned"));
      Ack answer = chat.send(new Address(agentOf(chat)), said("hello")).acks().getFirst();
      assertThat(answer.success()).as(answer.message()).isTrue();
      await().atMost(LONG).until(() -> received("tg_reply"));

      Contract<Sum, Total> add = Contract.of("add", Sum.class, Total.class);
      BusClient adder = clientAt(urlOf(other), "agent:adder");
      LobbyClient offers = LobbyClient.of(adder);
      adder.connect();
      offers.offer(add, sum -> new Total(sum.a() + sum.b()));
      BusClient caller = clientAt(plain.url(), "agent:caller");
      LobbyClient calls = LobbyClient.of(caller);
      caller.connect();
      Eventually.holds(() -> assertThat(calls.call(add, new Sum(2, 3)).total()).isEqualTo(5));
    }
  }

  /** Input of the capability. */
  record Sum(long a, long b) {}

  /** Output of the capability. */
  record Total(long total) {}

  @Test
  void withSharedWorkspacesAnotherNodeStartsTheSameAgentAgain() throws Exception {
    try (NatsServers nats = NatsServers.one()) {
      String shared = workshop.directory().resolve("shared").toString();
      String[] options = {"--workspaces", shared, "--workspaces-shared"};
      ChildProcess lost = node("n1", nats, options);
      String agent = spawnAt(lost);
      ChildProcess other = node("n2", nats, options);
      BusClient chat = chatAt(other);
      assertThat(agentOf(chat)).isEqualTo(agent);

      lost.kill();

      await().atMost(LONG).until(() -> agent.equals(agentOf(chat)) && received("route_assigned"));
      Ack answer = chat.send(new Address(agent), said("hello")).acks().getFirst();
      assertThat(answer.success()).as(answer.message()).isTrue();
      await().atMost(LONG).until(() -> received("tg_reply"));
    }
  }

  @Test
  void withoutThemTheChatIsToldAndWaits() throws Exception {
    try (NatsServers nats = NatsServers.one()) {
      ChildProcess lost = node("n1", nats);
      String agent = spawnAt(lost);
      BusClient chat = chatAt(node("n2", nats));

      lost.kill();

      await().atMost(LONG).until(() -> received("which is down. It comes back with its node."));
      Ack refusal = request(chat);
      assertThat(refusal.success()).isFalse();
      assertThat(refusal.shouldRetry()).isTrue();

      ChildProcess returned = node("n1", nats);
      await().atMost(LONG).until(() -> request(chat).success());
      await().atMost(LONG).until(() -> agent.equals(agentOf(chat)));
      assertThat(returned.isAlive()).isTrue();
    }
  }

  private ChildProcess node(String name, NatsServers nats, String... options) throws Exception {
    Path run = workshop.directory().resolve("run-" + name);
    var command = new ArrayList<>(List.of("up", "--port", "0", "--console-port", "0"));
    command.addAll(List.of("--run-dir", run.toString(), "--spawner", "local"));
    command.addAll(List.of("--cluster", nats.urls(), "--node-name", name));
    command.addAll(List.of(options));
    ChildProcess node = workshop.start(command.toArray(String[]::new));
    node.awaitLine(UP);
    return node;
  }

  /** Returns the agent of the chat, which is connected only meanwhile. */
  private String spawnAt(ChildProcess node) throws Exception {
    try (BusClient chat = chatAt(node)) {
      Ack accepted = request(chat);
      assertThat(accepted.success()).as(accepted.message()).isTrue();
      await().atMost(LONG).until(() -> received("route_assigned"));
      received.clear();
      return agentOf(chat);
    }
  }

  private static URI urlOf(ChildProcess node) throws Exception {
    String line = node.awaitLine(UP);
    return URI.create(line.substring(line.indexOf("ws://")).strip());
  }

  private BusClient clientAt(URI url, String name) {
    return workshop.keep(BusClient.of(ClientSettings.of(url, new Address(name))));
  }

  private BusClient chatAt(ChildProcess node) throws Exception {
    return chatAt(urlOf(node));
  }

  private BusClient chatAt(URI url) throws Exception {
    return workshop.keep(
        BusClient.of(ClientSettings.of(url, CHAT))
            .serveEvery(
                envelope -> {
                  received.add(envelope.payload().toString());
                  return Ack.ok("read");
                })
            .connect());
  }

  private boolean received(String text) {
    return received.stream().anyMatch(payload -> payload.contains(text));
  }

  private static Ack request(BusClient chat) throws Exception {
    return chat.send(SPAWN, about("spawn_request")).acks().getFirst();
  }

  private static String agentOf(BusClient chat) throws Exception {
    List<Ack> acks = chat.send(ROUTE, about("route_query")).acks();
    RawJson agent = acks.isEmpty() ? null : acks.getFirst().payload().fields().find("agent_id");
    return agent == null || !agent.toString().startsWith("\"")
        ? ""
        : agent.toString().replace("\"", "");
  }

  private static RawJson about(String type) {
    return json(
        "{\"type\":\"%s\",\"content\":{\"channel\":\"discord\",\"chat_id\":\"77\"}}"
            .formatted(type));
  }

  private static RawJson said(String text) {
    return json(
        "{\"type\":\"tg_message\",\"content\":{\"channel\":\"discord\",\"chat_id\":\"77\",\"text\":\"%s\"}}"
            .formatted(text));
  }

  private static RawJson json(String text) {
    return RawJson.trusted(text.getBytes(UTF_8));
  }
}
