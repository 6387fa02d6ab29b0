package bub.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatId;
import bub.protocol.message.RouteAssigned;
import bub.protocol.message.SpawnResult;
import bub.protocol.trace.Causality;
import bub.system.route.RouteRequest;
import bub.system.route.RouteRequest.Route;
import bub.system.session.AgentSession;
import bub.system.session.ChatKey;
import bub.system.session.SessionStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpawnTest {
  @TempDir private Path directory;
  private Stage stage;

  @BeforeEach
  void setUp() throws Exception {
    stage = Stage.in(directory);
    stage.start();
  }

  @AfterEach
  void tearDown() throws Exception {
    stage.close();
  }

  @Test
  void aChatThatAsksGetsAnAgentThatIsConnected() throws Exception {
    TestChat chat = stage.chat("1");

    Ack ack = chat.asks();
    assertThat(ack.success()).isTrue();
    assertThat(ack.message()).isEqualTo("spawning");

    RouteAssigned route = chat.awaitRoute();
    Address agent = route.agentId();
    assertThat(agent.value()).matches("agent:worker-[a-z0-9]{6,10}");
    assertThat(chat.heard())
        .containsExactly(
            new SpawnResult.Running(agent),
            new RouteAssigned(new ChatId("1"), new Channel("terminal"), agent));
    assertThat(chat.tells(agent, "good day").success()).isTrue();
    assertThat(stage.workspace("1").resolve("data/said")).hasContent("good day");
  }

  @Test
  void theAnswerNamesTheRequestAsItsCause() throws Exception {
    TestChat chat = stage.chat("1");
    chat.getsAnAgent();
    chat.awaitRoute();
    assertThat(chat.causes()).hasSize(2).doesNotContain(Causality.NONE);
    assertThat(chat.causes().getFirst()).isEqualTo(chat.causes().getLast());
  }

  @Test
  void theSessionIsInTheFileAsDocumented() throws Exception {
    Address agent = stage.chat("1").getsAnAgent();

    AgentSession session = stage.session("1");
    assertThat(session.clientId()).isEqualTo(agent);
    assertThat(session.status()).isEqualTo(SessionStatus.RUNNING);
    assertThat(session.talkto()).isEqualTo(new Address("term:1"));
    assertThat(session.workspace()).isEqualTo(stage.runDir() + "/workspaces/terminal:1");
    assertThat(session.life().stoppedAt()).isNull();
    String name = agent.value().substring("agent:".length());
    assertThat(stage.runDir().resolve("sessions.json"))
        .content()
        .startsWith("{\"version\":\"1.0\",\"updated_at\":\"")
        .contains(
            "\"sessions\":{\"" + agent + "\":{\"client_id\":\"" + agent + "\",\"chat_id\":\"1\"",
            "\"channel\":\"terminal\",\"talkto\":\"term:1\"",
            "\"systemd_unit\":\"bub-agent-" + name + "\",\"status\":\"running\"");
  }

  @Test
  void theWorkspaceIsTheAgentsOwn() throws Exception {
    Address agent = stage.chat("1").getsAnAgent();

    Path workspace = stage.runDir().resolve("workspaces/terminal:1");
    assertThat(workspace.toRealPath()).isEqualTo(stage.workspace("1").toRealPath());
    for (String part : List.of("", "data", "logs")) {
      assertThat(
              PosixFilePermissions.toString(Files.getPosixFilePermissions(workspace.resolve(part))))
          .isEqualTo("rwx------");
    }
    assertThat(workspace.resolve("config.json")).content().contains(agent.value());
    assertThat(workspace.resolve("logs/agent.log"))
        .content()
        .contains("started as " + agent + " for term:1", "model echo/test", "terminal:1");
  }

  @Test
  void anAgentThatRunsIsGivenAgain() throws Exception {
    TestChat chat = stage.chat("1");
    Address agent = chat.getsAnAgent();
    long pid = stage.process("1").pid();

    Ack ack = chat.asks();

    assertThat(ack.message()).isEqualTo("running");
    await().until(() -> chat.count(RouteAssigned.class) == 2);
    assertThat(stage.session("1").clientId()).isEqualTo(agent);
    assertThat(stage.process("1").pid()).isEqualTo(pid);
  }

  @Test
  void manyRequestsForOneChatGiveOneAgentAndAnAnswerEach() throws Exception {
    TestChat chat = stage.chat("1");
    var acks = new ArrayList<Future<Ack>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 20; i++) {
        acks.add(threads.submit(chat::asks));
      }
    }

    assertThat(acks).allSatisfy(ack -> assertThat(ack.get().success()).isTrue());
    await()
        .until(() -> chat.count(SpawnResult.class) == 20 && chat.count(RouteAssigned.class) == 20);
    assertThat(chat.heard()).containsOnly(chat.heard().get(0), chat.awaitRoute());
    assertThat(stage.countProcesses(stage.session("1").clientId())).isEqualTo(1);
  }

  @Test
  void anAnswerWaitsForAChatThatIsAway() throws Exception {
    TestChat chat = stage.chat("1");
    chat.asks();
    chat.close();
    stage.awaitSession("1", SessionStatus.RUNNING);

    TestChat returned = stage.chat("1");

    assertThat(returned.awaitRoute().agentId()).isEqualTo(stage.session("1").clientId());
  }

  @Test
  void aRouteIsToldAndNeverSpawns() throws Exception {
    TestChat chat = stage.chat("1");
    var query = new RouteRequest.RouteQuery(new ChatKey(new Channel("terminal"), new ChatId("1")));

    assertThat(chat.orders(query)).hasToString("{\"agent_id\":null}");
    assertThat(stage.workspace("1")).doesNotExist();

    Address agent = chat.getsAnAgent();
    assertThat(Route.read(chat.orders(query))).isEqualTo(new Route(agent, "running"));
  }
}
