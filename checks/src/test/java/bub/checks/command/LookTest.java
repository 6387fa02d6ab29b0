package bub.checks.command;

import static bub.checks.kit.TypedClient.tree;
import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.ServedBus;
import bub.checks.kit.Workshop;
import bub.client.BusClient;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.testkit.BubProgram.Finished;
import bub.testkit.ChildProcess;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** {@code bub bus status}, {@code log} and {@code where} show the state of a bus. */
class LookTest {
  @RegisterExtension static final Workshop WORKSHOP = new Workshop();
  private static ServedBus bus;
  private static BusClient sender;

  @BeforeAll
  static void aBusWithAPast() throws Exception {
    bus = WORKSHOP.bus();
    bus.client("agent:worker").serve(_ -> Ack.ok("configured")).connect().subscribe("work:*");
    sender = bus.client("tg:7").connect();
    send("m-ok", "agent:worker");
    send("m-nobody", "agent:nobody");
  }

  private static void send(String id, String to) throws Exception {
    String payload = "{\"type\":\"agent_message\",\"content\":{\"text\":\"hello\"}}";
    sender.send(
        new Envelope(
            sender.clientId(), new Address(to), new MessageId(id), RawJson.parse(payload)));
  }

  @Test
  void statusShowsWhoIsConnectedAndWhatTheyListenTo() throws Exception {
    Finished status = bus.bub("bus", "status");

    assertThat(status.exitCode()).isZero();
    assertThat(status.out())
        .containsPattern("bus-[0-9a-f]+ at ws://127\\.0\\.0\\.1:\\d+, 2 peers")
        .containsPattern("agent:worker +agent:worker work:\\* +bub-client address, ");
  }

  @Test
  void statusAsJsonHasTheDocumentedFields() throws Exception {
    JsonNode status = tree(bus.bub("bus", "status", "--json").out());

    assertThat(status.propertyNames()).containsExactlyInAnyOrder("serverId", "connections");
    JsonNode worker =
        status
            .path("connections")
            .valueStream()
            .filter(one -> one.path("clientId").asString("").equals("agent:worker"))
            .findFirst()
            .orElseThrow();
    assertThat(worker.propertyNames())
        .containsExactlyInAnyOrder(
            "clientId", "connectionId", "subscriptions", "clientInfo", "dialect", "connectedAt");
  }

  @Test
  void aMessageOfManyLinesIsOneLineOfJson() throws Exception {
    String payload = "{\"type\":\"odd\",\n\"content\":\r\n{\"text\":\"a\\nb\"}}";
    sender.send(
        new Envelope(
            sender.clientId(),
            new Address("agent:nobody-else"),
            new MessageId("m-broken"),
            RawJson.parse(payload)));

    assertThat(log("--json", "--message-id", "m-broken")).hasSize(1);
    List<String> lines = log("--json", "--events", "--message-id", "m-broken");

    assertThat(lines).hasSize(2);
    assertThat(tree(lines.getFirst()).at("/payload/content/text").asString()).isEqualTo("a\nb");
  }

  @Test
  void logShowsTheFourEventsOfAMessage() throws Exception {
    List<String> lines = log("--events", "--message-id", "m-ok");

    assertThat(lines).hasSize(4);
    assertThat(lines.get(0)).contains("send_start", "m-ok", "tg:7 → agent:worker");
    assertThat(lines.get(0)).endsWith("start  agent_message");
    assertThat(lines.get(1)).contains("process_start", "agent:worker");
    assertThat(lines.get(2)).contains("process_finish", "ok");
    assertThat(lines.get(3)).contains("send_finish", "ok");
  }

  @Test
  void logFiltersByWhatIsAsked() throws Exception {
    assertThat(log("--events", "--to", "agent:nobody"))
        .hasSize(2)
        .allMatch(line -> line.contains("m-nobody"));
    assertThat(log("--to", "agent:nobody")).hasSize(1);
    assertThat(log("--status", "no_recipient", "--to", "agent:nobody")).hasSize(1);
    assertThat(log("--status", "timeout")).isEmpty();
    assertThat(log("--event", "process_finish", "--since", "10m")).hasSize(1);
    assertThat(log("--actor", "agent:worker", "--limit", "1")).hasSize(1);
    assertThat(log("--since", "0s")).isEmpty();
  }

  @Test
  void logShowsOneLinePerMessage() throws Exception {
    assertThat(log("--message-id", "m-ok"))
        .singleElement(InstanceOfAssertFactories.STRING)
        .matches(
            "\\d\\d:\\d\\d:\\d\\d\\.\\d{3}  tg:7 → agent:worker  agent_message  ok  [0-9.]+ ms "
                + " hello");
    assertThat(log("--message-id", "m-nobody"))
        .singleElement(InstanceOfAssertFactories.STRING)
        .contains("tg:7 → agent:nobody  agent_message  no_recipient  ", "  hello");
    assertThat(log("--actor", "agent:worker")).hasSize(1);
  }

