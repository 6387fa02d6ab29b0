package bub.channel.telegram;

import bub.channel.telegram.api.Webhook;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;

/** How updates come from Telegram. */
public sealed interface UpdateSource {

  /**
   * The bridge asks for them, which works everywhere.
   *
   * @param patience how long Telegram keeps a question open while there is no update
   */
  record Polling(Duration patience) implements UpdateSource {}

  /**
   * Telegram brings them.
   *
   * @param listen where this process takes them, behind something that speaks HTTPS
   * @param hook where Telegram brings them, and the secret that it must know
   */
  record Hook(InetSocketAddress listen, Webhook hook) implements UpdateSource {

    /** One that gets an update at a time, and so in order. */
    public static Hook of(InetSocketAddress listen, URI publicUrl, String secret) {
      return new Hook(listen, new Webhook(publicUrl, secret, 1));
    }
  }
}
