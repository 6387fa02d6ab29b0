package bub.channel.telegram.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.testkit.FakeBotApi;
import bub.testkit.FakeBotApiAnswer;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Only Telegram sees the token. */
class SecretsTest extends ApiScene {

  @Test
  void noTextHasTheTokenInIt() {
    var webhook = new Webhook(URI.create("https://example.org/x"), "very-secret", 40);
    assertThat(TOKEN.toString() + api + webhook)
        .doesNotContain(FakeBotApi.TOKEN.substring(5), "very-secret");
  }

  @Test
  void aServerThatRepeatsTheTokenIsNotQuoted() throws InterruptedException {
    var chatty = FakeBotApiAnswer.refuses(400, "Bad Request: /bot" + FakeBotApi.TOKEN + "/x");
    telegram.script().then("getMe", chatty);
    assertThat(refused(api.getMe()).description()).isEqualTo("Bad Request: /bot<token>/x");
  }

  @Test
  void aWrongTokenIsUnauthorized() throws InterruptedException {
    try (var other = new HttpBotApi(telegram.url(), BotToken.of("1:x"), ApiLimits.standard())) {
      assertThat(refused(other.getMe()).kind()).isEqualTo(TelegramRefusal.UNAUTHORIZED);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "secret", "1:", ":x", "1:x/../y", "1:x y", "1:x\ny", "x:1"})
  void whatIsNoTokenIsRefusedWithoutBeingRepeated(String text) {
    assertThatThrownBy(() -> BotToken.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a bot token: expected digits");
  }

  @Test
  void aTokenMayHaveALineEndAsInAFile() {
    assertThat(BotToken.of("12:ab\n").botId()).isEqualTo(12);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://example.org", "example.org", "/path", "mailto:x@example.org"})
  void onlyHttpLeadsToABotApi(String url) {
    assertThatThrownBy(() -> new HttpBotApi(URI.create(url), TOKEN, ApiLimits.standard()))
        .hasMessageContaining("not the URL of a Bot API server");
  }
}
