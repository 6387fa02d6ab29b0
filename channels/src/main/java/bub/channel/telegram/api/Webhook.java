package bub.channel.telegram.api;

import java.net.URI;
import java.util.regex.Pattern;

/** Webhook to which Telegram posts updates, with the secret in {@link #SECRET_HEADER}. */
public record Webhook(URI url, String secret, int connections) {
  public static final String SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token";

  private static final Pattern VALID_SECRET = Pattern.compile("[A-Za-z0-9_-]{1,256}");
  private static final int MOST_CONNECTIONS = 100;

  public Webhook {
    if (!VALID_SECRET.matcher(secret).matches()) {
      throw new IllegalArgumentException(
          "the webhook secret must have 1 to 256 letters, digits, '_' or '-'");
    }
    if (connections < 1 || connections > MOST_CONNECTIONS) {
      throw new IllegalArgumentException("a webhook needs 1 to 100 connections");
    }
  }

  @Override
  public String toString() {
    return "Webhook[url=" + url + ", connections=" + connections + "]";
  }
}
