package bub.checks.command;

import static bub.checks.kit.TypedClient.tree;
import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.ServedBus;
import bub.checks.kit.Sqlite;
import bub.checks.kit.Workshop;
import bub.client.BusClient;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.testkit.BubProgram.Finished;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The activity log as outside tools read it, with {@code sqlite3} or after the bus is gone. */
class ActivityLogTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void showsTheDocumentedColumnsAndOneRowAnEvent() throws Exception {
    ServedBus bus = workshop.bus();
    bus.client("agent:1").serve(_ -> Ack.ok("done")).connect();
    String payload = "{\"type\":\"odd\",  \"n\":1.50}";
    BusClient sender = bus.client("tg:1").connect();
    send(sender, "m1", "agent:1", payload);
    send(sender, "m2", "agent:2", "{}");

    assertThat(Sqlite.ask(bus.log(), "select name, type from pragma_table_info('activity_log')"))
        .extracting(line -> line.substring(0, line.indexOf('|')))
        .containsExactly(
            "id",
            "ts",
            "event",
            "message_id",
            "rpc_id",
            "actor",
            "to_address",
            "status",
            "payload_json",
            "error",
            "topic",
            "trace_id",
            "cause");
    Eventually.holds(
        () ->
            assertThat(
                    Sqlite.ask(
                        bus.log(),
                        "select event, message_id, actor, to_address, status, payload_json"
                            + " from activity_log order by id"))
                .containsExactly(
                    "send_start|m1|tg:1|agent:1|start|" + payload,
                    "process_start|m1|agent:1|agent:1|start|",
                    "process_finish|m1|agent:1|agent:1|ok|" + ack("done"),
                    "send_finish|m1|tg:1|agent:1|ok|",
                    "send_start|m2|tg:1|agent:2|start|{}",
                    "send_finish|m2|tg:1|agent:2|no_recipient|"));
    assertThat(
            Sqlite.ask(
                bus.log(),
                "select count(*) from activity_log where ts glob"
                    + " '20[0-9][0-9]-[0-1][0-9]-[0-3][0-9]T*Z' and rpc_id is not null"))
        .containsExactly("6");
  }

  private static String ack(String message) {
    return "{\"success\":true,\"message\":\"%s\",\"shouldRetry\":false,\"retrySeconds\":0,\"payload\":{}}"
        .formatted(message);
  }

  @Test
  void canBeReadWhenNoBusRuns() throws Exception {
    ServedBus bus = workshop.bus();
    send(bus.client("tg:1").connect(), "m1", "agent:2", "{}");
    bus.process().terminate();
    assertThat(bus.process().awaitExit()).isZero();

    Finished log =
        workshop.program().run("bus", "log", "--json", "--events", "--file", bus.log().toString());

    assertThat(log.exitCode()).isZero();
    assertThat(log.out().strip().lines())
        .extracting(line -> tree(line).path("event").asString())
        .containsExactly("send_start", "send_finish");
  }

  @Test
  void keepsNoPayloadsForPrivateChats() throws Exception {
    ServedBus bus = workshop.bus("--activity-payloads", "none");
    bus.client("agent:1").serve(_ -> Ack.ok("secret answer")).connect();
    send(bus.client("tg:1").connect(), "m1", "agent:1", "{\"text\":\"secret\"}");
    bus.process().terminate();
    assertThat(bus.process().awaitExit()).isZero();

    assertThat(
            Sqlite.ask(
                bus.log(),
                "select count(*), sum(ifnull(payload_json, '') like '%\"text\"%')"
                    + " from activity_log where message_id = 'm1'"))
        .containsExactly("4|0");
  }

  @Test
  void survivesARestartAndGoesOn() throws Exception {
    ServedBus first = workshop.bus();
    send(first.client("tg:1").connect(), "m1", "agent:2", "{}");
    first.process().terminate();
    assertThat(first.process().awaitExit()).isZero();

    ServedBus second = workshop.bus();
    send(second.client("tg:2").connect(), "m2", "agent:2", "{}");

    Finished log = second.bub("bus", "log", "--event", "send_start", "--json");
    assertThat(log.out().strip().lines())
        .extracting(line -> tree(line).path("messageId").asString())
        .isEqualTo(List.of("m1", "m2"));
  }

  private static void send(BusClient sender, String id, String to, String payload)
      throws Exception {
    sender.send(
        new Envelope(
            sender.clientId(), new Address(to), new MessageId(id), RawJson.parse(payload)));
  }
}
