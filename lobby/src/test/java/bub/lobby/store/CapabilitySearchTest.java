package bub.lobby.store;

import static bub.lobby.store.Samples.agent;
import static bub.lobby.store.Samples.found;
import static bub.lobby.store.Samples.listing;
import static bub.lobby.store.Samples.register;
import static org.assertj.core.api.Assertions.assertThat;

import bub.lobby.store.LobbyStore.SearchHit;
import bub.protocol.Address;
import bub.protocol.lobby.Discovery;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CapabilitySearchTest {
  @TempDir private Path directory;
  private LobbyStore store;

  @BeforeEach
  void open() throws Exception {
    store = LobbyStore.open(directory.resolve("lobby.db"));
  }

  @AfterEach
  void close() throws Exception {
    store.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "find_cheapest_item_price_v2",
        "find.cheapest:item/price-v2",
        "findCheapestItemPriceV2",
        "FINDCheapestItemPrice"
      })
  void findsTheWordsOfAName(String name) {
    register(store, listing(1, name, ""), listing(2, "find_item", ""));
    assertThat(found(store, "cheapest price")).containsExactly(1L);
    assertThat(found(store, name)).first().isEqualTo(1L);
  }

  @Test
  void findsWordsInNameDescriptionAndKeywordsTogether() {
    register(store, listing(5, "convert", "Turns one currency into another", "money", "FX"));
    assertThat(found(store, "convert currency fx")).containsExactly(5L);
    assertThat(store.search("money", 1).join())
        .containsExactly(new SearchHit(5, new Address("agent:5")));
  }

  @Test
  void aNameComesBeforeKeywordsAndTheseBeforeADescription() {
    register(
        store,
        listing(1, "a", "All about weather, and weather only: weather, weather, weather"),
        listing(2, "b", "Something else", "weather", "rain", "sun"),
        listing(3, "weather_report", "Something else, told at length and with many words"));
    assertThat(found(store, "weather")).containsExactly(3L, 2L, 1L);
  }

  @Test
  void whatHasAllWordsComesAlone() {
    register(
        store,
        listing(1, "find_price", "of a book"),
        listing(2, "find_book", ""),
        listing(3, "price_of_book", ""));
    assertThat(found(store, "book price")).containsExactly(3L, 1L);
  }

  @Test
  void whenNothingHasAllWordsTheMostAreBest() {
    register(
        store,
        listing(1, "translate", "text"),
        listing(2, "translate_speech", "into text"),
        listing(3, "paint", "pictures"));
    assertThat(found(store, "translate speech quickly")).containsExactly(2L, 1L);
  }

  @Test
  void commonWordsDoNotHideWhatIsMeant() {
    var crowd = new ArrayList<CapabilityListing>();
    IntStream.rangeClosed(1, 1_200).forEach(i -> crowd.add(listing(i, "s" + i, "does the thing")));
    store.save(agent("agent:crowd"), crowd, List.of()).join();
    register(store, listing(5_000, "price", "cheapest wins"));
    assertThat(found(store, "get me the cheapest price of it")).containsExactly(5_000L);
    assertThat(found(store, "the nonsense")).hasSize(100);
  }

  @Test
  void aNameIsFoundHoweverManyDescriptionsHaveTheWord() {
    var crowd = new ArrayList<CapabilityListing>();
    IntStream.rangeClosed(1, 1_200).forEach(i -> crowd.add(listing(i, "s" + i, "a price")));
    store.save(agent("agent:crowd"), crowd, List.of()).join();
    register(store, listing(5_000, "find_price", ""));
    assertThat(found(store, "price")).hasSize(100).first().isEqualTo(5_000L);
  }

  @Test
  void theLastWordMayBeUnfinished() {
    register(store, listing(1, "find_price", "cheapest first"));
    assertThat(found(store, "pric")).containsExactly(1L);
    assertThat(found(store, "find cheap")).containsExactly(1L);
    assertThat(found(store, "pr")).isEmpty();
  }

  @Test
  void formsOfAWordAreOneWord() {
    register(store, listing(1, "translate_texts", "Übersetzung"));
    assertThat(found(store, "translation text")).containsExactly(1L);
    assertThat(found(store, "ubersetzung")).containsExactly(1L);
  }

  @Test
  void wordsWithoutSpacesBetweenThemAreFound() {
    register(store, listing(1, "price", "查找商品的最低价格"), listing(2, "weather", "天气预报"));
    assertThat(found(store, "价格")).containsExactly(1L);
    assertThat(found(store, "最低价格")).containsExactly(1L);
    assertThat(found(store, "明天天气")).containsExactly(2L);
    assertThat(found(store, "气")).containsExactly(2L);
  }

  @Test
  void answersNoMoreThanAskedFor() {
    for (int i = 1; i <= 5; i++) {
      register(store, listing(i, "find_" + i, ""));
    }
    assertThat(store.search("find", 3).join()).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "\"",
        "\"\"\"",
        "*",
        "-",
        "()",
        "^",
        "{name}:",
        "' OR 1=1 --",
        ":",
        "\0",
        "+ , ; .",
        "\uD83D\uDE00",
        "\u0301",
        "\u200B",
        "NEAR()",
        "\uFFFF",
        "\uDB40\uDC41"
      })
  void findsNothingByPunctuationOrNonsense(String words) {
    register(store, listing(1, "find_price", "of something"));
    assertThat(found(store, words)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "price\"",
        "\"price",
        "price*",
        "*price",
        "-price",
        "(price",
        "^price",
        "{name}:price",
        "price AND NOT find",
        "NEAR(price find)",
        "price' OR '1",
        "price\0find",
        "pri\u0301ce",
        "price OR",
        "AND price",
        "NOT price",
        "price: find",
        "price + find"
      })
  void takesEveryWordAsAWord(String words) {
    register(store, listing(1, "find_price", "near not or and x1"));
    assertThat(found(store, words)).containsExactly(1L);
  }

  @Test
  void survivesVeryLongQueries() {
    register(store, listing(1, "find_price", "w1 w2 w3"));
    String thousand =
        IntStream.range(0, 1_000).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
    assertThat(found(store, thousand)).containsExactly(1L);
    assertThat(found(store, "price ".repeat(1_000))).containsExactly(1L);
    assertThat(found(store, "x".repeat(Discovery.MAX_WORDS))).isEmpty();
    assertThat(found(store, "价".repeat(Discovery.MAX_WORDS))).isEmpty();
  }

  @Test
  void textsMayHaveAnyCharacter() {
    register(store, listing(1, "odd", "one\0two \"three\" \uD83D\uDE00 'four'", "\0", "fi\"ve"));
    assertThat(found(store, "one two three four")).containsExactly(1L);
    assertThat(found(store, "fi ve")).containsExactly(1L);
    store.remove(new Address("agent:1")).join();
    assertThat(found(store, "two")).isEmpty();
  }
}
