package bub.channel.telegram.api;

import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.message.ChatId;
import bub.testkit.FakeBotApiAnswer;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Failures of Telegram, as outcome values. */
class TroubleTest extends ApiScene {
  private static final SendText HELLO = SendText.plain(CHAT, "hello");

  private ApiOutcome<SentMessage> sendWith(FakeBotApiAnswer answer) throws InterruptedException {
    telegram.script().then("sendMessage", answer);
    return api.sendMessage(HELLO);
  }

  @ParameterizedTest
  @CsvSource({"17, 17", "0, 1", "-5, 1", "4000, 3600", "9000000000000000000, 3600"})
  void waitsAsLongAsTelegramSaysWithinReason(long asked, long waited) throws InterruptedException {
    assertThat(retry(sendWith(FakeBotApiAnswer.tooManyRequests(asked))).after())
        .isEqualTo(Duration.ofSeconds(waited));
  }

  @Test
  void waitsAlsoWhenTheTimeToWaitIsNonsense() throws InterruptedException {
    String body = "{\"ok\":false,\"error_code\":429,\"parameters\":{\"retry_after\":\"soon\"}}";
    assertThat(retry(sendWith(new FakeBotApiAnswer.Body(429, "application/json", body))).after())
        .isEqualTo(Duration.ofSeconds(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ok",
        "[]",
        "null",
        "{}",
        "{\"ok\":1}",
        "{\"ok\":false}",
        "{\"ok\":true,\"result\":",
        "{\"ok\":true,\"ok\":true}",
      })
  void triesAgainAfterAnAnswerThatIsNone(String body) throws InterruptedException {
    retry(sendWith(new FakeBotApiAnswer.Body(200, "application/json", body)));
  }

  @Test
  void triesAgainAfterAPageForPeople() throws InterruptedException {
    assertThat(retry(sendWith(FakeBotApiAnswer.page(200))).why()).contains("status 200");
    retry(sendWith(FakeBotApiAnswer.page(302)));
    retry(sendWith(FakeBotApiAnswer.page(404)));
    retry(sendWith(FakeBotApiAnswer.page(502)));
    retry(sendWith(FakeBotApiAnswer.broken()));
  }

  @Test
  void triesAgainAfterAnAnswerThatIsCut() throws InterruptedException {
    retry(sendWith(FakeBotApiAnswer.cut()));
  }

  @Test
  void believesThatAMessageIsSentWhateverElseTheAnswerSays() throws InterruptedException {
    var odd = new FakeBotApiAnswer.Body(200, "application/json", "{\"ok\":true,\"result\":[]}");
    assertThat(ok(sendWith(odd)).messageId()).isNull();
  }

  @Test
  void givesUpOnAServerThatHangs() throws InterruptedException {
    telegram.script().then("sendMessage", FakeBotApiAnswer.hangs());
    try (HttpBotApi impatient = impatient()) {
      assertThat(retry(impatient.sendMessage(HELLO)).why()).contains("no answer");
    }
  }

  @Test
  void doesNotTakeInMoreThanItWants() throws InterruptedException {
    var huge = new FakeBotApiAnswer.Body(200, "application/json", " ".repeat(200_000) + "{}");
    telegram.script().then("sendMessage", huge);
    try (HttpBotApi impatient =
        new HttpBotApi(
            telegram.url(),
            TOKEN,
            new ApiLimits(
                Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(30), 100_000))) {
      assertThat(retry(impatient.sendMessage(HELLO)).why()).contains("more than 100000 bytes");
    }
  }

  @Test
  void triesAgainWhenNobodyIsThere() throws InterruptedException, IOException {
    telegram.goesDown();
    assertThat(retry(api.sendMessage(HELLO)).why()).contains("cannot be reached");
    telegram.comesBack();
    ok(api.sendMessage(HELLO));
  }

  @Test
  void knowsWhereAGroupHasGone() throws InterruptedException {
    var refused = refused(sendWith(FakeBotApiAnswer.migratedTo(-1_001_234_567_890L)));
    assertThat(refused.kind()).isEqualTo(TelegramRefusal.MIGRATED);
    assertThat(refused.migratedTo()).isEqualTo(new ChatId("-1001234567890"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "403 | Forbidden: bot was blocked by the user | BLOCKED",
        "403 | Forbidden: bot was kicked from the supergroup chat | BLOCKED",
        "403 | Forbidden: bot can't initiate conversation with a user | BLOCKED",
        "403 | Forbidden: user is deactivated | CHAT_GONE",
        "400 | Bad Request: not enough rights to send text messages to the chat | BLOCKED",
        "400 | Bad Request: chat not found | CHAT_GONE",
        "400 | Bad Request: PEER_ID_INVALID | CHAT_GONE",
        "400 | Bad Request: can't parse entities: Unsupported start tag | BAD_FORMATTING",
        "400 | Bad Request: ENTITY_BOUNDS_INVALID | BAD_FORMATTING",
        "400 | Bad Request: message is too long | TOO_LONG",
        "400 | Bad Request: MEDIA_CAPTION_TOO_LONG | TOO_LONG",
        "400 | Bad Request: message is not modified: … | NOT_MODIFIED",
        "400 | Bad Request: message to be replied not found | REPLY_GONE",
        "400 | Bad Request: message thread not found | REPLY_GONE",
        "400 | Bad Request: group chat was upgraded to a supergroup chat | MIGRATED",
        "400 | Bad Request: file is too big | FILE_TOO_BIG",
        "413 | Request Entity Too Large | FILE_TOO_BIG",
        "409 | Conflict: terminated by other getUpdates request | CONFLICT",
        "401 | Unauthorized | UNAUTHORIZED",
        "404 | Not Found | UNAUTHORIZED",
        "404 | Not Found: method not found | OTHER",
        "400 | Bad Request: something of next year | OTHER",
      })
  void tellsRefusalsApart(int code, String description, TelegramRefusal kind)
      throws InterruptedException {
    var refused = refused(sendWith(FakeBotApiAnswer.refuses(code, description)));
    assertThat(refused.kind()).isEqualTo(kind);
    assertThat(refused.code()).isEqualTo(code);
    assertThat(refused.description()).isEqualTo(description);
  }
}
