package bub.channel.telegram.api;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import bub.json.RawJson;
import bub.protocol.message.ChatId;
import bub.testkit.FakeBotApiSent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that a bot sends. */
class SendingTest extends ApiScene {

  @Test
  void knowsItself() throws InterruptedException {
    TelegramUser me = ok(api.getMe());
    assertThat(me.id()).isEqualTo(TOKEN.botId());
    assertThat(me.isBot()).isTrue();
    assertThat(me.username()).isEqualTo("fake_bub_bot");
  }

  @Test
  void sendsFormattedTextAsAnAnswerAndWithoutPreviews() throws InterruptedException {
    long asked = telegram.says(7, ANNA, "hi");
    List<MessageEntity> bold = List.of(MessageEntity.of(MessageEntity.BOLD, 0, 2));
    SendText text = SendText.plain(CHAT, "😀 x").withEntities(bold).replyingTo(asked);
    SentMessage sent = ok(api.sendMessage(text));

    assertThat(telegram.sent(7))
        .singleElement()
        .satisfies(
            message -> {
              assertThat(message.messageId()).isEqualTo(sent.messageId());
              assertThat(message.text()).isEqualTo("😀 x");
              assertThat(message.entityTypes()).containsExactly("bold");
              assertThat(message.replyTo()).isEqualTo(asked);
            });
    RawJson parameters = telegram.script().calls("sendMessage").getFirst().parameters();
    assertThat(parameters.fields().require("link_preview_options"))
        .hasToString("{\"is_disabled\":true}");
    assertThat(parameters.fields().require("chat_id")).hasToString("7");
  }

  @Test
  void sendsTheAnswerAlsoWhenTheQuestionIsGone() throws InterruptedException {
    ok(api.sendMessage(SendText.plain(CHAT, "still here").replyingTo(999L)));
    assertThat(telegram.sent(7)).extracting(FakeBotApiSent::replyTo).containsExactly(0L);
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1_001_234_567_890L, Long.MAX_VALUE})
  void reachesChatsOfAnyNumber(long chat) throws InterruptedException {
    ok(api.sendMessage(SendText.plain(new ChatId(Long.toString(chat)), "hello")));
    assertThat(telegram.sent(chat)).hasSize(1);
  }

  @Test
  void editsWhatItHasSent() throws InterruptedException {
    long id = requireNonNull(ok(api.sendMessage(SendText.plain(CHAT, "thinking"))).messageId());
    ok(api.editMessageText(new EditText(CHAT, id, "thought", List.of())));
    assertThat(telegram.sent(7))
        .extracting(FakeBotApiSent::versions)
        .containsExactly(List.of("thinking", "thought"));

    var same = new EditText(CHAT, id, "thought", List.of());
    assertThat(refused(api.editMessageText(same)).kind()).isEqualTo(TelegramRefusal.NOT_MODIFIED);
    ok(api.deleteMessage(CHAT, id));
    assertThat(refused(api.editMessageText(same)).kind()).isEqualTo(TelegramRefusal.REPLY_GONE);
  }

  @Test
  void learnsWhatIsWrongWithAText() throws InterruptedException {
    assertThat(refused(api.sendMessage(SendText.plain(CHAT, "x".repeat(4097)))).kind())
        .isEqualTo(TelegramRefusal.TOO_LONG);
    List<MessageEntity> outside = List.of(MessageEntity.of(MessageEntity.BOLD, 0, 9));
    SendText badlyFormatted = SendText.plain(CHAT, "short").withEntities(outside);
    assertThat(refused(api.sendMessage(badlyFormatted)).kind())
        .isEqualTo(TelegramRefusal.BAD_FORMATTING);
    assertThat(refused(api.sendMessage(SendText.plain(CHAT, " \n"))).kind())
        .isEqualTo(TelegramRefusal.OTHER);
  }

  @Test
  void showsThatItIsBusyAndWhatItCanDo() throws InterruptedException {
    ok(api.sendChatAction(CHAT, null, ChatAction.TYPING));
    ok(api.setMyCommands(List.of(new BotCommand("help", "what I can do"))));
    assertThat(telegram.script().calls("sendChatAction").getFirst().parameters())
        .hasToString("{\"chat_id\":7,\"action\":\"typing\"}");
    assertThat(telegram.script().calls("setMyCommands").getFirst().parameters())
        .hasToString("{\"commands\":[{\"command\":\"help\",\"description\":\"what I can do\"}]}");
    assertThat(ok(api.getChatMember(CHAT, 7))).isEqualTo(Membership.MEMBER);
  }

  @Test
  void sendsAFileByteForByteUnderANameThatCannotBreakTheForm(@TempDir Path directory)
      throws InterruptedException, IOException {
    byte[] bytes = new byte[300_000];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i * 31 + i / 256);
    }
    Path file = Files.write(directory.resolve("data"), bytes);
    long asked = telegram.says(7, ANNA, "the data please");
    SendFile sending =
        SendFile.of(CHAT, file, "Zürich \"x\"\r\nX: y.bin")
            .captioned("bitte schön")
            .replyingTo(asked);
    ok(api.sendDocument(sending));

    FakeBotApiSent sent = telegram.sent(7).getFirst();
    assertThat(sent.text()).isEqualTo("bitte schön");
    assertThat(sent.replyTo()).isEqualTo(asked);
    assertThat(requireNonNull(sent.file()).name()).isEqualTo("Zürich _x___X: y.bin");
    assertThat(sent.file().bytes()).isEqualTo(bytes);
  }

  @Test
  void refusesToSendAFileThatIsNotThere(@TempDir Path directory) throws InterruptedException {
    SendFile sending = SendFile.of(CHAT, directory.resolve("gone"), "gone");
    assertThat(refused(api.sendDocument(sending)).description()).contains("cannot be read");
  }
}
