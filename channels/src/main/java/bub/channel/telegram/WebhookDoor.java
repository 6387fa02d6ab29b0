package bub.channel.telegram;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.channel.telegram.api.UpdateReader;
import bub.channel.telegram.api.Webhook;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.MessageDigest;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where Telegram brings updates. Only who knows the secret is heard; what is not on disk is not
 * answered with 200, so that Telegram brings it again. On a virtual thread a request.
 */
final class WebhookDoor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WebhookDoor.class);
  private static final int MAX_BODY = 1024 * 1024;
  private static final int MAX_AT_ONCE = 64;

  private final byte[] secret;
  private final Intake intake;
  private final Tally tally;
  private final Semaphore places = new Semaphore(MAX_AT_ONCE);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;

  private WebhookDoor(byte[] secret, Intake intake, Tally tally, HttpServer server) {
    this.secret = secret;
    this.intake = intake;
    this.tally = tally;
    this.server = server;
  }

  static WebhookDoor open(InetSocketAddress listen, Webhook hook, Intake intake, Tally tally)
      throws IOException {
    HttpServer server = HttpServer.create(listen, MAX_AT_ONCE);
    var door = new WebhookDoor(hook.secret().getBytes(UTF_8), intake, tally, server);
    server.createContext("/", door::handle);
    server.setExecutor(door.threads);
    server.start();
    return door;
  }

  private void handle(HttpExchange exchange) throws IOException {
    boolean hasPlace = places.tryAcquire();
    try (exchange) {
      exchange.sendResponseHeaders(hasPlace ? answer(exchange) : 503, -1);
    } finally {
      if (hasPlace) {
        places.release();
      }
    }
  }

  private int answer(HttpExchange exchange) throws IOException {
    if (!exchange.getRequestMethod().equals("POST")) {
      return 405;
    }
    if (!isSecret(exchange.getRequestHeaders().getFirst(Webhook.SECRET_HEADER))) {
      return 401;
    }
    byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY + 1);
    return body.length > MAX_BODY ? 413 : take(body);
  }

  /** Takes as long for a good guess as for a bad one. */
  private boolean isSecret(@Nullable String given) {
    return given != null && MessageDigest.isEqual(given.getBytes(UTF_8), secret);
  }

  private int take(byte[] body) {
    try {
      return intake.take(List.of(UpdateReader.parse(body))) ? 200 : 503;
    } catch (InvalidJson | InvalidField odd) {
      // It would be as odd the next time.
      LOG.warn("an update cannot be read and is passed over: {}", odd.getMessage());
      tally.broken.increment();
      return 200;
    } catch (IOException broken) {
      LOG.error("an update cannot be stored", broken);
      return 500;
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
      return 503;
    }
  }

  InetSocketAddress address() {
    return server.getAddress();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
