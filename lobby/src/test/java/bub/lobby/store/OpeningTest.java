package bub.lobby.store;

import static bub.lobby.store.Samples.agent;
import static bub.lobby.store.Samples.load;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.protocol.Address;
import bub.store.StoreInUse;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that the store accepts, and its errors for all others. */
class OpeningTest {
  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("state").resolve("lobby.db");
  }

  private void sql(String... statements) throws Exception {
    Files.createDirectories(file().getParent());
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        var statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  @Test
  void aNewFileIsMadeWithItsDirectory() throws Exception {
    try (var store = LobbyStore.open(file())) {
      assertThat(store.load(_ -> {})).isZero();
    }
    assertThat(file()).exists();
  }

  @Test
  void aSecondOpenerIsRefused() throws Exception {
    try (var store = LobbyStore.open(file())) {
      assertThatThrownBy(() -> LobbyStore.open(file()))
          .isInstanceOf(StoreInUse.class)
          .hasMessageContaining("lobby.db")
          .hasMessageContaining("Stop that process");
      assertThat(load(store)).isEmpty();
    }
    LobbyStore.open(file()).close();
  }

  @Test
  void aFileThatIsNoDatabaseIsNamedAndLeftAlone() throws Exception {
    Files.createDirectories(file().getParent());
    byte[] text = "this is not a database, whatever its name says".repeat(30).getBytes(UTF_8);
    Files.write(file(), text);
    assertThatThrownBy(() -> LobbyStore.open(file()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot use the lobby's store " + file())
        .hasMessageContaining("mv ");
    assertThat(file()).hasBinaryContent(text);
  }

  @Test
  void aDamagedFileIsNamed() throws Exception {
    try (var store = LobbyStore.open(file())) {
      store.save(agent("agent:shop"), List.of(), List.of());
    }
    try (var damage = new RandomAccessFile(file().toFile(), "rw")) {
      // The header stays; the first page after it is the table of agents.
      damage.seek(4096);
      damage.write("x".repeat(4096).getBytes(UTF_8));
    }
    assertThatThrownBy(
            () -> {
              try (var store = LobbyStore.open(file())) {
                load(store);
              }
            })
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot use the lobby's store " + file())
        .hasMessageContaining("malformed");
  }

  @Test
  void aDatabaseOfSomethingElseIsLeftAlone() throws Exception {
    sql("CREATE TABLE recipe (name TEXT)", "PRAGMA user_version = 1");
    byte[] before = Files.readAllBytes(file());
    assertThatThrownBy(() -> LobbyStore.open(file()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the file is a database of another program");
    assertThat(file()).hasBinaryContent(before);
  }

  @Test
  void aFileOfALaterVersionIsLeftAlone() throws Exception {
    LobbyStore.open(file()).close();
    sql("PRAGMA user_version = 99");
    assertThatThrownBy(() -> LobbyStore.open(file()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("newer version of bub");
  }

  @Test
  void anEmptyFileIsTakenForANewOne() throws Exception {
    // So much is there when the process died between making the file and its tables.
    Files.createDirectories(file().getParent());
    Files.createFile(file());
    try (var store = LobbyStore.open(file())) {
      store.save(agent("agent:shop"), List.of(), List.of()).join();
      assertThat(load(store)).hasSize(1);
    }
  }

  @Test
  void aPlaceThatCannotBeWrittenIsNamed() throws Exception {
    Files.writeString(directory.resolve("state"), "a file where a directory should be");
    assertThatThrownBy(() -> LobbyStore.open(file()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot open the lobby's store " + file());
  }

  @Test
  void afterCloseEverythingFailsClearly() throws Exception {
    var store = LobbyStore.open(file());
    store.close();
    assertThatThrownBy(() -> store.remove(new Address("agent:shop")).join())
        .cause()
        .isInstanceOf(IOException.class)
        .hasMessageContaining("closed");
    assertThatThrownBy(() -> store.search("price", 1).join())
        .cause()
        .isInstanceOf(IOException.class)
        .hasMessageContaining("closed");
    store.close();
  }
}
