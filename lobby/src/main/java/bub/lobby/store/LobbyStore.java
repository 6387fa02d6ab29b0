package bub.lobby.store;

import bub.json.RawJson;
import bub.protocol.Address;
import bub.store.StoreBusy;
import bub.store.StoreFailed;
import bub.store.StoreInUse;
import bub.store.StoreThread;
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
 * What the lobby remembers across restarts, and where it searches: who is registered and what they
 * offer. Safe for any thread. Opening, loading and closing wait for the disk; all else answers with
 * a future, completed on a thread of the store, that fails with an IOException only: {@link
 * StoreBusy} when too much waits already.
 */
public final class LobbyStore implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LobbyStore.class);

  // A task takes room for itself and for every so many bytes that wait with it.
  private static final int WRITING_ROOM = 10_000;
  private static final int BYTES_A_PLACE = 8_192;
  private static final int READING_ROOM = 1_000;

  private final Path file;
  private final PreparedStatements reads;
  private final CapabilitySearch search;
  private final CapabilityTable catalogue;
  private final StoreThread reading;
  // The reader's thread replaces these when a disk that took nothing at the start has recovered.
  private volatile LobbyDatabase database;
  private volatile @Nullable Writer writer;
  private volatile @Nullable IOException refusal;

  /** The thread that changes the file, and what it can do. */
  private record Writer(StoreThread thread, RegistrationTables registrations) {
    static Writer open(LobbyDatabase database) {
      var statements = new PreparedStatements(database.file(), database.writing());
      var thread = StoreThread.forTransactions("bub-lobby-writer", WRITING_ROOM, statements);
      return new Writer(thread, new RegistrationTables(statements));
    }
  }

  /** Everybody who is in the file of a store that can be written again. */
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

  /**
   * Opens the file, and makes it where it is missing.
   *
   * @throws StoreInUse when another lobby has it open
   */
  public static LobbyStore open(Path file) throws IOException {
    Path path = file.toAbsolutePath();
    try {
      return new LobbyStore(LobbyDatabase.open(path), null);
    } catch (IOException | SQLException unusable) {
      throw StoreErrors.opening(path, unusable);
    }
  }

  /**
   * Opens the file as {@link #open} does. On a disk that is full or read-only it opens what can be
   * read, and refuses every change until {@link #recover} succeeds.
   */
  public static LobbyStore openForServing(Path file) throws IOException {
    Path path = file.toAbsolutePath();
    try {
      return open(path);
    } catch (IOException unusable) {
      if (!StoreErrors.isDiskFullOrReadOnly(path, unusable)) {
        throw unusable;
      }
      LOG.error(
          "THE LOBBY CANNOT WRITE {}: the disk is full or read-only. Agents that are registered are"
              + " found and called; nobody can register until there is room on the disk",
          path);
      try {
        return new LobbyStore(LobbyDatabase.standIn(path), new StoreFailed(path, unusable));
      } catch (SQLException unreadable) {
        throw StoreErrors.opening(path, unreadable);
      }
    }
  }

  /** True while every change is refused because the disk took nothing at the start. */
  public boolean refusesChanges() {
    return refusal != null;
  }

  /**
   * Tries once more to open a file that could not be opened for changes. {@code learn} gets all
   * that is in the file, on {@code thread}, before the first change is taken: a lobby that did not
   * know an id would give it to anybody. The result is false when the disk still takes nothing.
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
              LOG.warn("the lobby can write {} again: agents can register", file);
              return true;
            },
            thread);
  }

  /** Null when the disk still takes nothing. Reader thread only. */
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
      LOG.debug("{} cannot be written yet: {}", file, stillUnusable.getMessage());
      return null;
    }
  }

  private static void closeStandIn(LobbyDatabase standIn) {
    try {
      standIn.close();
    } catch (IOException leftOpen) {
      LOG.debug("what stood in for the store could not be closed", leftOpen);
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

  /**
   * Hands over everybody who is registered, one at a time.
   *
   * @return the highest id of a capability, 0 when there is none
   */
  public long load(Consumer<StoredAgent> each) throws IOException {
    try (Connection connection = database.readers().open()) {
      return AgentRows.read(connection, each);
    } catch (SQLException unusable) {
      throw StoreErrors.opening(file, unusable);
    }
  }

  /**
   * Keeps an agent, new or known, with some capabilities more and some less, all or nothing. Of the
   * agent itself its offers are not looked at: they are what {@code added} and {@code removed} make
   * of those that are kept.
   */
  public CompletableFuture<@Nullable Void> save(
      StoredAgent agent, List<CapabilityListing> added, List<Long> removed) {
    List<CapabilityListing> more = List.copyOf(added);
    List<Long> less = List.copyOf(removed);
    int bytes = more.stream().mapToInt(CapabilityListing::bytes).sum();
    return write(bytes, registrations -> registrations.save(agent, more, less));
  }

  /** Keeps that the token of an agent was used: its registration cannot be repeated any more. */
  public CompletableFuture<@Nullable Void> used(Address agent) {
    return write(agent.value().length(), registrations -> registrations.used(agent));
  }

  /** Forgets an agent and all that it offers. */
  public CompletableFuture<@Nullable Void> remove(Address agent) {
    return write(0, registrations -> registrations.remove(agent));
  }

  /** These were last seen at this time; those that are not registered are passed over. */
  public CompletableFuture<@Nullable Void> seen(Collection<Address> agents, Instant at) {
    List<Address> now = List.copyOf(agents);
    return write(now.size() * Long.BYTES, registrations -> registrations.seen(now, at));
  }

  /**
   * Capabilities whose name, description and keywords have all these words or, where none has, the
   * most of them; best first. The last word may be the beginning of one.
   */
  public CompletableFuture<List<SearchHit>> search(String words, int limit) {
    return reading.submit(1, _ -> search.search(words, limit));
  }

  /** Capabilities whose name fits a shell wildcard, in the order of their names. */
  public CompletableFuture<List<SearchHit>> matching(String glob, int limit) {
    return reading.submit(1, _ -> catalogue.matching(glob, limit));
  }

  /**
   * The capabilities as they are written, each at the place of its id; null where it is gone, and
   * from where on they have more than {@code maxBytes} together.
   */
  public CompletableFuture<List<@Nullable RawJson>> bodies(List<Long> ids, int maxBytes) {
    List<Long> wanted = List.copyOf(ids);
    return reading.submit(1, _ -> catalogue.bodies(wanted, maxBytes));
  }

  /** The contract of one capability, or null when it is gone. */
  public CompletableFuture<@Nullable StoredSchemas> schemas(long id) {
    return reading.submit(1, _ -> catalogue.schemas(id));
  }

  /** Something that changes the file. */
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

  /** Makes the disk look full at {@code pages}, for tests. */
  CompletableFuture<@Nullable Void> limitPages(long pages) {
    String sql = "PRAGMA max_page_count = " + pages;
    return write(0, registrations -> registrations.statements().execute(sql));
  }

  /** Finishes what was asked for, then lets go of the file. */
  @Override
  public void close() throws IOException {
    reading.close(); // first, for it may be about to open the file for changes
    Writer last = writer;
    if (last != null) {
      last.thread().close();
    }
    database.close();
  }
}
