package bub.system;

import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.TimeSource;
import bub.system.session.SessionStore;
import bub.system.spawn.Spawner;
import java.time.Instant;
import java.util.concurrent.Semaphore;

/**
 * What all guardians work with.
 *
 * @param slots a place for each agent that may run
 * @param starts a place for each agent that may be starting
 */
record SystemContext(
    SystemSettings settings,
    SessionStore book,
    WorkspaceStore workspaces,
    Spawner spawner,
    SessionTokens credentials,
    BusClient client,
    BusConnection line,
    ClientEnvironment environment,
    AgentSlots slots,
    Semaphore starts) {

  TimeSource time() {
    return environment.time();
  }

  Instant now() {
    return environment.time().now();
  }
}
