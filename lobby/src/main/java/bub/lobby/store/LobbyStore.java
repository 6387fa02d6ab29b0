package bub.lobby.store;

import bub.json.RawJson;
import bub.protocol.Address;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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

  private final Database database;
  private final Registrations registrations;
  private final Search search;
  private final Catalogue catalogue;
  private final Desk writing;
  private final Desk reading;

  private LobbyStore(Database database) {
    this.database = database;
    var writes = new Statements(database.writing());
    registrations = new Registrations(writes);
    writing = new Desk("bub-lobby-writer", WRITING_ROOM, new Transactions(database.file(), writes));
    var reads = new Statements(database.reading());
    search = new Search(reads);
    catalogue = new Catalogue(reads);
    reading = new Desk("bub-lobby-reader", READING_ROOM, new Lookups(database.file(), reads));
  }

  /**
   * Opens the file, and makes it where it is missing.
   *
   * @throws StoreInUse when another lobby has it open
   */
  public static LobbyStore open(Path file) throws IOException {
    Path path = file.toAbsolutePath();
    try {
      return new LobbyStore(Database.open(path)).start();
    } catch (IOException | SQLException unusable) {
      throw Trouble.opening(path, unusable);
    }
  }

  /**
   * Opens the file as {@link #open} does. On a disk that is full or read-only it opens what can be
   * read, and refuses every change until the next start.
   */
  public static LobbyStore openForServing(Path file) throws IOException {
    Path path = file.toAbsolutePath();
    try {
      return open(path);
    } catch (IOException unusable) {
      if (!Trouble.isDiskFullOrReadOnly(path, unusable)) {
        throw unusable;
      }
      LOG.error(
          "THE LOBBY CANNOT WRITE {}: the disk is full or read-only. Agents that are registered are"
              + " found and called; nobody can register. Make room on the disk, then restart bub",
          path);
      try {
        return new LobbyStore(Database.standIn(path)).start();
      } catch (SQLException unreadable) {
        throw Trouble.opening(path, unreadable);
      }
    }
  }

  private LobbyStore start() {
    writing.open();
    reading.open();
    return this;
  }

  /**
   * Hands over everybody who is registered, one at a time.
   *
   * @return the highest id of a capability, 0 when there is none
   */
  public long load(Consumer<StoredAgent> each) throws IOException {
    try (Connection connection = database.readers().open()) {
      return Roster.read(connection, each);
    } catch (SQLException unusable) {
      throw Trouble.opening(database.file(), unusable);
    }
  }

  /**
   * Keeps an agent, new or known, with some capabilities more and some less, all or nothing. Of the
   * agent itself its offers are not looked at: they are what {@code added} and {@code removed} make
   * of those that are kept.
   */
  public CompletableFuture<@Nullable Void> save(
      StoredAgent agent, List<Listing> added, List<Long> removed) {
    List<Listing> more = List.copyOf(added);
    List<Long> less = List.copyOf(removed);
    int bytes = more.stream().mapToInt(Listing::bytes).sum();
    return write(bytes, () -> registrations.save(agent, more, less));
  }

  /** Forgets an agent and all that it offers. */
  public CompletableFuture<@Nullable Void> remove(Address agent) {
    return write(0, () -> registrations.remove(agent));
  }

  /** These were last seen at this time; those that are not registered are passed over. */
  public CompletableFuture<@Nullable Void> seen(Collection<Address> agents, Instant at) {
    List<Address> now = List.copyOf(agents);
    return write(now.size() * Long.BYTES, () -> registrations.seen(now, at));
  }

  /**
   * Capabilities whose name, description and keywords have all these words or, where none has, the
   * most of them; best first. The last word may be the beginning of one.
   */
  public CompletableFuture<List<Hit>> search(String words, int limit) {
    return reading.submit(1, () -> search.search(words, limit));
  }

  /** Capabilities whose name fits a shell wildcard, in the order of their names. */
  public CompletableFuture<List<Hit>> matching(String glob, int limit) {
    return reading.submit(1, () -> catalogue.matching(glob, limit));
  }

  /**
   * The capabilities as they are written, each at the place of its id; null where it is gone, and
   * from where on they have more than {@code maxBytes} together.
   */
  public CompletableFuture<List<@Nullable RawJson>> bodies(List<Long> ids, int maxBytes) {
    List<Long> wanted = List.copyOf(ids);
    return reading.submit(1, () -> catalogue.bodies(wanted, maxBytes));
  }

  /** The contract of one capability, or null when it is gone. */
  public CompletableFuture<@Nullable Schemas> schemas(long id) {
    return reading.submit(1, () -> catalogue.schemas(id));
  }

  /** Something that changes the file. */
  private interface Change {
    void make() throws SQLException;
  }

  private CompletableFuture<@Nullable Void> write(int bytes, Change change) {
    return writing.submit(
        1 + bytes / BYTES_A_PLACE,
        () -> {
          change.make();
          return null;
        });
  }

  /** Makes the disk look full at {@code pages}, for tests. */
  CompletableFuture<@Nullable Void> limitPages(long pages) {
    return write(0, () -> registrations.statements().execute("PRAGMA max_page_count = " + pages));
  }

  /** Finishes what was asked for, then lets go of the file. */
  @Override
  public void close() throws IOException {
    writing.close();
    reading.close();
    database.close();
  }
}
