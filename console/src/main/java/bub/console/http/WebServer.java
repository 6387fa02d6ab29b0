package bub.console.http;

import bub.channel.http.HttpMount;
import bub.channel.http.LimitedConnector;
import bub.console.http.LargeBodyLimit.Load;
import bub.json.RawJson;
import bub.json.record.RecordCodec;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.util.JavalinBindException;
import io.javalin.util.JavalinException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/** The console's HTTP server. One virtual thread per request. */
public final class WebServer implements AutoCloseable {
  private static final int MAX_BODY = 2 << 20;
  private static final int DEPTH = RawJson.DEFAULT_DEPTH;
  static final String JSON = "application/json";
  private static final List<HandlerType> READING = List.of(HandlerType.GET, HandlerType.HEAD);
  private static final List<HandlerType> OTHERS =
      List.of(
          HandlerType.POST,
          HandlerType.PUT,
          HandlerType.PATCH,
          HandlerType.DELETE,
          HandlerType.OPTIONS);

  private final Javalin server;

  private WebServer(Javalin server) {
    this.server = server;
  }

  /** An endpoint whose answer is not JSON: a stream or a text. */
  public record Plain(
      String path, String type, String summary, EndpointAccess access, PlainWork work) {}

  @FunctionalInterface
  public interface PlainWork {
    void answer(RawExchange exchange) throws Exception;
  }

  /** Throws {@link BindException} when the port is taken. */
  public static WebServer start(
      HttpSettings door,
      List<Endpoint<?, ?>> endpoints,
      List<Plain> plain,
      RpcRoute rpc,
      List<HttpMount> mounts)
      throws IOException {
    var files = new StaticFiles();
    var bodyLimit = new LargeBodyLimit();
    var headers = new SecurityHeaders(files.importMapSource());
    var router = new ApiRouter(door, headers);
    Javalin server =
        Javalin.create(
            config -> {
              listen(config, door);
              explainErrors(config, new JsonErrorHandler(headers));
              // Add this first: of several matching routes, the first one wins.
              rpc.add(config.routes, router, bodyLimit);
              var mounting = new MountRoutes(router, bodyLimit);
              mounts.forEach(mount -> mounting.add(config.routes, mount));
              configure(config, router, files, bodyLimit, endpoints, plain);
            });
    router.open(server::port);
    try {
      return new WebServer(server.start());
    } catch (JavalinBindException taken) {
      server.stop();
      var refused = new BindException("port " + door.port() + " on " + door.host() + " is taken");
      refused.initCause(taken);
      throw refused;
    } catch (JavalinException failed) {
      server.stop();
      throw new IOException("the console could not listen: " + failed.getMessage(), failed);
    }
  }

  private static void listen(JavalinConfig config, HttpSettings door) {
    var address = new InetSocketAddress(door.host(), door.port());
    config.jetty.addConnector(
        (server, http) -> LimitedConnector.create(server, http, address, door.limits()));
  }

  private static void explainErrors(JavalinConfig config, JsonErrorHandler errors) {
    config.jetty.modifyServer(server -> server.setErrorHandler(errors));
    config.jetty.modifyServletContextHandler(context -> context.setErrorHandler(errors));
  }

  private static void configure(
      JavalinConfig config,
      ApiRouter router,
      StaticFiles files,
      LargeBodyLimit bodyLimit,
      List<Endpoint<?, ?>> endpoints,
      List<Plain> plain) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.concurrency.useVirtualThreads = true;
    config.http.maxRequestSize = MAX_BODY;
    config.http.compressionStrategy = CompressionStrategy.NONE;
    RoutesConfig routes = config.routes;
    routes.before(router::receive);
    routes.exception(
        Exception.class, (thrown, context) -> fail(ErrorResponses.explain(thrown), context));
    for (HandlerType verb : READING) {
      routes.addHttpHandler(
          verb, "/openapi.json", context -> describe(endpoints, plain, router, context));
    }
    endpoints.forEach(endpoint -> add(routes, router, bodyLimit, endpoint));
    for (Plain one : plain) {
      routes.get(
          one.path(),
          context -> {
            router.admit(context, one.access());
            one.work()
                .answer(new RawExchange(context, () -> router.isWelcome(context, one.access())));
          });
      routes.head(one.path(), context -> router.admit(context, one.access()));
    }
    for (HandlerType verb : READING) {
      routes.addHttpHandler(verb, "/*", files::serve);
    }
    for (HandlerType verb : OTHERS) {
      routes.addHttpHandler(verb, "/*", WebServer::refuse);
    }
  }

  private static void refuse(Context context) throws ApiRefusal {
    throw new ApiRefusal(
        405, "invalid", context.method() + " is not supported at " + context.path(), false);
  }

  /** Built on request: few clients need it, and it would delay the start. */
  private static void describe(
      List<Endpoint<?, ?>> endpoints, List<Plain> plain, ApiRouter router, Context context) {
    RawJson document = OpenApi.describe(endpoints, plain, router.cookieName());
    context.contentType(JSON).result(document.toByteArray());
  }

  private static <B extends Record, A extends Record> void add(
      RoutesConfig routes, ApiRouter router, LargeBodyLimit bodyLimit, Endpoint<B, A> endpoint) {
    RecordCodec<B> bodies = endpoint.bodyCodec();
    RecordCodec<A> answers = RecordCodec.of(endpoint.answer());
    List<HandlerType> verbs =
        switch (endpoint.verb()) {
          case GET -> READING;
          case POST -> List.of(HandlerType.POST);
        };
    Handler handler =
        context -> {
          BrowserClient browser = router.admit(context, endpoint.access());
          try (Load load = bodyLimit.load()) {
            RawJson body =
                endpoint.hasBody()
                    ? RawJson.parse(RequestBody.read(context, load, MAX_BODY), DEPTH)
                    : RawJson.EMPTY_OBJECT;
            A answer =
                endpoint.work().answer(new ApiRequest<>(context, browser, load, bodies.read(body)));
            byte[] text = answers.write(answer).toByteArray();
            load.settle(text.length);
            context.contentType(JSON);
            // Write now, while the permit is held: the answer stays in memory until it is sent.
            context.res().setContentLength(text.length);
            context.res().getOutputStream().write(text);
          }
        };
    verbs.forEach(verb -> routes.addHttpHandler(verb, endpoint.path(), handler));
  }

  private static void fail(ApiRefusal refusal, Context context) {
    Duration wait = refusal.retryAfter();
    if (wait != null) {
      context.header("Retry-After", String.valueOf(Math.max(1, wait.toSeconds())));
    }
    context
        .status(refusal.status())
        .contentType(JSON)
        .result(RecordCodec.json(ErrorBody.of(refusal)).toByteArray());
  }

  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.stop();
  }
}
