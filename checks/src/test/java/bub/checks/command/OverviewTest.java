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
import bub.testkit.BubProgram.Finished;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** {@code bub status} shows the running parts on one screen. */
class OverviewTest {
  private static final String SESSIONS =
      """
      {"total":3,"sessions":[
       {"client_id":"agent:worker-1","talkto":"term:1","status":"running",
        "uptime_seconds":125,"memory_bytes":89128960},
       {"client_id":"agent:worker-2","talkto":"tg:2","status":"spawning"},
       {"client_id":"agent:worker-3","talkto":"tg:3","status":"stopped"}]}
      """;

  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void showsTheBusItsMessagesAndItsLobby() throws Exception {
    ServedBus bus = workshop.bus();
    bus.client("agent:worker").serve(_ -> Ack.ok("done")).connect().subscribe("work:*");
    BusClient sender = bus.client("tg:7").connect();
    sender.send(new Address("agent:worker"), RawJson.EMPTY_OBJECT);
    sender.send(new Address("nobody:1"), RawJson.EMPTY_OBJECT);

    Finished status = bus.bub("status");

    assertThat(status.exitCode()).as(status.err()).isZero();
    assertThat(status.out())
        .containsPattern(
            "bub is up  %s  bus-[0-9a-f]+, pid %d, up \\d+ s"
                .formatted(bus.url(), bus.process().pid()))
        .containsPattern("peers +2, 3 subscriptions, heap \\d+ MiB")
        .containsPattern(
            "messages +2 accepted, 0 refused, 0 in flight; deliveries: 1 ok, 0 failed, 1 without a"
                + " recipient")
        .containsPattern("log +\\d+ events written, none lost")
        .containsPattern("lobby +no agents, 0 online")
        .doesNotContain("sessions");
  }

  @Test
  void askingDoesNotLeaveATraceWhenThereIsNoSystemAgent() throws Exception {
    ServedBus bus = workshop.bus();

    bus.bub("status");

    assertThat(bus.bub("bus", "log", "--to", "system:route").out()).isBlank();
  }

  @Test
  void showsTheSessionsThatASystemAgentTells() throws Exception {
    ServedBus bus = workshop.bus();
    systemAgent(bus, SESSIONS);

    Finished status = bus.bub("status");

    assertThat(status.out())
        .containsPattern("sessions +2 of 3 active")
        .containsPattern("● agent:worker-1 +term:1 +running 2 min, 85 MiB")
        .containsPattern("○ agent:worker-2 +tg:2 +spawning")
        .doesNotContain("agent:worker-3");
  }

  @Test
  void aSystemAgentOfAnotherKindDoesNoHarm() throws Exception {
    ServedBus bus = workshop.bus();
    systemAgent(bus, "{\"sessions\":\"many\"}");

    Finished status = bus.bub("status");

    assertThat(status.exitCode()).isZero();
    assertThat(status.out()).contains("bub is up").doesNotContain("sessions");
  }

  @Test
  void scriptsGetJson() throws Exception {
    ServedBus bus = workshop.bus();
    systemAgent(bus, SESSIONS);

    JsonNode status = tree(bus.bub("status", "--json").out());

    assertThat(status.propertyNames())
        .containsExactly("url", "serverId", "pid", "startedAt", "peers", "metrics", "sessions");
    assertThat(status.path("pid").asLong()).isEqualTo(bus.process().pid());
    assertThat(status.path("peers").asInt()).isEqualTo(1);
    assertThat(status.path("metrics").path("peers").asInt()).isEqualTo(2);
    assertThat(status.path("sessions").path("total").asInt()).isEqualTo(3);
  }

  @Test
  void looksIntoALockedBusWithThisUsersOwnToken() throws Exception {
    ServedBus bus = workshop.bus();
    String run = bus.runDir().toString();
    workshop.program().run("token", "create", "--client-id", "agent:x", "--run-dir", run);

    // A running bus notices the lock within a moment; with and without it the token lets us in.
    Eventually.holds(() -> assertThat(bus.bub("status").exitCode()).isEqualTo(69));
    assertThat(bus.bub("status", "--run-dir", run).out()).contains("bub is up");
  }

  @Test
  void exitsWith69WhenThereIsNoBus() throws Exception {
    ServedBus bus = workshop.bus();
    bus.process().kill();

    Finished status = bus.bub("status");

    assertThat(status.exitCode()).isEqualTo(69);
    assertThat(status.err()).contains("bub up");
    assertThat(status.out()).isBlank();
  }

  private static void systemAgent(ServedBus bus, String answer) throws Exception {
    RawJson sessions = RawJson.parse(answer);
    bus.client("agent:system")
        .serve("sessions_list", _ -> Ack.ok("sessions", sessions))
        .connect()
        .subscribe("system:route");
  }
}
