package bub.checks.access;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Chatter;
import bub.checks.kit.Eventually;
import bub.checks.kit.LiveBub;
import bub.checks.kit.ServedBus;
import bub.checks.kit.TypedClient;
import bub.checks.kit.Workshop;
import bub.testkit.BubProgram.Finished;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Locking a running {@code bub up}, whose parts and agents already have tokens. */
class LockingLiveBubTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void theFirstTokenDropsNobodyAndTheAgentGoesOnAnswering() throws Exception {
    LiveBub bub = LiveBub.start(workshop, "--spawner", "local");
    Chatter person = bub.chatter("1").says("hello");
    person.awaitAnswers(0);
    long pid = bub.session().path("pid").asLong();
    Map<String, String> before = connections(bub);
    assertThat(before).containsKeys("agent:system", "agent:console", "term:1");

    Finished created = bub.bub("token", "create", "--client-id", "agent:other");

    assertThat(created.exitCode()).as(created.err()).isZero();
    Eventually.holds(() -> assertThat(initialize(bub, "agent:x").has("error")).isTrue());
    person.says("still there?");
    person.awaitAnswers(0);
    person.leavesContent();
    assertThat(connections(bub)).containsAllEntriesOf(withoutChat(before));
    assertThat(bub.session().path("pid").asLong()).isEqualTo(pid);
    assertThat(bub.session().path("status").asString()).isEqualTo("running");
  }

  @Test
  void nobodyTakesTheIdsOfItsPartsAndAChatOfItsOwnIsWelcome() throws Exception {
    LiveBub bub = LiveBub.start(workshop, "--spawner", "local");
    Map<String, String> before = connections(bub);

    for (String part : List.of("agent:system", "agent:console")) {
      assertThat(initialize(bub, part).at("/error/data/reason").asString()).isEqualTo("reserved");
    }
    assertThat(initialize(bub, "tg:7").has("result")).isTrue();

    assertThat(connections(bub)).containsAllEntriesOf(before);
  }

  @Test
  void aPlainBusLeavesTheIdOfTheSystemAgentToWhoeverConnects() throws Exception {
    LiveBub bub = LiveBub.start(workshop, "--spawner", "local");
    bub.process().terminate();
    assertThat(bub.process().awaitExit()).isZero();

    ServedBus bus = workshop.bus();

    assertThat(bus.connectAs("agent:system").ask("ping", "{}")).isNotNull();
  }

  private static Map<String, String> withoutChat(Map<String, String> connections) {
    var rest = new TreeMap<>(connections);
    rest.remove("term:1");
    return rest;
  }

  /** The connection of each peer, without the command that asks. */
  private static Map<String, String> connections(LiveBub bub) throws Exception {
    Finished status = bub.bub("bus", "status", "--json");
    assertThat(status.exitCode()).as(status.err()).isZero();
    var found = new TreeMap<String, String>();
    for (JsonNode peer : TypedClient.tree(status.out()).path("connections")) {
      if (!peer.path("clientId").asString().startsWith("cli:")) {
        found.put(peer.path("clientId").asString(), peer.path("connectionId").asString());
      }
    }
    return found;
  }

  private JsonNode initialize(LiveBub bub, String clientId) throws Exception {
    URI url = URI.create(Files.readString(bub.runDir().resolve("bus.url")).strip());
    try (TypedClient client = TypedClient.connect(url)) {
      client.type(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"clientId\":\"%s\"}}"
              .formatted(clientId));
      return client.next();
    }
  }
}
