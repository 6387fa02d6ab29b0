package bub.console.http;

import bub.channel.http.HttpExchange;
import bub.channel.http.HttpReply;
import bub.console.http.LargeBodyLimit.Load;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** JSON-RPC over plain HTTP at {@code POST /rpc}: a call or a batch in, the answer out. */
public record RpcRoute(RpcWork work) {
  private static final String PATH = "/rpc";
  private static final int MAX_BODY = 1 << 20;
  private static final String BEARER = "Bearer ";
  private static final int UNAUTHORIZED = 401;

  @FunctionalInterface
  public interface RpcWork {
    RpcReply answer(@Nullable String token, byte[] text) throws Exception;
  }

  /** An answer; the text is empty when there is none, and zero seconds mean no retry. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record RpcReply(int status, byte[] text, long retrySeconds) {
    private static final int NO_CONTENT = 204;

    public static RpcReply of(byte[] text) {
      return new RpcReply(200, text, 0);
    }

    public static RpcReply nothing() {
      return new RpcReply(NO_CONTENT, new byte[0], 0);
    }
  }

  void add(RouteTable routes, ApiRouter router, LargeBodyLimit bodyLimit) {
    for (String verb : List.of("GET", "HEAD")) {
      routes.add(
          verb,
          PATH,
          (_, _) -> {
            throw new ApiRefusal(405, "invalid", "use POST for " + PATH, false);
          });
    }
    routes.add(
        "POST",
        PATH,
        (exchange, _) -> {
          // Cookies do not matter here, so no page can act for its user: Origin and Host are
          // enough.
          router.checkOrigin(exchange);
          try (Load load = bodyLimit.load(exchange.client())) {
            byte[] body = RequestBody.read(exchange, load, MAX_BODY);
            RpcReply reply = work.answer(token(exchange), body);
            load.settle(reply.text().length);
            send(reply, exchange);
          }
        });
  }

  private static @Nullable String token(HttpExchange exchange) {
    String header = exchange.header("Authorization");
    if (header == null || !header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return null;
    }
    return header.substring(BEARER.length()).strip();
  }

  private static void send(RpcReply reply, HttpExchange exchange)
      throws IOException, InterruptedException {
    if (reply.status() == UNAUTHORIZED) {
      exchange.with("WWW-Authenticate", "Bearer");
    }
    if (reply.retrySeconds() > 0) {
      exchange.with("Retry-After", String.valueOf(reply.retrySeconds()));
    }
    // Wait while the permit is held: the answer stays in memory until it is sent.
    exchange.answerAndWait(
        reply.text().length == 0
            ? HttpReply.empty(reply.status())
            : HttpReply.json(reply.status(), reply.text()));
  }
}
