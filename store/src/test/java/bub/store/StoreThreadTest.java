package bub.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.store.StoreThread.StoreBusy;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs wait, share transactions and fail individually. */
class StoreThreadTest {
  private static final int CAPACITY = 50;

  private record PlainConnection(Path file, Connection connection) implements StoreConnection {}

  @TempDir private Path directory;
  private final CountDownLatch gate = new CountDownLatch(1);
  private final List<Integer> batches = new ArrayList<>();
  private Connection connection;
  private StoreThread thread;

  @BeforeEach
  void open() throws Exception {
    Path file = directory.resolve("lobby.db");
    connection = DriverManager.getConnection("jdbc:sqlite:" + file);
    execute("CREATE TABLE number (value INTEGER PRIMARY KEY)");
    var transactions = new TransactionRunner(new PlainConnection(file, connection));
    thread =
        new StoreThread(
            "store",
            CAPACITY,
            jobs -> {
              batches.add(jobs.size());
              transactions.run(jobs);
            });
    thread.start();
  }

  @AfterEach
  void close() throws Exception {
    gate.countDown();
    thread.close();
    connection.close();
  }

  private int execute(String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }

  private CompletableFuture<Integer> insert(int value) {
    return thread.submit(1, _ -> execute("INSERT INTO number VALUES (" + value + ")"));
  }

  /** From here on jobs gather, until the gate opens. */
  private CompletableFuture<Boolean> occupy() throws InterruptedException {
    var started = new CountDownLatch(1);
    CompletableFuture<Boolean> busy =
        thread.submit(
            1,
            _ -> {
              started.countDown();
              awaitGate();
              return true;
            });
    started.await();
    return busy;
  }

  private void awaitGate() {
    try {
      gate.await();
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }

  @Test
  void whatGathersSharesOneTransaction() throws Exception {
    occupy();
    var inserts = new ArrayList<CompletableFuture<Integer>>();
    for (int i = 0; i < 20; i++) {
      inserts.add(insert(i));
    }
    assertThat(inserts).noneMatch(CompletableFuture::isDone);
    gate.countDown();
    assertThat(inserts).allSatisfy(insert -> assertThat(insert.join()).isEqualTo(1));
    assertThat(batches).containsExactly(1, 20);
  }

  @Test
  void oneBadJobDoesNotSpoilItsNeighbours() throws Exception {
    occupy();
    CompletableFuture<Integer> before = insert(1);
    CompletableFuture<Integer> twice = insert(1);
    CompletableFuture<Integer> bug =
        thread.submit(
            1,
            _ -> {
              throw new IllegalStateException("a bug");
            });
    CompletableFuture<Integer> after = insert(2);
    gate.countDown();

    assertThat(before.join()).isEqualTo(1);
    assertThat(after.join()).isEqualTo(1);
    assertThatThrownBy(twice::join).cause().isInstanceOf(IOException.class);
    assertThatThrownBy(bug::join)
        .cause()
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a bug");
  }

  @Test
  void refusesWhatThereIsNoRoomFor() throws Exception {
    occupy();
    CompletableFuture<Integer> heavy = thread.submit(CAPACITY - 2, _ -> 1);
    CompletableFuture<Integer> last = insert(1);
    CompletableFuture<Integer> refused = insert(2);
    assertThat(refused).isCompletedExceptionally();
    assertThatThrownBy(refused::join).cause().isInstanceOf(StoreBusy.class);

    gate.countDown();
    heavy.join();
    last.join();
    assertThat(insert(3).join()).isEqualTo(1);
  }

  @Test
  void takesAJobOfAnyWeightWhenNothingElseWaits() {
    assertThat(thread.submit(10 * CAPACITY, _ -> 1).join()).isEqualTo(1);
  }

  @Test
  void closingFinishesWhatWaits() throws Exception {
    occupy();
    CompletableFuture<Integer> waiting = insert(1);
    gate.countDown();
    thread.close();
    assertThat(waiting).isCompletedWithValue(1);
    assertThatThrownBy(() -> insert(2).join())
        .cause()
        .isInstanceOf(IOException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void rollsBackWhenTheFileIsGoneMeanwhile() throws Exception {
    var gone = new AtomicBoolean();
    var store =
        new StoreConnection() {
          @Override
          public Path file() {
            return directory.resolve("lobby.db");
          }

          @Override
          public Connection connection() throws SQLException {
            if (gone.get()) {
              throw new SQLException("the file was removed");
            }
            return connection;
          }
        };
    StoreThread other = StoreThread.forTransactions("other", CAPACITY, store);
    CompletableFuture<Integer> failed =
        other.submit(
            1,
            _ -> {
              gone.set(true);
              throw new SQLException("while the file goes away");
            });
    assertThatThrownBy(failed::join).cause().isInstanceOf(StoreFailed.class);
    gone.set(false);

    assertThat(other.submit(1, _ -> execute("INSERT INTO number VALUES (9)")).join()).isEqualTo(1);
    other.close();
  }
}
