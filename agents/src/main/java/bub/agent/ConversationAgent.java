package bub.agent;

import bub.agent.tool.FileSandbox;
import bub.client.Backoff;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.ClientSettings;
import bub.client.ClientState;
import bub.client.MessageHandler;
import bub.client.NotConnected;
import bub.client.TimeSource;
import bub.client.agent.BestEffortEvents;
import bub.client.agent.StatusReporter;
import bub.client.transport.Connector;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.ClientInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Agent that answers one chat through a model; after a crash, the next one resumes its work. */
public final class ConversationAgent implements AutoCloseable {
  private static final int MAX_HANDLERS = 64;
  private static final Duration FAREWELL = Duration.ofSeconds(5);
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);

  private final AgentAssembly.Place place;
  private final AgentStores stores;
  private final List<Thread> threads;
  private final CompletableFuture<String> stopped;

  private ConversationAgent(
      AgentAssembly.Place place,
      AgentStores stores,
      List<Thread> threads,
      CompletableFuture<String> stopped) {
    this.place = place;
    this.stores = stores;
    this.threads = threads;
    this.stopped = stopped;
  }

  /** Returns before it is connected; throws {@link WorkspaceInUse}. */
  public static ConversationAgent start(AgentSettings settings)
      throws IOException, InterruptedException {
    return start(settings, ClientEnvironment.system());
  }

  static ConversationAgent start(AgentSettings settings, ClientEnvironment environment)
      throws IOException, InterruptedException {
    Workspace workspace = Workspace.open(settings.workspace(), environment.time());
    try {
      return start(settings, workspace, environment);
    } catch (IOException | InterruptedException | RuntimeException failed) {
      workspace.close();
      throw failed;
    }
  }

  private static ConversationAgent start(
      AgentSettings settings, Workspace workspace, ClientEnvironment environment)
      throws IOException, InterruptedException {
    var stopped = new CompletableFuture<String>();
    AgentAssembly.Place place = place(settings, workspace, environment, stopped);
    // In parallel; messages wait until the stores are open.
    var reception = new CompletableFuture<MessageHandler>();
    place.reporter().watch();
    place.client().serveEvery(envelope -> await(reception).handle(envelope)).start();
    try {
      var repairs = new RepairNotices(environment.time());
      AgentStores stores =
          AgentStores.open(workspace.state(), place.client(), environment, repairs);
      AgentAssembly wiring = AgentAssembly.of(place, stores);
      reception.complete(wiring.reception());
      place.reporter().ready();
      List<Thread> threads =
          List.of(
              Thread.ofVirtual().name("turns").start(wiring.turns()),
              Thread.ofVirtual().name("alarms").start(wiring.alarms()),
              Thread.ofVirtual()
                  .name("repairs")
                  .start(
                      () ->
                          repairs.deliver(settings.clientId(), place.config(), stores.replies())));
      return new ConversationAgent(place, stores, threads, stopped);
    } catch (IOException | InterruptedException | RuntimeException failed) {
      reception.complete(_ -> Ack.retryIn(1, "the agent could not start"));
      place.client().close();
      throw failed;
    }
  }

  private static AgentAssembly.Place place(
      AgentSettings settings,
      Workspace workspace,
      ClientEnvironment environment,
      CompletableFuture<String> stopped)
      throws IOException {
    BusClient client = client(settings, environment, stopped);
    var aside = new BestEffortEvents(client);
    return new AgentAssembly.Place(
        settings,
        workspace,
        WorkspaceConfig.open(workspace.config(), settings.talkto()),
        SystemPrompt.open(workspace.prompt(), settings.clientId()),
        FileSandbox.in(workspace.data()),
        client,
        new StatusReporter(client, aside, environment),
        aside,
        environment);
  }

  private static <T> T await(CompletableFuture<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static BusClient client(
      AgentSettings settings, ClientEnvironment environment, CompletableFuture<String> stopped) {
    var identity =
        ClientSettings.of(settings.bus(), settings.clientId())
            .withClientInfo(new ClientInfo("bub-agent", ClientInfo.VERSION, settings.starters()))
            .withToken(settings.token())
            // A tool call waits for another agent, which may need as long as a turn.
            .withCallTimeout(settings.limits().timeouts().turn())
            .withMaxHandlers(MAX_HANDLERS)
            .withReconnect(Backoff.WATCHED);
    Connector connector = settings.connector().apply(identity.url(), identity.connectTimeout());
    return new BusClient(identity, connector, environment)
        .onState(
            state -> {
              if (state instanceof ClientState.Stopped(String reason)) {
                stopped.complete(reason);
              }
            });
  }

  public AgentState state() {
    return place.state();
  }

  public void awaitConnected(Duration atMost) throws NotConnected, InterruptedException {
    place.client().awaitConnected(atMost);
  }

  /** Runs a task when the agent has had no connection to the bus for this long. */
  public void whenCutOff(Duration limit, Runnable task) {
    Thread.ofPlatform()
        .daemon()
        .name("cut-off")
        .start(
            () -> {
              long lastSeen = System.nanoTime() + limit.toNanos(); // the first time takes longer
              try {
                while (System.nanoTime() - lastSeen < limit.toNanos()) {
                  TimeSource.system().sleep(LOOK_EVERY);
                  if (place.client().state() instanceof ClientState.Connected) {
                    lastSeen = System.nanoTime();
                  }
                }
                task.run();
              } catch (InterruptedException nobodyDoesThat) {
                Thread.currentThread().interrupt();
              }
            });
  }

  /** Returns the reason. */
  public String awaitStopped() throws InterruptedException {
    return await(stopped);
  }

  @Override
  public void close() throws IOException {
    threads.forEach(Thread::interrupt);
    try {
      for (Thread thread : threads) {
        thread.join(FAREWELL);
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    place.client().close();
    try (var _ = place.workspace()) {
      stores.close();
    }
  }

  /** {@code talkto} is null until one is configured. */
  record AgentState(Address clientId, @Nullable Address talkto, Path workspace) {}

  /** Thrown because two agents in a workspace would answer every message twice. */
  public static final class WorkspaceInUse extends IOException {
    private static final long serialVersionUID = 1L;

    WorkspaceInUse(Path workspace) {
      super(
          workspace + " is in use by another agent. Stop that agent, or choose another directory.");
    }
  }
}
