package bub.client.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.store.StoreDatabase;
import bub.store.StoreFailed;
import bub.store.StoreInUse;
import bub.store.StoreSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A deferred store opens its file as soon as possible, and fails every call until then. */
class DeferredStoreTest {
  private static final StoreSchema SCHEMA =
      StoreSchema.of(List.of("CREATE TABLE word (text TEXT)"));

  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("store.db");
  }

  private static void put(StoreDatabase database) throws IOException, InterruptedException {
    database.call(
        connection -> {
          try (var statement = connection.createStatement()) {
            return statement.executeUpdate("INSERT INTO word VALUES ('x')");
          }
        });
  }

  private static long count(StoreDatabase database) throws IOException, InterruptedException {
    return database.call(
        connection -> {
          try (var statement = connection.createStatement();
              var row = statement.executeQuery("SELECT count(*) FROM word")) {
            return row.getLong(1);
          }
        });
  }

  @Test
  void failsUntilTheFileCanBeOpenedAndWorksFromThenOn() throws Exception {
    // A directory in its place cannot be opened as a file, not even by root.
    Files.createDirectory(file());
    assertThatThrownBy(() -> StoreDatabase.open(file(), SCHEMA)).isInstanceOf(IOException.class);
    try (StoreDatabase database = StoreDatabase.openForServing(file(), SCHEMA)) {
      assertThatThrownBy(() -> count(database)).isInstanceOf(StoreFailed.class);
      assertThatThrownBy(() -> put(database)).hasMessageContaining("store.db");
      Files.delete(file());

      put(database);
      assertThat(count(database)).isEqualTo(1);
    }
    try (StoreDatabase again = StoreDatabase.open(file(), SCHEMA)) {
      assertThat(count(again)).isEqualTo(1);
    }
  }

  @Test
  void isStillOfOneProcessOnly() throws Exception {
    try (StoreDatabase first = StoreDatabase.openForServing(file(), SCHEMA)) {
      put(first);
      assertThatThrownBy(() -> StoreDatabase.openForServing(file(), SCHEMA))
          .isInstanceOf(StoreInUse.class);
    }
  }

  @Test
  void opensNothingOnceItIsClosed() throws Exception {
    Files.createDirectory(file());
    StoreDatabase database = StoreDatabase.openForServing(file(), SCHEMA);
    database.close();
    Files.delete(file());

    assertThatThrownBy(() -> put(database)).hasMessageContaining("the store is closed");
    assertThat(file()).doesNotExist();
  }
}
