package bub.gateway.a2a.remote;

import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.gateway.a2a.remote.store.RemoteQuestionStore;

/** Parts that everything about one remote agent needs. */
record RemoteAgentContext(
    RemoteAgentEntry entry,
    RemoteConnection connection,
    BusClient client,
    RemoteQuestionStore store,
    ClientEnvironment environment,
    TurnThreads threads,
    TaskCanceler canceler) {

  static RemoteAgentContext of(
      RemoteAgentEntry entry,
      RemoteConnection connection,
      BusClient client,
      RemoteQuestionStore store,
      ClientEnvironment environment) {
    return new RemoteAgentContext(
        entry,
        connection,
        client,
        store,
        environment,
        new TurnThreads(),
        new TaskCanceler(connection, environment.time()));
  }

  String name() {
    return entry.name();
  }
}
