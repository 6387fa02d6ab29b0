package bub.protocol;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.refusedBy;
import static bub.protocol.Json.tree;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConversationStartersTest {
  private static final String INFO =
      "{\"name\":\"bub\",\"version\":\"1\",\"starters\":[\"Plan my day\",\"👩‍💻 Help\"]}";

  private static String refused(List<String> texts) {
    return refusedBy(() -> new ConversationStarters(texts));
  }

  @Test
  void areWrittenAndReadInTheClientInfo() {
    ClientInfo info = ClientInfo.read(raw(INFO));
    assertThat(info.starters().texts()).containsExactly("Plan my day", "👩‍💻 Help");
    assertThat(tree(info)).isEqualTo(tree(INFO));
  }

  @Test
  void programsOfVersionTwoHaveNone() {
    String old = "{\"name\":\"bub\",\"version\":\"0.2.0\"}";
    assertThat(ClientInfo.read(raw(old)).starters()).isEqualTo(ConversationStarters.NONE);
    assertThat(tree(ClientInfo.read(raw(old)))).isEqualTo(tree(old));
    assertThat(ClientInfo.read(raw("{\"starters\":null}")).starters())
        .isEqualTo(ConversationStarters.NONE);
  }

  @Test
  void areFewAndShort() {
    assertThat(refused(Collections.nCopies(9, "Hi"))).isEqualTo("starters");
    assertThat(refused(List.of("Hi", "x".repeat(201)))).isEqualTo("starters[1]");
    assertThat(refused(List.of(" "))).isEqualTo("starters[0]");
    assertThat(new ConversationStarters(Collections.nCopies(8, "x".repeat(200))).length())
        .isEqualTo(1_600);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "two\nlines",
        "\u001b[2J",
        "re\u202Everse",
        "hid\u200Bden",
        "\uDB40\uDC41",
        "\uD800"
      })
  void hideNothing(String text) {
    assertThat(refused(List.of(text))).isEqualTo("starters[0]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "\"Hi\"", "{}", "[1]", "[null]", "[[\"Hi\"]]"})
  void otherShapesAreRefusedByName(String starters) {
    String info = "{\"starters\":" + starters + "}";
    assertThat(refusedBy(() -> ClientInfo.read(raw(info)))).startsWith("clientInfo.starters");
  }
}
