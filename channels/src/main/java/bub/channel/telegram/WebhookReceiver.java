package bub.channel.telegram;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.channel.http.HttpLimits;
import bub.channel.http.WebhookServer;
import bub.channel.telegram.api.UpdateReader;
import bub.channel.telegram.api.Webhook;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.MessageDigest;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Webhook for Telegram's updates. Answers 200 only when the update is on disk; otherwise Telegram
 * sends it again. One virtual thread per request.
 */
final class WebhookReceiver implements WebhookServer.Receiver {
  private static final Logger LOG = LoggerFactory.getLogger(WebhookReceiver.class);
  private static final int DESCRIPTOR_PARTS = 16;

  private final byte[] secret;
  private final UpdateIntake intake;
  private final BridgeCounters counters;

  private WebhookReceiver(byte[] secret, UpdateIntake intake, BridgeCounters counters) {
    this.secret = secret;
    this.intake = intake;
    this.counters = counters;
  }

  static WebhookServer open(
      InetSocketAddress listen, Webhook hook, UpdateIntake intake, BridgeCounters counters)
      throws IOException {
    return WebhookServer.start(
        listen,
        HttpLimits.forPartOfDescriptors(DESCRIPTOR_PARTS),
        new WebhookReceiver(hook.secret().getBytes(UTF_8), intake, counters));
  }

  @Override
  public String secretHeader() {
    return Webhook.SECRET_HEADER;
  }

  /** Compares in constant time. */
  @Override
  public boolean isSecret(String value) {
    return MessageDigest.isEqual(value.getBytes(UTF_8), secret);
  }

  @Override
  public int receive(byte[] body) {
    try {
      return intake.take(List.of(UpdateReader.parse(body))) ? 200 : 503;
    } catch (InvalidJson | InvalidField odd) {
      // Telegram would only send the same unreadable update again.
      LOG.warn("Skipped an unreadable update: {}", odd.getMessage());
      counters.broken.increment();
      return 200;
    } catch (IOException broken) {
      LOG.error("Cannot store an update", broken);
      return 500;
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
      return 503;
    }
  }
}
