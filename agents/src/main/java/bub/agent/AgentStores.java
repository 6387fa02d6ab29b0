package bub.agent;

import bub.agent.store.AgentStore;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.store.Inbox;
import bub.client.store.InboxRetention;
import bub.store.StoreRepair;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/** Stores of an agent on disk: the inbox, the memory and the outgoing replies. */
record AgentStores(Inbox inbox, AgentStore memory, ReplyOutbox replies) implements AutoCloseable {
  private static final InboxRetention RETENTION =
      new InboxRetention(1_000, 50_000, Duration.ofDays(7));

  /** Opens the stores and starts to deliver waiting replies. */
  static AgentStores open(
      Path directory,
      BusClient client,
      ClientEnvironment environment,
      Consumer<StoreRepair> repairs)
      throws IOException, InterruptedException {
    Inbox inbox =
        Inbox.open(directory.resolve("inbox.db"), RETENTION, environment.time()).onRepair(repairs);
    try {
      AgentStore memory = AgentStore.open(directory.resolve("agent.db")).onRepair(repairs);
      try {
        return new AgentStores(
            inbox, memory, ReplyOutbox.open(directory, client, environment, repairs));
      } catch (IOException | InterruptedException | RuntimeException failed) {
        memory.close();
        throw failed;
      }
    } catch (IOException | InterruptedException | RuntimeException failed) {
      inbox.close();
      throw failed;
    }
  }

  @Override
  public void close() throws IOException {
    try (inbox;
        memory;
        replies) {
      // try-with-resources closes each store even when another fails to close.
    }
  }
}
