package bub.channel.telegram;

import bub.channel.telegram.api.Webhook;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;

/** Way in which updates arrive from Telegram. */
public sealed interface UpdateSource {

  /**
   * The bridge polls for updates, which works everywhere.
   *
   * @param timeout time that Telegram keeps a request open while there is no update
   */
  record Polling(Duration timeout) implements UpdateSource {}

  /**
   * Telegram posts updates to a webhook.
   *
   * @param listen local address of the webhook, behind an HTTPS proxy
   * @param hook public URL of the webhook, and its secret
   */
  record Hook(InetSocketAddress listen, Webhook hook) implements UpdateSource {

    /** Creates a webhook that gets one update at a time, which keeps their order. */
    public static Hook of(InetSocketAddress listen, URI publicUrl, String secret) {
      return new Hook(listen, new Webhook(publicUrl, secret, 1));
    }
  }
}
