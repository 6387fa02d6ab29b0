package bub.console.http;

import bub.console.http.LargeBodyLimit.Load;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
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

  void add(RoutesConfig routes, ApiRouter portal, LargeBodyLimit bodyLimit) {
    for (HandlerType verb : List.of(HandlerType.GET, HandlerType.HEAD)) {
      routes.addHttpHandler(
          verb,
          PATH,
          _ -> {
            throw new ApiRefusal(405, "invalid", "use POST for " + PATH, false);
          });
    }
    routes.post(
        PATH,
        context -> {
          // Cookies do not matter here, so no page can act for its user: Origin and Host are
          // enough.
          portal.checkOrigin(context);
          try (Load load = bodyLimit.load()) {
            byte[] body = RequestBody.read(context, load, MAX_BODY);
            RpcReply reply = work.answer(token(context), body);
            load.settle(reply.text().length);
            send(reply, context);
          }
        });
  }

  private static @Nullable String token(Context context) {
    String header = context.header("Authorization");
    if (header == null || !header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return null;
    }
    return header.substring(BEARER.length()).strip();
  }

  private static void send(RpcReply reply, Context context) throws IOException {
    context.status(reply.status());
    if (reply.status() == UNAUTHORIZED) {
      context.header("WWW-Authenticate", "Bearer");
    }
    if (reply.retrySeconds() > 0) {
      context.header("Retry-After", String.valueOf(reply.retrySeconds()));
    }
    if (reply.text().length > 0) {
      context.contentType("application/json");
      // Write now, while the permit is held: the answer stays in memory until it is sent.
      context.res().setContentLength(reply.text().length);
      context.res().getOutputStream().write(reply.text());
    }
  }
}
