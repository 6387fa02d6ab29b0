package bub.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.message.AgentEvent;
import bub.system.route.RouteRequest;
import bub.system.route.SessionList;
import bub.system.route.SessionReport;
import bub.system.session.SessionStatus;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionRequestsTest {
  @TempDir private Path directory;
  private Stage stage;
  private BusClient operator;

  @BeforeEach
  void setUp() throws Exception {
    stage = Stage.in(directory);
    stage.start();
    operator = join("cli:1");
  }

  @AfterEach
  void tearDown() throws Exception {
    operator.close();
    stage.close();
  }

  private BusClient join(String clientId) throws Exception {
    return BusClient.of(ClientSettings.of(stage.bus().url(), new Address(clientId))).connect();
  }

  private static Ack order(BusClient who, RouteRequest request) throws Exception {
    return who.send(RouteRequest.ADDRESS, request).acks().getFirst();
  }

  private SessionReport report(RouteRequest request) throws Exception {
    Ack ack = order(operator, request);
    assertThat(ack.success()).as(ack.message()).isTrue();
    return SessionList.read(ack.payload()).sessions().getFirst();
  }

  @Test
  void listsWhatThereIs() throws Exception {
    assertThat(SessionList.read(order(operator, new RouteRequest.ListSessions()).payload()))
        .isEqualTo(new SessionList(List.of(), 0));
    Address agent = stage.chat("1").getsAnAgent();

    SessionReport report = report(new RouteRequest.ListSessions());

    assertThat(report.session().clientId()).isEqualTo(agent);
    assertThat(report.session().status()).isEqualTo(SessionStatus.RUNNING);
    assertThat(report.session().log()).endsWith("terminal:1/logs/agent.log");
    assertThat(report.memoryBytes()).isGreaterThan(100_000);
    assertThat(report.uptimeSeconds()).isBetween(0L, 600L);
  }

  @Test
  void stopsAnAgentWithAllItsProcesses() throws Exception {
    TestChat chat = stage.chat("1");
    Address agent = chat.getsAnAgent();
    ProcessHandle process = stage.process("1");
    long child = Long.parseLong(chat.tells(agent, "have a child").message());

    SessionReport report = report(new RouteRequest.StopSession(agent));

    assertThat(report.session().status()).isEqualTo(SessionStatus.STOPPED);
    assertThat(report.memoryBytes()).isZero();
    assertThat(Processes.isAlive(process.pid())).isFalse();
    assertThat(Processes.isAlive(child)).isFalse();
    assertThat(chat.awaitEvent(AgentEvent.Kind.STOPPED, "reason")).contains("by request");
    assertThat(stage.session("1").status()).isEqualTo(SessionStatus.STOPPED);
  }

  @Test
  void restartsAnAgent() throws Exception {
    TestChat chat = stage.chat("1");
    Address agent = chat.getsAnAgent();
    ProcessHandle first = stage.process("1");

    SessionReport report = report(new RouteRequest.RestartSession(agent));

    assertThat(report.session().status()).isEqualTo(SessionStatus.RUNNING);
    assertThat(stage.process("1")).isNotEqualTo(first);
    assertThat(chat.finds(agent)).isTrue();
  }

  @Test
  void onlyOperatorsAndItsOwnChatMayStopAnAgent() throws Exception {
    TestChat chat = stage.chat("1");
    Address agent = chat.getsAnAgent();
    var stop = new RouteRequest.StopSession(agent);
    for (String stranger : List.of("agent:worker-zzzzzz", "api:mail", "agent:consoles")) {
      try (BusClient other = join(stranger)) {
        assertOnlyForOperators(other, stop);
        assertOnlyForOperators(other, new RouteRequest.RestartSession(agent));
        assertOnlyForOperators(other, new RouteRequest.ListSessions());
      }
    }
    assertThat(stage.chat("2").send(RouteRequest.ADDRESS, stop).success()).isFalse();
    assertThat(stage.process("1").isAlive()).isTrue();

    assertThat(chat.send(RouteRequest.ADDRESS, stop).success()).isTrue();
  }

  private static void assertOnlyForOperators(BusClient other, RouteRequest request) {
    assertThatThrownBy(() -> order(other, request))
        .isInstanceOf(RpcException.class)
        .hasMessageContaining("only operators");
  }

  @Test
  void aChatSeesItsOwnSessionOnly() throws Exception {
    TestChat chat = stage.chat("1");
    Address agent = chat.getsAnAgent();
    stage.chat("2").getsAnAgent();

    SessionList seen = SessionList.read(chat.orders(new RouteRequest.ListSessions()));

    assertThat(seen.total()).isEqualTo(1);
    assertThat(seen.sessions()).extracting(one -> one.session().clientId()).containsExactly(agent);
    assertThat(stage.chat("3").orders(new RouteRequest.ListSessions()))
        .isEqualTo(new SessionList(List.of(), 0).toRaw());
  }

  @Test
  void peopleMayStopAnAgentThroughTheConsole() throws Exception {
    Address agent = stage.chat("1").getsAnAgent();
    try (BusClient console = join("agent:console")) {
      assertThat(order(console, new RouteRequest.StopSession(agent)).success()).isTrue();
    }
    assertThat(stage.session("1").status()).isEqualTo(SessionStatus.STOPPED);
  }

  @Test
  void anAgentThatIsNotKnownCannotBeStopped() throws Exception {
    Ack ack = order(operator, new RouteRequest.StopSession(new Address("agent:worker-nobody1")));

    assertThat(ack.success()).isFalse();
    assertThat(ack.message()).contains("no session of agent:worker-nobody1");
  }
}
