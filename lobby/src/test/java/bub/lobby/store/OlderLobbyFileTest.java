package bub.lobby.store;

import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.Address;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of version 0.2.0 keeps all its registrations. */
class OlderLobbyFileTest {
  private static final Address SHOP = new Address("agent:shop");

  private static final String[] VERSION_0_2_0 = {
    "PRAGMA application_id = 1651860044",
    "CREATE TABLE agent (id INTEGER PRIMARY KEY, address TEXT NOT NULL UNIQUE,"
        + " token_hash BLOB NOT NULL, registered_at INTEGER NOT NULL, last_seen INTEGER NOT NULL)",
    "CREATE TABLE capability (id INTEGER PRIMARY KEY, agent INTEGER NOT NULL, name TEXT NOT NULL,"
        + " version TEXT, requesters TEXT, timeout_seconds INTEGER)",
    "CREATE INDEX capability_agent ON capability (agent)",
    "CREATE INDEX capability_name ON capability (name)",
    "CREATE TABLE body (id INTEGER PRIMARY KEY, json BLOB NOT NULL)",
    "CREATE VIRTUAL TABLE words USING fts5 (name, description, keywords,"
        + " tokenize = 'porter unicode61 remove_diacritics 2')",
    "INSERT INTO agent VALUES (1, 'agent:shop', x'010203', 1000, 2000)",
    "INSERT INTO capability VALUES (7, 1, 'find_price', NULL, NULL, NULL)",
    "INSERT INTO body VALUES (7, CAST('{}' AS BLOB))",
    "PRAGMA user_version = 1"
  };

  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("lobby.db");
  }

  @BeforeEach
  void writeAsVersion020() throws Exception {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        var statement = connection.createStatement()) {
      for (String sql : VERSION_0_2_0) {
        statement.execute(sql);
      }
    }
  }

  private static List<StoredAgent> load(LobbyStore store) throws Exception {
    var agents = new ArrayList<StoredAgent>();
    assertThat(store.load(agents::add)).isEqualTo(7);
    return agents;
  }

  @Test
  void everybodyIsStillRegisteredWithTheSameToken() throws Exception {
    try (var store = LobbyStore.open(file())) {
      assertThat(load(store))
          .singleElement()
          .satisfies(
              agent -> {
                assertThat(agent.id()).isEqualTo(SHOP);
                assertThat(agent.tokenHash()).containsExactly(1, 2, 3);
                assertThat(agent.repeatHash()).isNull();
                assertThat(agent.offers()).singleElement().hasFieldOrPropertyWithValue("id", 7L);
              });
    }
  }

  @Test
  void whatIsNewCanBeKeptInIt() throws Exception {
    try (var store = LobbyStore.open(file())) {
      StoredAgent old = load(store).getFirst();
      var renewed =
          new StoredAgent(
              SHOP, new byte[] {4}, new byte[] {5}, old.registeredAt(), old.lastSeen(), List.of());
      store.save(renewed, List.of(), List.of()).join();
    }
    try (var store = LobbyStore.open(file())) {
      assertThat(load(store).getFirst().repeatHash()).containsExactly(5);
      store.used(SHOP).join();
    }
    try (var store = LobbyStore.open(file())) {
      assertThat(load(store).getFirst().repeatHash()).isNull();
    }
  }

  @Test
  void isReadWhereItCannotBeWritten() throws Exception {
    try (var standIn = LobbyDatabase.standIn(file())) {
      var agents = new ArrayList<StoredAgent>();
      AgentRows.read(standIn.reading(), agents::add);
      assertThat(agents).hasSize(1);
    }
  }
}
