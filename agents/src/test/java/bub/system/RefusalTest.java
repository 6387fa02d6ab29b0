package bub.system;

import static org.assertj.core.api.Assertions.assertThat;

import bub.json.JsonValue;
import bub.protocol.Ack;
import bub.protocol.Address;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefusalTest {
  @TempDir private Path directory;
  private Stage stage;
  private TestChat chat;

  @BeforeEach
  void setUp() throws Exception {
    stage = Stage.in(directory);
    stage.start();
    chat = stage.chat("1");
  }

  @AfterEach
  void tearDown() throws Exception {
    stage.close();
  }

  static Stream<String> hostileChatIds() {
    return Stream.of(
        "../../x",
        "..",
        ".",
        "-o",
        "--help",
        "",
        " ",
        "1\n2",
        "1\u0000",
        "a/b",
        "\uD83D\uDE00",
        "x".repeat(10_240),
        "$(reboot)",
        "1;2",
        "%n",
        "1:2");
  }

  @ParameterizedTest
  @MethodSource("hostileChatIds")
  void aChatIdThatCouldDoHarmIsRefusedBeforeItReachesAPath(String chatId) throws Exception {
    assertRefused(ask("spawn_request", chatId, "terminal"), "chat_id");
    assertRefused(ask("route_query", chatId, "terminal"), "chat_id");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "term/inal",
        "../x",
        "",
        "Terminal",
        "-o",
        "terminal\n",
        "1",
        "agent",
        "system",
        "lobby",
        "room",
        "cli"
      })
  void aChannelThatIsNoneIsRefused(String channel) throws Exception {
    assertRefused(ask("spawn_request", "1", channel), "channel");
    assertRefused(ask("route_query", "1", channel), "channel");
  }

  @ParameterizedTest
  @ValueSource(strings = {"term", "tg"})
  void thePrefixOfAnotherChannelIsNoChannel(String prefix) throws Exception {
    assertRefused(ask("spawn_request", "1", prefix), "prefix of another channel");
  }

  @ParameterizedTest
  @ValueSource(strings = {"telegram", "web", "discord"})
  void aChatCannotHaveTheAgentOfAnotherChannel(String channel) throws Exception {
    assertRefused(ask("spawn_request", "1", channel), "or an operator");
  }

  @Test
  void aChatCannotHaveTheAgentOfAnotherChat() throws Exception {
    assertRefused(ask("spawn_request", "2", "terminal"), "or an operator");
  }

  @Test
  void whatIsNotForTheSystemAgentIsRefused() throws Exception {
    assertRefused(chat.send(SystemAgent.SPAWN, payload("{\"type\":\"hello\"}")), "hello");
    assertRefused(chat.send(SystemAgent.SPAWN, payload("{}")), "does not accept");
    assertRefused(
        chat.send(SystemAgent.SPAWN, payload("{\"type\":\"spawn_request\",\"content\":[]}")),
        "content");
    assertRefused(
        chat.send(
            new Address("system:route"),
            payload("{\"type\":\"sessions_stop\",\"content\":{\"client_id\":\"agent:system\"}}")),
        "client_id");
  }

  private Ack ask(String type, String chatId, String channel) throws Exception {
    JsonValue payload =
        out ->
            out.beginObject()
                .field("type", type)
                .name("content")
                .beginObject()
                .field("chat_id", chatId)
                .field("channel", channel)
                .endObject()
                .endObject();
    return chat.send(SystemAgent.SPAWN, payload);
  }

  private static JsonValue payload(String json) throws Exception {
    return bub.json.RawJson.parse(json);
  }

  private void assertRefused(Ack ack, String why) throws Exception {
    assertThat(ack.success()).isFalse();
    assertThat(ack.shouldRetry()).isFalse();
    assertThat(ack.message()).contains(why).hasSizeLessThan(300);
    try (Stream<Path> workspaces = Files.list(stage.stateDir().resolve("workspaces"))) {
      assertThat(workspaces).isEmpty();
    }
    assertThat(chat.heard()).isEmpty();
  }
}
