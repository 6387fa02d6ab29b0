package bub.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.message.SpawnResult;
import bub.system.route.RouteRequest;
import bub.system.session.SessionStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits on running agents, and on the spawn requests of one chat. */
class SpawnLimitsTest {
  private static final int BURST = 10;

  @TempDir private Path directory;
  private Stage stage;

  @BeforeEach
  void setUp() throws Exception {
    stage = Stage.in(directory);
  }

  @AfterEach
  void tearDown() throws Exception {
    stage.close();
  }

  private void startWith(int agents, int spawnRequests) throws Exception {
    var limits =
        new SystemSettings.Limits(
            agents, spawnRequests, 4, Duration.ofDays(1), SystemSettings.WorkspaceRetention.KEEP);
    stage.with(settings -> settings.withLimits(limits)).start();
  }

  private static void assertRefused(Ack ack, String reason) {
    assertThat(ack.success()).isFalse();
    assertThat(ack.shouldRetry()).isTrue();
    assertThat(ack.retrySeconds()).isBetween(1, 60);
    assertThat(ack.message()).contains(reason);
    assertThat(ack.payload().fields().string("reason")).isEqualTo(reason);
  }

  @Test
  void pastTheLimitOfAgentsAChatIsToldToComeAgain() throws Exception {
    startWith(1, 0);
    Address agent = stage.chat("1").getsAnAgent();

    assertRefused(stage.chat("2").asks(), "max_agents");

    assertThat(stage.chat("1").getsAnAgent())
        .as("one that runs needs no new place")
        .isEqualTo(agent);
  }

  @Test
  void theLimitOfAgentsHoldsInABurst() throws Exception {
    startWith(2, 0);
    stage.puppets().hold();
    var chats = new ArrayList<TestChat>();
    for (int i = 0; i < BURST; i++) {
      chats.add(stage.chat("b" + i));
    }
    var acks = new ArrayList<Future<Ack>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      chats.forEach(chat -> acks.add(threads.submit(chat::asks)));
    }

    List<Ack> refused = acks.stream().map(Future::resultNow).filter(ack -> !ack.success()).toList();
    assertThat(refused).hasSize(BURST - 2).allSatisfy(ack -> assertRefused(ack, "max_agents"));
    stage.puppets().rise();
    await().until(() -> chats.stream().mapToInt(chat -> chat.count(SpawnResult.class)).sum() == 2);
  }

  @Test
  void aPlaceIsFreeAgainWhenAnAgentStopsOrCannotBeStarted() throws Exception {
    startWith(1, 0);
    TestChat first = stage.chat("1");
    Address agent = first.getsAnAgent();
    first.orders(new RouteRequest.StopSession(agent));
    assertThat(stage.session("1").status()).isEqualTo(SessionStatus.STOPPED);
    TestChat second = stage.chat("2");
    second.orders(new RouteRequest.StopSession(second.getsAnAgent()));

    Files.createFile(stage.stateDir().resolve("workspaces/terminal:3"));
    stage.chat("3").isRefusedAnAgent();

    assertThat(first.getsAnAgent()).isEqualTo(agent);
  }

  @Test
  void aChatThatAsksTooOftenIsToldHowLongToWaitAndOthersAreServed() throws Exception {
    startWith(10, 3);
    TestChat busy = stage.chat("1");
    for (int i = 0; i < 3; i++) {
      assertThat(busy.asks().success()).isTrue();
    }

    assertRefused(busy.asks(), "spawn_quota");

    assertThat(stage.chat("2").getsAnAgent()).isNotNull();
  }
}
