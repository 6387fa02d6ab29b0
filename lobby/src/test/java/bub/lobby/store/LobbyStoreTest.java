package bub.lobby.store;

import static bub.lobby.store.Samples.MONDAY;
import static bub.lobby.store.Samples.agent;
import static bub.lobby.store.Samples.found;
import static bub.lobby.store.Samples.listing;
import static bub.lobby.store.Samples.load;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.json.RawJson;
import bub.lobby.contract.CapabilitySchemas;
import bub.lobby.store.LobbyStore.SearchHit;
import bub.lobby.store.StoredAgent.StoredOffer;
import bub.protocol.Address;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Content of the store; other tests cover opening and search. */
class LobbyStoreTest {
  private static final Address SHOP = new Address("agent:shop");

  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("lobby.db");
  }

  private static Capability price() throws Exception {
    return Capability.named("find_price", "Finds the price of an item")
        .withSchemas(
            RawJson.parse("{\"type\":\"object\",\"required\":[\"item\"]}"),
            RawJson.parse("{\"type\":\"object\",\"required\":[\"price\"]}"))
        .withKeywords("shopping", "cost")
        .onlyFor(new Address("tg:1"), new Address("agent:buyer"))
        .withVersion(new Version(2, 1, 0, "beta.1"))
        .withTimeout(30);
  }

  @Test
  void everythingIsThereWhenItIsOpenedAgain() throws Exception {
    var plain = Capability.named("ping", "");
    try (var store = LobbyStore.open(file())) {
      store.save(agent("agent:idle"), List.of(), List.of());
      store.save(
          agent("agent:shop"),
          List.of(new CapabilityListing(7, price()), new CapabilityListing(9, plain)),
          List.of());
    }
    try (var store = LobbyStore.open(file())) {
      var agents = new ArrayList<StoredAgent>();
      assertThat(store.load(agents::add)).isEqualTo(9);
      assertThat(agents)
          .extracting(StoredAgent::id)
          .containsExactly(new Address("agent:idle"), SHOP);
      assertThat(agents.getFirst().offers()).isEmpty();
      StoredAgent shop = agents.getLast();
      assertThat(shop.tokenHash()).isEqualTo(agent("agent:shop").tokenHash());
      assertThat(shop.registeredAt()).isEqualTo(MONDAY);
      assertThat(shop.lastSeen()).isEqualTo(MONDAY);
      assertThat(shop.offers())
          .containsExactly(
              new StoredOffer(
                  7, "find_price", price().version(), price().authorizedRequesters(), 30),
              new StoredOffer(9, "ping", null, List.of(), null));
      assertThat(store.bodies(List.of(9L, 8L, 7L), 10_000).join())
          .containsExactly(plain.toRaw(), null, price().toRaw());
      assertThat(store.schemas(7).join())
          .isEqualTo(new CapabilitySchemas(price().inputSchema(), price().outputSchema()));
      assertThat(store.schemas(8).join()).isNull();
      assertThat(store.search("shopping", 10).join()).containsExactly(new SearchHit(7, SHOP));
    }
  }

  @Test
  void whatAFuturePromisedSurvivesTheEndOfTheProcess() throws Exception {
    Path copy = directory.resolve("as-it-was.db");
    try (var store = LobbyStore.open(file())) {
      store.save(agent("agent:shop"), List.of(new CapabilityListing(1, price())), List.of()).join();
      // What a process leaves behind when it is killed: nothing is brought into the one file.
      Files.copy(file(), copy);
      Files.copy(directory.resolve("lobby.db-wal"), directory.resolve("as-it-was.db-wal"));
    }
    try (var store = LobbyStore.open(copy)) {
      assertThat(load(store)).extracting(StoredAgent::id).containsExactly(SHOP);
      assertThat(store.bodies(List.of(1L), 10_000).join()).containsExactly(price().toRaw());
      assertThat(found(store, "price")).containsExactly(1L);
    }
  }

  @Test
  void anAnswerHasNoMoreBytesThanAskedFor() throws Exception {
    try (var store = LobbyStore.open(file())) {
      var listings = List.of(new CapabilityListing(1, price()), new CapabilityListing(2, price()));
      store.save(agent("agent:shop"), listings, List.of()).join();

      int enoughForOne = price().toRaw().length() + 1;
      assertThat(store.bodies(List.of(1L, 2L), enoughForOne).join())
          .containsExactly(price().toRaw(), null);
    }
  }

  @Test
  void aChangeReplacesWhatIsFound() throws Exception {
    try (var store = LobbyStore.open(file())) {
      var first = List.of(listing(1, "buy", "oranges"), listing(2, "sell", "apples"));
      store.save(agent("agent:shop"), first, List.of()).join();
      var later =
          new StoredAgent(
              SHOP, new byte[] {1, 2, 3}, null, MONDAY, MONDAY.plusSeconds(60), List.of());
      store.save(later, List.of(listing(3, "buy", "lemons")), List.of(1L)).join();

      assertThat(found(store, "oranges")).isEmpty();
      assertThat(found(store, "lemons")).containsExactly(3L);
      assertThat(found(store, "apples")).containsExactly(2L);
      assertThat(store.matching("buy", 10).join()).containsExactly(new SearchHit(3, SHOP));
      assertThat(store.schemas(1).join()).isNull();
      StoredAgent kept = load(store).getFirst();
      assertThat(kept.tokenHash()).containsExactly(1, 2, 3);
      assertThat(kept.lastSeen()).isEqualTo(later.lastSeen());
      assertThat(kept.offers()).extracting(StoredOffer::id).containsExactly(2L, 3L);
    }
  }

  @Test
  void aRemovedAgentLeavesNothingBehind() throws Exception {
    try (var store = LobbyStore.open(file())) {
      var offered = List.of(listing(1, "buy", "oranges"), listing(2, "sell", "apples"));
      store.save(agent("agent:shop"), offered, List.of());
      store.save(agent("agent:other"), List.of(listing(3, "store", "pears")), List.of());
      store.remove(SHOP).join();

      assertThat(found(store, "oranges apples")).isEmpty();
      assertThat(store.matching("*", 10).join())
          .containsExactly(new SearchHit(3, new Address("agent:other")));
      assertThat(load(store))
          .extracting(StoredAgent::id)
          .containsExactly(new Address("agent:other"));
    }
    for (String table : List.of("agent", "capability", "body", "words", "words_content")) {
      assertThat(count(table)).as(table).isEqualTo(1);
    }
  }

  private long count(String table) throws Exception {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        var statement = connection.createStatement();
        var row = statement.executeQuery("SELECT count(*) FROM " + table)) {
      return row.getLong(1);
    }
  }

  @Test
  void whoWasSeenIsKnownToHaveBeen() throws Exception {
    Instant tuesday = MONDAY.plus(Duration.ofDays(1));
    try (var store = LobbyStore.open(file())) {
      store.save(agent("agent:shop"), List.of(), List.of());
      store.save(agent("agent:other"), List.of(), List.of());
      store.seen(List.of(SHOP, new Address("agent:stranger")), tuesday).join();
      assertThat(load(store)).extracting(StoredAgent::lastSeen).containsExactly(tuesday, MONDAY);
    }
  }

  @Test
  void manyRegistrationsAtOnceAreAllKept() throws Exception {
    try (var store = LobbyStore.open(file())) {
      var saved = new ArrayList<CompletableFuture<?>>();
      for (int i = 1; i <= 2_000; i++) {
        var offered = List.of(listing(i, "service_" + i, "number " + i));
        saved.add(store.save(agent("agent:" + i), offered, List.of()));
      }
      assertThat(saved).allSatisfy(one -> assertThat(one.join()).isNull());
      assertThat(load(store)).hasSize(2_000);
      assertThat(found(store, "1234")).containsExactly(1234L);
    }
  }

  @Test
  void anIdThatIsTakenFailsItsOwnRegistrationOnly() throws Exception {
    try (var store = LobbyStore.open(file())) {
      var before = store.save(agent("agent:a"), List.of(listing(1, "a", "")), List.of());
      var twice = store.save(agent("agent:b"), List.of(listing(1, "b", "")), List.of());
      var after = store.save(agent("agent:c"), List.of(listing(2, "c", "")), List.of());
      before.join();
      after.join();
      assertThatThrownBy(twice::join)
          .cause()
          .isInstanceOf(IOException.class)
          .hasMessageContaining("capability.id");
      // All or nothing: not even the agent is kept.
      assertThat(load(store))
          .extracting(one -> one.id().value())
          .containsExactly("agent:a", "agent:c");
    }
  }

  @Test
  void aFullDiskFailsTheWriteAndLaterOnesSucceedWhenThereIsRoomAgain() throws Exception {
    try (var store = LobbyStore.open(file())) {
      store.save(agent("agent:shop"), List.of(new CapabilityListing(1, price())), List.of()).join();
      store.limitPages(1).join();
      assertThatThrownBy(() -> store.save(agent("agent:big"), big(100), List.of()).join())
          .cause()
          .isInstanceOf(IOException.class)
          .hasMessageContaining("disk is full");
      assertThat(load(store)).hasSize(1);
      assertThat(found(store, "price")).containsExactly(1L);

      store.limitPages(1_000_000).join();
      store.save(agent("agent:big"), big(100), List.of()).join();
      assertThat(load(store)).hasSize(2);
      assertThat(found(store, "padding")).hasSize(50);
    }
  }

  private static List<CapabilityListing> big(long firstId) {
    String text = "padding ".repeat(Capability.MAX_DESCRIPTION / 8);
    var listings = new CapabilityListing[50];
    Arrays.setAll(listings, i -> listing(firstId + i, "big_" + i, text));
    return List.of(listings);
  }

  @Test
  void onlyItsOwnerMayReadIt() throws Exception {
    try (var store = LobbyStore.open(file())) {
      store.save(agent("agent:shop"), List.of(), List.of()).join();
      for (String name : List.of("lobby.db", "lobby.db-wal", "lobby.db-shm")) {
        var rights = Files.getPosixFilePermissions(directory.resolve(name));
        assertThat(PosixFilePermissions.toString(rights)).as(name).isEqualTo("rw-------");
      }
    }
  }
}
