package bub.agent;

import bub.agent.tool.ToolContext;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.store.Outbox;
import bub.client.store.OutboxLimits;
import bub.client.store.PutResult;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.store.StoreRepair;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers on disk until delivered, also those of an earlier agent. Safe for any thread. */
final class ReplyOutbox implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ReplyOutbox.class);
  private static final OutboxLimits LIMITS = new OutboxLimits(1_000, 16L * 1024 * 1024, 100);
  private static final Duration WHILE_FULL = Duration.ofSeconds(5);

  private final Path file;
  private final ClientEnvironment environment;
  private final BusClient client;
  private final Consumer<StoreRepair> repairs;
  private Outbox outbox;

  private ReplyOutbox(
      Path file,
      ClientEnvironment environment,
      BusClient client,
      Consumer<StoreRepair> repairs,
      Outbox outbox) {
    this.file = file;
    this.environment = environment;
    this.client = client;
    this.repairs = repairs;
    this.outbox = outbox;
  }

  static ReplyOutbox open(
      Path directory,
      BusClient client,
      ClientEnvironment environment,
      Consumer<StoreRepair> repairs)
      throws IOException, InterruptedException {
    Path file =
        directory.resolve("outbox-" + ToolContext.digest(client.clientId().value()) + ".db");
    Outbox outbox = openOutbox(file, environment).onRepair(repairs);
    inherit(directory, file, client.clientId(), outbox, environment, repairs);
    outbox.deliverThrough(client);
    return new ReplyOutbox(file, environment, client, repairs, outbox);
  }

  private static Outbox openOutbox(Path file, ClientEnvironment environment) throws IOException {
    return Outbox.open(file, LIMITS, environment)
        .onDeadLetter(
            letter ->
                LOG.error(
                    "Answer {} was permanently refused by {}: {}",
                    letter.envelope().messageId(),
                    letter.envelope().to(),
                    letter.reason()));
  }

  private static void inherit(
      Path directory,
      Path mine,
      Address self,
      Outbox heir,
      ClientEnvironment environment,
      Consumer<StoreRepair> repairs)
      throws IOException, InterruptedException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "outbox-*.db")) {
      for (Path file : files) {
        if (!file.equals(mine)) {
          try (Outbox old = openOutbox(file, environment).onRepair(repairs)) {
            for (Envelope waiting : old.waiting(LIMITS.messages())) {
              var mineNow =
                  new Envelope(self, waiting.to(), waiting.messageId(), waiting.payload());
              if (heir.put(mineNow) instanceof PutResult.Refused(String reason)) {
                throw new IOException("cannot take over the answers in " + file + ": " + reason);
              }
            }
          }
          delete(file);
        }
      }
    }
  }

  private static void delete(Path file) throws IOException {
    for (String suffix : new String[] {"", "-wal", "-shm", ".lock"}) {
      Files.deleteIfExists(file.resolveSibling(file.getFileName() + suffix));
    }
  }

  /** Blocks while the outbox is full. */
  void put(Envelope reply) throws IOException, InterruptedException {
    while (tryPut(reply) instanceof PutResult.Refused(String reason)) {
      LOG.warn("An answer to {} must wait: {}", reply.to(), reason);
      environment.time().sleep(WHILE_FULL);
    }
  }

  private synchronized PutResult tryPut(Envelope reply) throws IOException, InterruptedException {
    return outbox.put(reply);
  }

  /** Retries all waiting answers now, because a recipient may be back. */
  synchronized void hurry() throws IOException, InterruptedException {
    if (outbox.size() > 0) {
      // An outbox has no other way to reset its retry delays.
      outbox.close();
      outbox = openOutbox(file, environment).onRepair(repairs);
      outbox.deliverThrough(client);
    }
  }

  synchronized long waiting() throws IOException, InterruptedException {
    return outbox.size();
  }

  @Override
  public synchronized void close() throws IOException {
    outbox.close();
  }
}
