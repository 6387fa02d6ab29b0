package bub.lobby.store;

import bub.json.RawJson;
import bub.lobby.contract.CapabilitySchemas;
import bub.protocol.Address;
import bub.store.StoreFailed;
import bub.store.StoreInUse;
import bub.store.StoreThread;
import bub.store.StoreThread.StoreBusy;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Persistent registrations of the lobby, with a search. Safe for any thread. Open, load and close
 * block; other methods return a future that fails only with an IOException: {@link StoreBusy} when
 * the queue is full.
 */
public final class LobbyStore implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LobbyStore.class);

  // A task takes one place, plus one per BYTES_A_PLACE bytes of its data.
  private static final int WRITING_ROOM = 10_000;
  private static final int BYTES_A_PLACE = 8_192;
  private static final int READING_ROOM = 1_000;

  private final Path file;
  private final PreparedStatements reads;
  private final CapabilitySearch search;
  private final CapabilityTable catalogue;
  private final StoreThread reading;
  // Replaced by the reader thread after an unwritable disk has recovered.
  private volatile LobbyDatabase database;
  private volatile @Nullable Writer writer;
  private volatile @Nullable IOException refusal;

  private record Writer(StoreThread thread, RegistrationTables registrations) {
    static Writer open(LobbyDatabase database) {
      var statements = new PreparedStatements(database.file(), database.writing());
      var thread = StoreThread.forTransactions("bub-lobby-writer", WRITING_ROOM, statements);
      return new Writer(thread, new RegistrationTables(statements));
    }
  }

  public record Recovery(List<StoredAgent> agents, long lastOfferId) {}

  private LobbyStore(LobbyDatabase database, @Nullable IOException refusal) {
    this.file = database.file();
    this.database = database;
    this.refusal = refusal;
    this.writer = refusal == null ? Writer.open(database) : null;
    reads = new PreparedStatements(file, database.reading());
    search = new CapabilitySearch(reads);
    catalogue = new CapabilityTable(reads);
    reading = StoreThread.forQueries("bub-lobby-reader", READING_ROOM, reads);
  }

  /** Creates a missing file; throws {@link StoreInUse} when another lobby has it open. */
  public static LobbyStore open(Path file) throws IOException {
    Path path = file.toAbsolutePath();
    try {
      return new LobbyStore(LobbyDatabase.open(path), null);
    } catch (IOException | SQLException unusable) {
      throw StoreErrors.opening(path, unusable);
    }
  }

  /** On a full or read-only disk, refuses every change until {@link #recover} succeeds. */
  public static LobbyStore openForServing(Path file) throws IOException {
    Path path = file.toAbsolutePath();
    try {
      return open(path);
    } catch (IOException unusable) {
      if (!StoreErrors.isDiskFullOrReadOnly(path, unusable)) {
        throw unusable;
      }
      LOG.error(
          "Cannot write the lobby's store {}: the disk is full or read-only. Registered agents can"
              + " be found and called, but no agent can register until the disk is writable",
          path);
      try {
        return new LobbyStore(LobbyDatabase.standIn(path), new StoreFailed(path, unusable));
      } catch (SQLException unreadable) {
        throw StoreErrors.opening(path, unreadable);
      }
    }
  }

  public boolean refusesChanges() {
    return refusal != null;
  }

  /**
   * False while the file is not writable. {@code learn} gets the content, on {@code thread}, before
   * the first change: a lobby that misses an id would give it to another agent.
   */
  public CompletableFuture<Boolean> recover(Executor thread, Consumer<Recovery> learn) {
    return reading
        .submit(1, _ -> reopen())
        .thenApplyAsync(
            recovery -> {
              if (recovery == null) {
                return false;
              }
              learn.accept(recovery);
              refusal = null;
              LOG.warn("The lobby can write {} again. Agents can register", file);
              return true;
            },
            thread);
  }

  /** Null when the file is still not writable. Reader thread only. */
  private @Nullable Recovery reopen() {
    if (writer != null) {
      return null;
    }
    LobbyDatabase standIn = database;
    try {
      LobbyDatabase opened = LobbyDatabase.open(file);
      Recovery recovery = readAll(opened);
      reads.moveTo(opened.reading());
      database = opened;
      writer = Writer.open(opened);
      closeStandIn(standIn);
      return recovery;
    } catch (IOException | SQLException stillUnusable) {
      LOG.debug("Still cannot write {}: {}", file, stillUnusable.getMessage());
      return null;
    }
  }

  private static void closeStandIn(LobbyDatabase standIn) {
    try {
      standIn.close();
    } catch (IOException leftOpen) {
      LOG.debug("Could not close the read-only copy of the store", leftOpen);
    }
  }

  private static Recovery readAll(LobbyDatabase opened) throws IOException, SQLException {
    var agents = new ArrayList<StoredAgent>();
    try {
      long lastOfferId = AgentRows.read(opened.reading(), agents::add);
      return new Recovery(agents, lastOfferId);
    } catch (SQLException unreadable) {
      opened.close();
      throw unreadable;
    }
  }

  /** Returns the highest id of a capability, 0 when there is none. */
  public long load(Consumer<StoredAgent> each) throws IOException {
    try (Connection connection = database.readers().open()) {
      return AgentRows.read(connection, each);
    } catch (SQLException unusable) {
      throw StoreErrors.opening(file, unusable);
    }
  }

  /** One transaction. Ignores the offers in {@code agent}. */
  public CompletableFuture<@Nullable Void> save(
      StoredAgent agent, List<CapabilityListing> added, List<Long> removed) {
    List<CapabilityListing> more = List.copyOf(added);
    List<Long> less = List.copyOf(removed);
    int bytes = more.stream().mapToInt(CapabilityListing::bytes).sum();
    return write(bytes, registrations -> registrations.save(agent, more, less));
  }

  /** Marks all agents as unknown to the cluster, because this is another cluster. */
  public CompletableFuture<@Nullable Void> forgetRevisions() {
    return write(0, RegistrationTables::forgetRevisions);
  }

  /** Ends the right to repeat the agent's registration. */
  public CompletableFuture<@Nullable Void> used(Address agent) {
    return write(agent.value().length(), registrations -> registrations.used(agent));
  }

  public CompletableFuture<@Nullable Void> remove(Address agent) {
    return write(0, registrations -> registrations.remove(agent));
  }

  public CompletableFuture<@Nullable Void> seen(Collection<Address> agents, Instant at) {
    List<Address> now = List.copyOf(agents);
    return write(now.size() * Long.BYTES, registrations -> registrations.seen(now, at));
  }

  /** Best first: all these words, or else most of them. The last may be a prefix. */
  public CompletableFuture<List<SearchHit>> search(String words, int limit) {
    return reading.submit(1, _ -> search.search(words, limit));
  }

  /** Ordered by name. */
  public CompletableFuture<List<SearchHit>> matching(String glob, int limit) {
    return reading.submit(1, _ -> catalogue.matching(glob, limit));
  }

  /** In the order of the ids; null for a deleted one, and after {@code maxBytes} in total. */
  public CompletableFuture<List<@Nullable RawJson>> bodies(List<Long> ids, int maxBytes) {
    List<Long> wanted = List.copyOf(ids);
    return reading.submit(1, _ -> catalogue.bodies(wanted, maxBytes));
  }

  /** Null when the capability is deleted. */
  public CompletableFuture<@Nullable CapabilitySchemas> schemas(long id) {
    return reading.submit(1, _ -> catalogue.schemas(id));
  }

  private interface Change {
    void make(RegistrationTables registrations) throws SQLException;
  }

  private CompletableFuture<@Nullable Void> write(int bytes, Change change) {
    IOException refused = refusal;
    Writer current = writer;
    if (refused != null || current == null) {
      return CompletableFuture.failedFuture(
          refused == null ? new IOException("the lobby's store is closed") : refused);
    }
    return current
        .thread()
        .submit(
            1 + bytes / BYTES_A_PLACE,
            _ -> {
              change.make(current.registrations());
              return null;
            });
  }

  /** For tests. */
  CompletableFuture<@Nullable Void> limitPages(long pages) {
    String sql = "PRAGMA max_page_count = " + pages;
    return write(0, registrations -> registrations.statements().execute(sql));
  }

  /** Finishes pending tasks first. */
  @Override
  public void close() throws IOException {
    reading.close(); // first, because it may be reopening the file for changes
    Writer last = writer;
    if (last != null) {
      last.thread().close();
    }
    database.close();
  }

  public record SearchHit(long id, Address agent) {}
}
