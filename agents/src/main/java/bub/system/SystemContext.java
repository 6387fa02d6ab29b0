package bub.system;

import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.TimeSource;
import bub.system.session.SessionStore;
import bub.system.spawn.Spawner;
import java.time.Instant;
import java.util.concurrent.Semaphore;

/**
 * Dependencies of all supervisors.
 *
 * @param slots slots for agents that run or start
 * @param starts permits for agents that start at the same time
 */
record SystemContext(
    SystemSettings settings,
    SessionStore sessions,
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
