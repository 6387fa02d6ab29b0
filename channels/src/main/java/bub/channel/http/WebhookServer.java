package bub.channel.http;

import java.io.IOException;
import java.net.InetSocketAddress;

/** Server that reads POSTs only from a caller with the secret. One virtual thread per request. */
public final class WebhookServer implements AutoCloseable {
  private static final int MAX_BODY = 1 << 20;

  private final HttpServer server;

  private WebhookServer(HttpServer server) {
    this.server = server;
  }

  /** Handler of requests. Called on many threads. */
  public interface Receiver {
    String secretHeader();

    boolean isSecret(String value);

    /** Returns the HTTP status. */
    int receive(byte[] body);
  }

  public static WebhookServer start(InetSocketAddress listen, HttpLimits limits, Receiver receiver)
      throws IOException {
    return new WebhookServer(HttpServer.start(listen, limits, new Receiving(receiver)));
  }

  private record Receiving(Receiver receiver) implements HttpServer.Handler {
    @Override
    public void handle(HttpExchange exchange) {
      if (!exchange.method().equals("POST")) {
        exchange.answer(HttpReply.empty(405));
        return;
      }
      String given = exchange.header(receiver.secretHeader());
      if (given == null || !receiver.isSecret(given)) {
        // An unauthenticated caller must not keep a connection open.
        exchange.answer(HttpReply.empty(401).with("Connection", "close"));
        return;
      }
      exchange
          .readBody(MAX_BODY, _ -> {})
          .whenComplete(
              (body, failed) -> {
                if (failed == null) {
                  Thread.ofVirtual().name("webhook").start(() -> receive(exchange, body));
                } else {
                  exchange.answer(HttpReply.empty(failed instanceof BodyTooLarge ? 413 : 400));
                }
              });
    }

    private void receive(HttpExchange exchange, byte[] body) {
      int status = 500;
      try {
        status = receiver.receive(body);
      } finally {
        exchange.answer(HttpReply.empty(status));
      }
    }

    @Override
    public HttpReply refuse(int status, String problem) {
      return HttpReply.empty(status);
    }
  }

  public InetSocketAddress address() {
    return server.address();
  }

  @Override
  public void close() {
    server.close();
  }
}
