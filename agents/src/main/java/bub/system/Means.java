package bub.system;

import bub.client.BusClient;
import bub.client.Surroundings;
import bub.client.Time;
import bub.system.session.SessionBook;
import bub.system.spawn.Spawner;
import java.time.Instant;
import java.util.concurrent.Semaphore;

/**
 * What all guardians work with.
 *
 * @param slots a place for each agent that may run
 * @param starts a place for each agent that may be starting
 */
record Means(
    SystemSettings settings,
    SessionBook book,
    Workspaces workspaces,
    Spawner spawner,
    Credentials credentials,
    BusClient client,
    BusLine line,
    Surroundings surroundings,
    AgentSlots slots,
    Semaphore starts) {

  Time time() {
    return surroundings.time();
  }

  Instant now() {
    return surroundings.time().now();
  }
}
