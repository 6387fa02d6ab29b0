package bub.gateway.mcpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.client.TimeSource;
import bub.client.lobby.LobbyClient;
import bub.client.lobby.LobbyToken;
import bub.gateway.DoorScene;
import bub.gateway.mcpclient.McpServerStatus.Phase;
import bub.gateway.mcpclient.config.ElicitationMode;
import bub.gateway.mcpclient.config.McpServerEntry;
import bub.gateway.mcpclient.config.McpServerEntry.OAuthClient;
import bub.gateway.mcpclient.config.McpServerEntry.Program;
import bub.gateway.mcpclient.config.McpServerEntry.Remote;
import bub.gateway.mcpclient.config.McpServerEntry.Target;
import bub.gateway.mcpclient.transport.HttpAuthorizer;
import bub.gateway.mcpclient.transport.PlainLauncher;
import bub.protocol.Address;
import bub.protocol.lobby.Discovery;
import bub.testkit.FakeHttpMcpServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Life of one server, with a clock that the test moves. */
class McpServerSupervisorTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir Path directory;
  private final SteppedTime time = new SteppedTime();
  private final AtomicReference<@Nullable McpServerStatus> status = new AtomicReference<>();
  private final List<AutoCloseable> opened = new ArrayList<>();
  private volatile Runnable atEachStart = () -> {};
  private FakeHttpMcpServer server;

  @BeforeEach
  void start() throws Exception {
    server = new FakeHttpMcpServer();
    server.keepStreams();
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable one : opened.reversed()) {
      one.close();
    }
    server.close();
  }

  private DoorScene bus() throws Exception {
    var scene = new DoorScene(directory);
    opened.add(scene);
    return scene;
  }

  private void supervise(Target target, @Nullable DoorScene bus) {
    var supervisor =
        new McpServerSupervisor(
            new McpServerEntry("files", target, false, SOON, List.of(), ElicitationMode.REFUSE),
            new McpConnections(
                directory.resolve("mcp"),
                new PlainLauncher(),
                (_, _) -> {
                  atEachStart.run();
                  return HttpAuthorizer.NONE;
                },
                TimeSource.system()),
            new Identities(bus),
            time.environment(),
            SOON,
            status::set);
    opened.add(supervisor);
    supervisor.start();
  }

  private record Identities(@Nullable DoorScene bus) implements McpServerIdentities {
    @Override
    public BusClient client(Address server) {
      if (bus == null) {
        throw new AssertionError("no server came so far");
      }
      return bus.client(server.value(), null);
    }

    @Override
    public LobbyToken lobbyToken(Address server) {
      return LobbyToken.inMemory();
    }

    @Override
    public void release(Address server) {}
  }

  private Remote remote() {
    return new Remote(server.url(), Map.of(), OAuthClient.NONE);
  }

  private McpServerStatus awaitOnline() {
    return await()
        .atMost(SOON)
        .until(status::get, state -> state != null && state.phase() == Phase.ONLINE);
  }

  private static List<String> names(LobbyClient caller) throws Exception {
    return caller.discover(Discovery.byName("*")).found().stream()
        .flatMap(service -> service.capabilities().stream())
        .map(capability -> capability.fields().string("name"))
        .toList();
  }

  private static void awaitTool(LobbyClient caller, String name) {
    await().atMost(SOON).until(() -> names(caller).contains(name));
  }

  private List<Long> waits(int count) throws InterruptedException {
    var waits = new ArrayList<Long>();
    for (int i = 0; i < count; i++) {
      waits.add(time.passNextSleep().toMillis());
    }
    return waits;
  }

  @Test
  void waitsLongerAfterEachFailure() throws Exception {
    server.close();
    supervise(remote(), null);
    assertThat(waits(9))
        .containsExactly(
            1_250L, 2_250L, 4_250L, 8_250L, 16_250L, 32_250L, 60_250L, 60_250L, 60_250L);
    assertThat(status.get()).isNotNull();
  }

  @Test
  void waitsAShortTimeAfterAServerThatLivedForAWhile() throws Exception {
    server.close();
    supervise(remote(), null);
    assertThat(waits(3)).containsExactly(1_250L, 2_250L, 4_250L);
    atEachStart = () -> time.advance(Duration.ofSeconds(61));
    assertThat(waits(4)).endsWith(1_250L, 1_250L);
  }

  @Test
  void waitsForAChangeOfTheSettings() throws Exception {
    supervise(new Program(List.of("no-such-program-anywhere"), Map.of(), null), null);
    assertThat(waits(3)).containsExactly(15_000L, 15_000L, 15_000L);
  }

  @Test
  void theLobbyShowsAChangedListAtOnceAndLimitsTheRateOfMore() throws Exception {
    DoorScene bus = bus();
    LobbyClient caller = bus.provider("agent:caller");
    supervise(remote(), bus);
    awaitOnline();
    await().atMost(SOON).until(() -> server.streams() == 1);

    server.tools(FakeHttpMcpServer.tool("ask"), FakeHttpMcpServer.tool("more"));
    server.announceTools();
    awaitTool(caller, "files.more"); // while the clock stands still

    server.tools(FakeHttpMcpServer.tool("other"));
    server.announceTools();
    assertThat(time.passNextSleep()).isLessThan(Duration.ofSeconds(1));
    awaitTool(caller, "files.other");
    assertThat(names(caller)).containsExactly("files.other");
  }

  @Test
  void aServerWithMoreContractsThanFitOffersWhatFits() throws Exception {
    String text = "d".repeat(8_000);
    server.tools(
        FakeHttpMcpServer.tools(
            name ->
                "{\"name\":\"%s\",\"description\":\"%s\",\"inputSchema\":{\"type\":\"object\"}}"
                    .formatted(name, text),
            256));
    DoorScene bus = bus();
    LobbyClient caller = bus.provider("agent:caller");
    supervise(remote(), bus);
    McpServerStatus online = awaitOnline();
    assertThat(online.tools()).isBetween(200, 255);
    assertThat(online.remark()).contains("do not fit into the lobby");
    assertThat(names(caller)).contains("files.t0");
  }

  @Test
  void theStateNamesUnusableTools() throws Exception {
    server.tools(FakeHttpMcpServer.tool("ask"), "{\"name\":\"bad\"}");
    supervise(remote(), bus());
    McpServerStatus online = awaitOnline();
    assertThat(online.tools()).isEqualTo(1);
    assertThat(online.remark()).startsWith("1 tool is unusable");
  }
}
