package bub.system;

import bub.client.Backoff;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.ClientSettings;
import bub.client.NoAnswer;
import bub.client.NotConnected;
import bub.client.transport.Connector;
import bub.client.transport.WebSocketConnector;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.ClientInfo;
import bub.protocol.Envelope;
import bub.protocol.budget.BudgetRequest;
import bub.protocol.trace.Step;
import bub.protocol.trace.TraceNotice;
import bub.system.SystemContext.AgentSlots;
import bub.system.SystemContext.BusConnection;
import bub.system.budget.BudgetKeeper;
import bub.system.route.RouteRequest;
import bub.system.session.AgentSession;
import bub.system.session.SessionStore;
import bub.system.spawn.Spawner;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Peer {@code agent:system}, which starts agents that outlive it; the next one adopts them. */
public final class SystemAgent implements AutoCloseable {
  public static final Address ADDRESS = new Address("agent:system");
  public static final Address SPAWN = new Address("system:spawn");

  private static final Logger LOG = LoggerFactory.getLogger(SystemAgent.class);
  private static final Duration TIDY_EVERY = Duration.ofMinutes(1);

  private final RunLock lock;
  private final SystemContext context;
  private final AgentSupervisors supervisors;
  private final BudgetKeeper budgets;
  private final Thread nodeLosses;
  private final Thread housekeeping = Thread.ofVirtual().name("tidy").unstarted(this::tidy);

  private SystemAgent(RunLock lock, SystemContext context, BudgetKeeper budgets) {
    this.lock = lock;
    this.context = context;
    this.budgets = budgets;
    this.supervisors = new AgentSupervisors(context);
    this.nodeLosses =
        Thread.ofVirtual()
            .name("node-losses")
            .unstarted(new NodeLosses(context, supervisors, System::nanoTime));
  }

  /** {@code close} also closes the spawner. */
  public static SystemAgent start(
      SystemSettings settings, Spawner spawner, SessionTokens credentials) throws IOException {
    var connector =
        WebSocketConnector.to(settings.bus())
            .within(ClientSettings.of(settings.bus(), ADDRESS).connectTimeout());
    return start(settings, spawner, credentials, connector, ClientEnvironment.system());
  }

  /** Adopts running agents and returns before it is connected; allows one per run directory. */
  public static SystemAgent start(
      SystemSettings settings,
      Spawner spawner,
      SessionTokens credentials,
      Connector connector,
      ClientEnvironment environment)
      throws IOException {
    Files.createDirectories(settings.runDir());
    Files.createDirectories(settings.stateDir());
    RunLock lock = RunLock.take(settings.runDir());
    try {
      var client =
          new BusClient(
              ClientSettings.of(settings.bus(), ADDRESS)
                  .withClientInfo(new ClientInfo("bub-system-agent", ClientInfo.VERSION))
                  .withToken(settings.token())
                  .withReconnect(Backoff.WATCHED),
              connector,
              environment);
      var context =
          new SystemContext(
              settings,
              SessionStore.open(settings.runDir(), environment.time()),
              new WorkspaceStore(settings.runDir(), settings.workspaces().directory()),
              spawner,
              credentials,
              client,
              new BusConnection(environment.time()),
              new NodeContact(
                  client, settings.workspaces().nodeLoss().takesOver(), System::nanoTime),
              environment,
              new AgentSlots(settings.limits().agents()),
              new Semaphore(settings.limits().startsAtOnce()));
      BudgetKeeper budgets =
          BudgetKeeper.open(
              settings.stateDir(), environment.time(), agent -> chatOf(context, agent));
      try {
        return new SystemAgent(lock, context, budgets).begin();
      } catch (IOException failed) {
        budgets.close();
        throw failed;
      }
    } catch (IOException failed) {
      lock.close();
      throw failed;
    }
  }

  private static @Nullable Address chatOf(SystemContext context, Address agent) {
    AgentSession session = context.sessions().find(agent);
    return session == null ? null : session.talkto();
  }

  private SystemAgent begin() throws IOException {
    context.workspaces().open();
    supervisors.resume();
    BusClient client = context.client();
    client.onState(context.line());
    var handler = new SystemMessageHandler(context, supervisors);
    client.serveEvery(envelope -> handle(handler, envelope));
    try {
      client.subscribe(SPAWN.value());
      client.subscribe(RouteRequest.ADDRESS.value());
      client.subscribe(BudgetRequest.ADDRESS.value());
      client.subscribe(Step.ADDRESS.value());
      client.subscribe(TraceNotice.ADDRESS.value());
    } catch (RpcException | NoAnswer | InterruptedException onlyOnceConnected) {
      throw new IllegalStateException(onlyOnceConnected);
    }
    client.start();
    housekeeping.start();
    nodeLosses.start();
    return this;
  }

  private Ack handle(SystemMessageHandler handler, Envelope envelope) throws InterruptedException {
    if (envelope.to().equals(BudgetRequest.ADDRESS)) {
      return budgets.answer(envelope);
    }
    return envelope.to().equals(Step.ADDRESS) ? budgets.note(envelope) : handler.handle(envelope);
  }

  public void awaitConnected(Duration atMost) throws NotConnected, InterruptedException {
    context.client().awaitConnected(atMost);
  }

  private void tidy() {
    try {
      while (true) {
        context.time().sleep(TIDY_EVERY);
        supervisors.tidy(context.now().minus(context.settings().limits().retention()));
        writeBook();
      }
    } catch (InterruptedException closing) {
      LOG.debug("Stopped the cleanup of sessions");
    }
  }

  /** Retries writes that failed earlier, for example on a full disk. */
  private void writeBook() {
    try {
      context.sessions().write();
    } catch (IOException failed) {
      LOG.error("Could not write sessions.json", failed);
    }
  }

  /** Waits until all have stopped; refuses new starts. */
  public void stopAgents() {
    supervisors.stopAll("the system agent is shutting down");
  }

  /** Agents keep running, and the next system agent adopts them. */
  @Override
  public void close() {
    housekeeping.interrupt();
    nodeLosses.interrupt();
    context.client().close();
    try {
      supervisors.leaveAlone();
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    context.spawner().close();
    writeBook();
    try (lock;
        budgets) {
      LOG.debug("Closing the ledger of the budgets");
    } catch (IOException gone) {
      LOG.debug("Could not release the lock", gone);
    }
  }

  /** Lock for one system agent per run directory; the kernel releases it when the process ends. */
  private record RunLock(FileChannel channel) implements AutoCloseable {

    static RunLock take(Path runDir) throws IOException {
      FileChannel channel =
          FileChannel.open(
              runDir.resolve("system-agent.lock"),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE);
      try {
        FileLock lock = channel.tryLock();
        if (lock != null) {
          return new RunLock(channel);
        }
      } catch (OverlappingFileLockException inThisProcess) {
        // Treated like a lock of another process.
      }
      channel.close();
      throw new IOException("a system agent already runs in " + runDir);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