  @Test
  void logAsJsonIsOneObjectPerMessage() throws Exception {
    List<String> lines = log("--message-id", "m-ok", "--json");

    JsonNode message = tree(lines.getFirst());
    assertThat(lines).hasSize(1);
    assertThat(message.propertyNames())
        .containsExactly(
            "messageId", "from", "to", "type", "status", "at", "tookMs", "payload", "acks");
    assertThat(message.path("from").asString()).isEqualTo("tg:7");
    assertThat(message.path("status").asString()).isEqualTo("ok");
    assertThat(message.path("tookMs").asDouble()).isNotNegative();
    assertThat(message.at("/payload/content/text").asString()).isEqualTo("hello");
    assertThat(message.at("/acks/0/from").asString()).isEqualTo("agent:worker");
    assertThat(message.at("/acks/0/message").asString()).isEqualTo("configured");
  }

  @Test
  void eventsAsJsonAreOneEventPerLine() throws Exception {
    List<String> lines = log("--message-id", "m-ok", "--json", "--events");

    assertThat(lines).hasSize(4);
    JsonNode start = tree(lines.getFirst());
    assertThat(start.path("event").asString()).isEqualTo("send_start");
    assertThat(start.path("payload").path("content").path("text").asString()).isEqualTo("hello");
    assertThat(tree(lines.get(2)).path("payload").path("message").asString())
        .isEqualTo("configured");
  }

  @Test
  void logFoldsTheProgressOfAgents() throws Exception {
    String step = "{\"type\":\"agent_event\",\"content\":{\"event\":\"step\",\"data\":{}}}";
    sender.send(
        new Envelope(
            sender.clientId(),
            new Address("system:steps"),
            new MessageId("m-step"),
            RawJson.parse(step)));

    assertThat(log("--since", "10m")).noneMatch(line -> line.contains("system:steps"));
    assertThat(bus.bub("bus", "log").err())
        .contains("1 step, typing or partial event is hidden. Show it with --all.");
    assertThat(log("--all")).anyMatch(line -> line.contains("system:steps"));
    assertThat(log("--json")).anyMatch(line -> line.contains("system:steps"));
    assertThat(log("--trace", "4bf92f3577b34da6a3ce929d0e0e4736")).isEmpty();
  }

  @Test
  void logFollowsWhatHappens() throws Exception {
    ChildProcess log =
        WORKSHOP.keep(bus.program().start("bus", "log", "--follow", "--to", "agent:later"));
    // It follows once it has shown what was.
    Eventually.holds(
        () -> {
          send("m-later", "agent:later");
          assertThat(log.out().text()).contains("agent:later", "no_recipient");
        });
    assertThat(log.isAlive()).isTrue();
  }

  @Test
  void whereTellsTheLifeOfAMessage() throws Exception {
    Finished where = bus.bub("bus", "where", "m-ok");

    assertThat(where.exitCode()).isZero();
    List<String> lines = where.out().lines().toList();
    assertThat(lines).hasSize(5);
    assertThat(lines.get(0)).startsWith("m-ok  tg:7 → agent:worker   agent_message   ");
    assertThat(lines.get(1)).matches(" +\\+0\\.0 ms  accepted");
    assertThat(lines.get(2)).matches(" +\\+[0-9.]+ ms  → agent:worker");
    assertThat(lines.get(3)).matches(" +\\+[0-9.]+ ms  ← agent:worker  ok \"configured\"");
    assertThat(lines.get(4)).matches(" +\\+[0-9.]+ ms  answered, ok");
  }

  @Test
  void whereAsJsonIsTheReceipt() throws Exception {
    JsonNode receipt = tree(bus.bub("bus", "where", "--json", "m-ok").out());

    assertThat(receipt.path("status").asString()).isEqualTo("ok");
    JsonNode delivery = receipt.path("deliveries").path(0);
    assertThat(delivery.path("recipient").asString()).isEqualTo("agent:worker");
    assertThat(delivery.path("ack").path("message").asString()).isEqualTo("configured");
  }

  @Test
  void whereExitsWith1ForAMessageItNeverSaw() throws Exception {
    Finished where = bus.bub("bus", "where", "m-never");

    assertThat(where.exitCode()).isEqualTo(1);
    assertThat(where.err())
        .contains("The activity log has no message m-never")
        .contains("bub bus log");
  }

  private static List<String> log(String... filters) throws Exception {
    String[] command = new String[filters.length + 2];
    command[0] = "bus";
    command[1] = "log";
    System.arraycopy(filters, 0, command, 2, filters.length);
    Finished log = bus.bub(command);
    assertThat(log.exitCode()).as(log.err()).isZero();
    return log.out().lines().filter(line -> !line.isBlank()).toList();
  }
}
