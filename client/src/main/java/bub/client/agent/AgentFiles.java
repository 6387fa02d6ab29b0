package bub.client.agent;

import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.PayloadCheck;
import bub.client.store.ChatHistory;
import bub.client.store.HandledMessages;
import bub.client.store.InboxRetention;
import bub.client.store.Outbox;
import bub.client.store.OutboxFull;
import bub.client.store.OutboxLimits;
import bub.client.store.PutResult;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.Envelope;
import bub.store.PrivateDirectory;
import bub.store.StoreInUse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Files of an agent: outbox, memory of duplicates, chat history. Without a directory, there are
 * none. Safe for any thread; calls block until the files are open, and for the disk.
 */
final class AgentFiles implements AutoCloseable {
  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(15);
  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  private record Opened(
      @Nullable Outbox outbox, @Nullable HandledMessages handled, @Nullable ChatHistory history) {
    static final Opened NOTHING = new Opened(null, null, null);

    void close() throws IOException {
      try (var _ = outbox;
          var _ = handled;
          var _ = history) {
        // try-with-resources closes each store even when another fails to close.
      }
    }
  }

  private final AgentOptions options;
  private final @Nullable Path directory;
  private final ClientEnvironment environment;
  private final CompletableFuture<Opened> opened = new CompletableFuture<>();
  private boolean isClosed;

  AgentFiles(AgentOptions options, @Nullable Path directory) {
    this.options = options;
    this.directory = directory;
    this.environment = options.environment();
  }

  boolean isDurable() {
    return directory != null;
  }

  /** Throws {@link StoreInUse} when another agent has the files. */
  void open(BusClient client, boolean adopts) throws IOException, InterruptedException {
    Opened files = directory == null ? Opened.NOTHING : openAll(directory);
    Outbox outbox = files.outbox();
    if (outbox != null) {
      outbox.onDeadLetter(letter -> options.deadLetterListener().accept(letter));
      if (adopts) {
        outbox.adopt(client.clientId());
      }
      outbox.deliverThrough(client);
    }
    if (!publish(files)) {
      files.close();
    }
  }

  private synchronized boolean publish(Opened files) {
    return !isClosed && opened.complete(files);
  }

  private Opened openAll(Path place) throws IOException {
    PrivateDirectory.create(place);
    Outbox outbox = null;
    HandledMessages handled = null;
    try {
      // Named after the language, because SDKs of other languages have other tables.
      outbox = Outbox.open(place.resolve("java-outbox.db"), OutboxLimits.standard(), environment);
      handled =
          options.remembersOnDisk()
              ? HandledMessages.open(
                  place.resolve("java-inbox.db"), InboxRetention.standard(), environment.time())
              : null;
      ChatHistory history =
          options.keepsHistory()
              ? ChatHistory.open(place.resolve("java-history.db"), environment.time())
              : null;
      return new Opened(outbox, handled, history);
    } catch (IOException | RuntimeException failed) {
      new Opened(outbox, handled, null).close();
      throw failed;
    }
  }

  /** Waits until the agent that this one has replaced has closed its files. */
  void openWhenReleased(BusClient client, boolean adopts) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + LOCK_TIMEOUT.toNanos();
    while (!opened.isDone()) {
      try {
        open(client, adopts);
      } catch (StoreInUse held) {
        if (System.nanoTime() - deadline > 0) {
          throw held;
        }
        environment.time().sleep(LOOK_EVERY);
      }
    }
  }

  void fail(IOException problem) {
    opened.completeExceptionally(problem);
  }

  private Opened files() throws IOException, InterruptedException {
    try {
      return opened.get();
    } catch (ExecutionException failed) {
      throw new IOException(
          "the files of this agent cannot be used: " + words(failed.getCause()), failed);
    }
  }

  private static String words(@Nullable Throwable cause) {
    return cause == null ? "unknown error" : String.valueOf(cause.getMessage());
  }

  void await() throws IOException, InterruptedException {
    files();
  }

  Outbox outbox() throws IOException, InterruptedException {
    Outbox outbox = files().outbox();
    if (outbox == null) {
      throw new IllegalStateException(
          "this agent has no outbox, because it has no directory; do not call inMemory()");
    }
    return outbox;
  }

  /** Returns when the message is on disk. */
  void post(Envelope envelope) throws IOException, RpcException, InterruptedException {
    Outbox outbox = outbox();
    String problem = PayloadCheck.problem(envelope.payload());
    if (problem != null) {
      throw new RpcException(RpcError.invalidParams(problem).because("too_large"));
    }
    if (outbox.put(envelope) instanceof PutResult.Refused(String reason)) {
      throw new OutboxFull(reason);
    }
  }

  @Nullable HandledMessages handledIfAny() throws IOException, InterruptedException {
    return files().handled();
  }

  @Nullable ChatHistory historyIfAny() throws IOException, InterruptedException {
    return files().history();
  }

  /** Gives waiting messages a moment; the others stay on disk. */
  void flush(Duration atMost) throws IOException, InterruptedException {
    if (!opened.isDone() || opened.isCompletedExceptionally()) {
      return;
    }
    Outbox outbox = files().outbox();
    long deadline = System.nanoTime() + atMost.toNanos();
    while (outbox != null && outbox.size() > 0 && System.nanoTime() - deadline < 0) {
      environment.time().sleep(LOOK_EVERY);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (isClosed) {
      return;
    }
    isClosed = true;
    if (!opened.completeExceptionally(new IOException("the agent has stopped"))
        && !opened.isCompletedExceptionally()) {
      opened.join().close();
    }
  }
}
