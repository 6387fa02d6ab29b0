package bub.channel.telegram.api;

import bub.channel.telegram.api.ApiOutcome.Ok;
import bub.channel.telegram.api.ApiOutcome.Refused;
import bub.channel.telegram.api.ApiOutcome.Retry;
import java.time.Duration;
import java.util.regex.Pattern;

/** Secret of a bot. No method shows it. */
public final class BotToken {
  private static final Pattern VALID = Pattern.compile("[0-9]{1,18}:[A-Za-z0-9_-]{1,200}");

  private final String value;

  private BotToken(String value) {
    this.value = value;
  }

  public static BotToken of(String text) {
    if (!VALID.matcher(text.strip()).matches()) {
      throw new IllegalArgumentException(
          "not a bot token: expected digits, a colon and letters, as BotFather shows them");
    }
    return new BotToken(text.strip());
  }

  /** Id of the bot, which is not secret. */
  public long botId() {
    return Long.parseLong(value, 0, value.indexOf(':'), 10);
  }

  String secret() {
    return value;
  }

  <T> ApiOutcome<T> hiddenIn(ApiOutcome<T> outcome) {
    return switch (outcome) {
      case Ok<T> ok -> ok;
      case Retry<T>(Duration after, String why) -> new Retry<>(after, hiddenIn(why));
      case Refused<T> refused ->
          new Refused<>(
              refused.code(),
              hiddenIn(refused.description()),
              refused.kind(),
              refused.migratedTo());
    };
  }

  private String hiddenIn(String text) {
    return text.replace(value, "<token>");
  }

  @Override
  public String toString() {
    return "BotToken[hidden]";
  }
}
