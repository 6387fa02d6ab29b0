package bub.channel.telegram;

import bub.channel.telegram.api.Webhook;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;

/** Way in which updates arrive from Telegram. */
public sealed interface UpdateSource {

  /** The bridge polls; Telegram keeps a request without an update open for {@code timeout}. */
  record Polling(Duration timeout) implements UpdateSource {}

  /** Telegram posts to the public URL of {@code hook}; an HTTPS proxy leads to {@code listen}. */
  record Hook(InetSocketAddress listen, Webhook hook) implements UpdateSource {

    /** One update at a time keeps their order. */
    public static Hook of(InetSocketAddress listen, URI publicUrl, String secret) {
      return new Hook(listen, new Webhook(publicUrl, secret, 1));
    }
  }
}
