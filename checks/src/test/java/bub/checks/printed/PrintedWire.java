package bub.checks.printed;

import static bub.checks.kit.TypedClient.tree;

import bub.checks.kit.TypedClient;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import tools.jackson.databind.JsonNode;

/** A way to send texts and to receive them. */
interface PrintedWire extends AutoCloseable {
  void type(String text) throws InterruptedException;

  JsonNode next() throws InterruptedException;

  @Override
  void close();

  static PrintedWire webSocket(TypedClient client) {
    return new PrintedWire() {
      @Override
      public void type(String text) throws InterruptedException {
        client.type(text);
      }

      @Override
      public JsonNode next() throws InterruptedException {
        return client.next();
      }

      @Override
      public void close() {
        client.close();
      }
    };
  }

  /** Posts every text; what is received are the bodies, or the status where there is no body. */
  static PrintedWire http(URI url) {
    return new Http(url, new LinkedBlockingQueue<>());
  }

  /** A client that posts without waiting and reads the answers in the order of its posts. */
  record Http(URI url, BlockingQueue<CompletableFuture<HttpResponse<String>>> posts)
      implements PrintedWire {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    @Override
    public void type(String text) {
      var request = HttpRequest.newBuilder(url).timeout(TIMEOUT);
      request.header("Content-Type", "application/json").POST(BodyPublishers.ofString(text));
      posts.add(CLIENT.sendAsync(request.build(), BodyHandlers.ofString()));
    }

    @Override
    public JsonNode next() throws InterruptedException {
      try {
        HttpResponse<String> response = posts.take().join();
        String body = response.body();
        return tree(body.isEmpty() ? String.valueOf(response.statusCode()) : body);
      } catch (CompletionException failed) {
        throw new AssertionError(failed);
      }
    }

    @Override
    public void close() {}
  }
}
