package bub.testkit;

import bub.json.RawJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Sender of updates to a webhook, which repeats each until it is accepted. On its own thread. */
final class FakeBotApiWebhook implements AutoCloseable {
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(50);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final String url;
  private final String secret;
  private final FakeBotApiUpdates updates;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Thread thread = Thread.ofVirtual().name("fake webhook").unstarted(this::bring);

  FakeBotApiWebhook(String url, String secret, FakeBotApiUpdates updates) {
    this.url = url;
    this.secret = secret;
    this.updates = updates;
  }

  FakeBotApiWebhook start() {
    thread.start();
    return this;
  }

  String url() {
    return url;
  }

  private void bring() {
    try {
      for (RawJson update = updates.oldest(); update != null; update = updates.oldest()) {
        if (isTaken(update)) {
          updates.taken(update);
        } else {
          Thread.sleep(BETWEEN_ATTEMPTS);
        }
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isTaken(RawJson update) throws InterruptedException {
    var request = HttpRequest.newBuilder(URI.create(url)).timeout(TIMEOUT);
    request.header("Content-Type", "application/json");
    if (!secret.isEmpty()) {
      request.header("X-Telegram-Bot-Api-Secret-Token", secret);
    }
    request.POST(HttpRequest.BodyPublishers.ofByteArray(update.toByteArray()));
    try {
      return http.send(request.build(), BodyHandlers.discarding()).statusCode() / 100 == 2;
    } catch (IOException notThere) {
      return false;
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    http.shutdownNow();
  }
}
