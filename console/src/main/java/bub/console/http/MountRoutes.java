package bub.console.http;

import bub.channel.http.HttpExchange;
import bub.channel.http.HttpMount;
import bub.channel.http.HttpRefusal;
import bub.channel.http.HttpReply;
import bub.channel.http.MountedCall;
import bub.console.http.LargeBodyLimit.Load;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Routes of the protocols that other modules serve on this port. */
final class MountRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(MountRoutes.class);
  private static final String ALL = "/*";

  private final ApiRouter router;
  private final LargeBodyLimit bodyLimit;
  private final Map<String, HttpMount> exact = new HashMap<>();
  // With the slash at the end.
  private final Map<String, HttpMount> prefixes = new HashMap<>();

  MountRoutes(ApiRouter router, LargeBodyLimit bodyLimit, List<HttpMount> mounts) {
    this.router = router;
    this.bodyLimit = bodyLimit;
    for (HttpMount mount : mounts) {
      for (String path : mount.paths()) {
        if (path.endsWith(ALL)) {
          prefixes.put(path.substring(0, path.length() - 1), mount);
        } else {
          exact.put(path, mount);
        }
      }
    }
  }

  /** Returns false when the path belongs to no protocol. Event loop only. */
  boolean answer(HttpExchange exchange) {
    HttpMount mount = find(exchange.path());
    if (mount == null) {
      return false;
    }
    var call = new ExchangeCall(exchange);
    try {
      router.checkHost(exchange);
      // Cookies do not matter here, so no page can act for its user: Origin and Host are enough.
      router.checkOrigin(exchange);
    } catch (ApiRefusal refused) {
      fail(mount, call, refused);
      return true;
    }
    long length = exchange.bodyLength();
    if (length > 0 && length <= LargeBodyLimit.LIGHT && RequestBody.isJson(exchange)) {
      exchange
          .readBody(LargeBodyLimit.LIGHT, _ -> {})
          .whenComplete(
              (body, left) -> {
                if (left == null) {
                  call.body = body;
                  begin(mount, call);
                } else {
                  exchange.abort();
                }
              });
    } else {
      Thread.ofVirtual().name("door-request").start(() -> answer(mount, call));
    }
    return true;
  }

  private @Nullable HttpMount find(String path) {
    HttpMount mount = exact.get(path);
    for (int end = path.lastIndexOf('/'); mount == null && end > 0; ) {
      mount = prefixes.get(path.substring(0, end + 1));
      end = path.lastIndexOf('/', end - 1);
    }
    return mount;
  }

  private static void begin(HttpMount mount, ExchangeCall call) {
    boolean isAnswered = true;
    try {
      isAnswered = mount.answerAtOnce(call);
    } catch (Throwable failed) {
      fail(mount, call, failed);
    }
    if (!isAnswered) {
      Thread.ofVirtual().name("door-request").start(() -> answer(mount, call));
    }
  }

  private static void answer(HttpMount mount, ExchangeCall call) {
    try {
      mount.answer(call);
      call.exchange.endStream();
    } catch (Throwable failed) { // an Error too: a request without an end keeps its connection
      fail(mount, call, failed);
    }
  }

  private static void fail(HttpMount mount, ExchangeCall call, Throwable failed) {
    if (call.isAnswered()) {
      LOG.debug("An answer broke off", failed);
      call.exchange.abort();
      return;
    }
    try {
      call.answer(mount.refuse(call, refusal(failed)));
    } catch (Throwable refusalFailed) {
      LOG.error("A refusal failed", refusalFailed);
      call.exchange.abort();
    }
  }

  private static HttpRefusal refusal(Throwable failed) {
    if (failed instanceof HttpRefusal known) {
      return known;
    }
    ApiRefusal refusal = ErrorResponses.explain(failed);
    return new HttpRefusal(refusal.status(), refusal.code(), refusal.text(), refusal.retryAfter());
  }

  private final class ExchangeCall implements MountedCall {
    private final HttpExchange exchange;
    // Set before the call is handled.
    private byte @Nullable [] body;

    ExchangeCall(HttpExchange exchange) {
      this.exchange = exchange;
    }

    @Override
    public String method() {
      return exchange.method();
    }

    @Override
    public String path() {
      return exchange.path();
    }

    @Override
    public @Nullable String header(String name) {
      return exchange.header(name);
    }

    @Override
    public @Nullable String query(String name) {
      return exchange.query(name);
    }

    @Override
    public String origin() {
      return router.origin(exchange);
    }

    @Override
    public boolean isLocal() {
      return exchange.client().isLoopbackAddress();
    }

    @Override
    public <T> T readBody(int mostBytes, BodyReader<T> reader) throws Exception {
      byte[] early = body;
      if (early != null) {
        if (early.length > mostBytes) {
          throw new HttpRefusal(
              413, "too_large", "the body is larger than " + mostBytes + " bytes");
        }
        return reader.read(early);
      }
      try (Load load = bodyLimit.load(exchange.client())) {
        return reader.read(RequestBody.read(exchange, load, mostBytes));
      }
    }

    @Override
    public Map<String, String> readForm(int mostBytes) throws Exception {
      return RequestBody.readForm(exchange, mostBytes);
    }

    @Override
    public void requireOperator() throws HttpRefusal {
      try {
        BrowserClient _ = router.admit(exchange, EndpointAccess.OPERATORS);
      } catch (ApiRefusal refused) {
        throw refusal(refused);
      }
    }

    @Override
    public void answer(HttpReply reply) {
      exchange.answer(reply);
    }

    @Override
    public OutputStream stream(HttpReply head) {
      // Proxies must not buffer it.
      exchange.with("X-Accel-Buffering", "no");
      return exchange.stream(head);
    }

    @Override
    public void end() throws IOException {
      exchange.endStream();
    }

    @Override
    public Future<?> later(Runnable work, Duration delay) {
      return exchange.later(work, delay);
    }

    @Override
    public void whenGone(Runnable work) {
      exchange.whenGone(work);
    }

    @Override
    public boolean isAnswered() {
      return exchange.isAnswered();
    }
  }
}
