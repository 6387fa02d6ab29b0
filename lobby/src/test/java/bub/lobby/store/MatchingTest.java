package bub.lobby.store;

import static bub.lobby.store.Samples.listing;
import static bub.lobby.store.Samples.register;
import static org.assertj.core.api.Assertions.assertThat;

import bub.lobby.store.LobbyStore.SearchHit;
import bub.protocol.Address;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MatchingTest {
  @TempDir private Path directory;
  private LobbyStore store;

  @BeforeEach
  void open() throws Exception {
    store = LobbyStore.open(directory.resolve("lobby.db"));
    register(
        store,
        listing(1, "find_price", ""),
        listing(2, "find_place", ""),
        listing(3, "find", ""),
        listing(4, "Find_price", ""),
        listing(5, "price/find", ""),
        listing(6, "find_price", "offered by another one"));
  }

  @AfterEach
  void close() throws Exception {
    store.close();
  }

  @ParameterizedTest
  @CsvSource({
    "find_price, 1 6",
    "find, 3",
    "find*, 3 2 1 6",
    "find_*, 2 1 6",
    "find_p*e, 2 1 6",
    "find_p?ice, 1 6",
    "?ind_price, 4 1 6",
    "*price, 4 1 6",
    "*pri*, 4 1 6 5",
    "*, 4 3 2 1 6 5",
    "[Ff]ind_price, 4 1 6",
    "[!f]ind_price, 4",
    "[a-z]ind_price, 1 6",
    "[!a-z]*, 4",
    "find_p[!r]*, 2",
    "find_p[lr]*, 2 1 6",
    "*[/]*, 5",
    "[]f]ind, 3",
    "*********e, 4 2 1 6",
  })
  void findsNamesByWildcard(String glob, String ids) {
    assertThat(found(glob))
        .containsExactlyElementsOf(List.of(ids.split(" ")).stream().map(Long::valueOf).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "FIND",
        "find_pric",
        "ind",
        "find[",
        "find_price[",
        "[^f]nd",
        "[",
        "[]",
        "[!]",
        "[!",
        "find price",
        "find*\0",
        "f\u00efnd*",
        "\uD83D\uDE00*",
        "' OR 1=1 --",
        "%",
        "find%",
        "[z-a]ind"
      })
  void findsNothingByOtherTexts(String glob) {
    assertThat(found(glob)).isEmpty();
  }

  @Test
  void saysWhoOffersIt() {
    assertThat(store.matching("find_price", 10).join())
        .containsExactly(
            new SearchHit(1, new Address("agent:1")), new SearchHit(6, new Address("agent:6")));
  }

  @Test
  void answersNoMoreThanAskedFor() {
    assertThat(store.matching("find*", 2).join()).extracting(SearchHit::id).containsExactly(3L, 2L);
  }

  @Test
  void manyStarsTakeNoLongTime() {
    register(store, listing(9, "a".repeat(128), ""));
    assertThat(found("*a".repeat(63) + "*b")).isEmpty();
  }

  private List<Long> found(String glob) {
    return store.matching(glob, 100).join().stream().map(SearchHit::id).toList();
  }
}
