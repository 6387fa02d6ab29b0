package bub.channel.telegram.api;

import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.message.ChatId;
import bub.testkit.FakeBotApi;
import bub.testkit.FakeBotApiUser;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A bot at a fake server, and a person who writes to it. */
abstract class ApiScene {
  static final BotToken TOKEN = BotToken.of(FakeBotApi.TOKEN);
  static final FakeBotApiUser ANNA = new FakeBotApiUser(7, "Anna", "Karenina", "anna_k");
  static final ChatId CHAT = new ChatId("7");
  static final Duration AT_ONCE = Duration.ZERO;
  static final Duration LONG = Duration.ofSeconds(50);

  FakeBotApi telegram;
  HttpBotApi api;

  @BeforeEach
  void start() throws IOException {
    telegram = FakeBotApi.start();
    api = new HttpBotApi(telegram.url(), TOKEN, ApiLimits.standard());
  }

  @AfterEach
  void end() {
    api.close();
    telegram.close();
  }

  /** A client that gives up early. */
  HttpBotApi impatient() {
    var limits =
        new ApiLimits(
            Duration.ofSeconds(10), Duration.ofMillis(200), Duration.ofMillis(200), 100_000);
    return new HttpBotApi(telegram.url(), TOKEN, limits);
  }

  static <T> T ok(ApiOutcome<T> outcome) {
    assertThat(outcome).isInstanceOf(ApiOutcome.Ok.class);
    return ((ApiOutcome.Ok<T>) outcome).value();
  }

  static <T> ApiOutcome.Retry<T> retry(ApiOutcome<T> outcome) {
    assertThat(outcome).isInstanceOf(ApiOutcome.Retry.class);
    return (ApiOutcome.Retry<T>) outcome;
  }

  static <T> ApiOutcome.Refused<T> refused(ApiOutcome<T> outcome) {
    assertThat(outcome).isInstanceOf(ApiOutcome.Refused.class);
    return (ApiOutcome.Refused<T>) outcome;
  }
}
