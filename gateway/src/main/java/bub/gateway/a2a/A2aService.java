package bub.gateway.a2a;

import bub.client.ClientEnvironment;
import bub.client.TimeSource;
import bub.client.lobby.LobbyClient;
import bub.gateway.a2a.net.OutgoingAddresses;
import bub.gateway.a2a.push.WebhookSender;
import bub.gateway.a2a.store.A2aTaskStore;
import bub.gateway.a2a.task.A2aTasks;
import bub.gateway.a2a.task.AgentTaskRunner;
import bub.gateway.a2a.task.CapabilityTaskRunner;
import bub.gateway.a2a.task.InterruptedCalls;
import bub.gateway.a2a.task.TaskRecovery;
import bub.gateway.caller.CallerCheck;
import bub.gateway.chat.AgentChats;
import bub.gateway.chat.AgentRoster;
import bub.gateway.lobby.CallerLobby;
import bub.gateway.lobby.CapabilityCatalog;
import bub.protocol.lobby.Capability;
import bub.store.PrivateDirectory;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The A2A door with its tasks, their store and their webhooks. */
public final class A2aService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(A2aService.class);
  private static final Duration SWEEP = Duration.ofMinutes(1);

  private final A2aTaskStore store;
  private final WebhookSender webhooks;
  private final A2aTasks tasks;
  private final InterruptedCalls interrupted;
  private final A2aDoor door;
  private final Thread sweeper;

  private A2aService(
      A2aTaskStore store,
      WebhookSender webhooks,
      A2aTasks tasks,
      InterruptedCalls interrupted,
      A2aDoor door,
      TimeSource time) {
    this.store = store;
    this.webhooks = webhooks;
    this.tasks = tasks;
    this.interrupted = interrupted;
    this.door = door;
    this.sweeper = Thread.ofVirtual().name("a2a-sweep").unstarted(() -> sweep(time));
  }

  /** Opens the store and continues its tasks; call it before the gateway connects. */
  public static A2aService open(
      LobbyClient lobby,
      CallerCheck callers,
      AgentChats chats,
      AgentRoster agents,
      ClientEnvironment environment,
      A2aSettings settings)
      throws IOException, InterruptedException {
    PrivateDirectory.create(settings.directory());
    var addresses = OutgoingAddresses.byDns(settings.allowsPrivate());
    A2aTaskStore store = A2aTaskStore.open(settings.tasks());
    try {
      WebhookSender webhooks =
          WebhookSender.open(store, addresses, settings.webhookSecret(), environment.time());
      var tasks = new A2aTasks(store, settings.limits(), environment.time(), webhooks::wake);
      var agentTasks = new AgentTaskRunner(tasks, chats);
      var capabilityTasks =
          new CapabilityTaskRunner(tasks, new CallerLobby(callers.links(), environment));
      var catalog = new CapabilityCatalog(lobby, System::nanoTime, Capability::name);
      var interrupted =
          new InterruptedCalls(
              tasks, capabilityTasks, lobby, catalog, callers::isLocked, environment.time());
      TaskRecovery.run(tasks, agentTasks, interrupted);
      var operations =
          new A2aOperations(
              tasks,
              agentTasks,
              capabilityTasks,
              agents,
              new PushConfigs(store, addresses),
              chats.timeouts().answer());
      var service =
          new A2aService(
              store,
              webhooks,
              tasks,
              interrupted,
              new A2aDoor(callers, agents, new AgentCards(catalog), operations, interrupted),
              environment.time());
      webhooks.start();
      service.sweeper.start();
      interrupted.start();
      return service;
    } catch (IOException | InterruptedException | RuntimeException failed) {
      store.close();
      throw failed;
    }
  }

  private void sweep(TimeSource time) {
    try {
      while (true) {
        time.sleep(SWEEP);
        try {
          tasks.sweep();
        } catch (IOException broken) {
          LOG.warn("Old tasks were not removed: {}", broken.getMessage());
        }
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  public A2aDoor door() {
    return door;
  }

  @Override
  public void close() {
    sweeper.interrupt();
    interrupted.close();
    webhooks.close();
    try {
      store.close();
    } catch (IOException failed) {
      LOG.warn("The store of the tasks was not closed: {}", failed.getMessage());
    }
  }
}
