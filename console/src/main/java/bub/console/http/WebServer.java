package bub.console.http;

import bub.channel.http.HttpExchange;
import bub.channel.http.HttpMount;
import bub.channel.http.HttpReply;
import bub.channel.http.HttpServer;
import bub.console.http.LargeBodyLimit.Load;
import bub.console.http.RouteTable.RouteHandler;
import bub.json.RawJson;
import bub.json.record.RecordCodec;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.List;

/** The console's HTTP server. */
public final class WebServer implements AutoCloseable {
  private static final int MAX_BODY = 2 << 20;
  private static final int DEPTH = RawJson.DEFAULT_DEPTH;

  private final HttpServer server;

  private WebServer(HttpServer server) {
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
    var bodyLimit = new LargeBodyLimit(System::nanoTime);
    var headers = new SecurityHeaders(files.importMapSource());
    var router = new ApiRouter(door);
    var routes = new RouteTable();
    rpc.add(routes, router, bodyLimit);
    both(routes, "/openapi.json", (exchange, _) -> describe(endpoints, plain, router, exchange));
    endpoints.forEach(endpoint -> add(routes, router, bodyLimit, endpoint));
    plain.forEach(one -> add(routes, router, one));
    var handler =
        new RequestDispatcher(
            router,
            headers,
            new MountRoutes(router, bodyLimit, mounts),
            routes,
            files,
            new ConsoleProver(door.proofKey()));
    try {
      HttpServer server =
          HttpServer.start(new InetSocketAddress(door.host(), door.port()), door.limits(), handler);
      router.open(server.address().getPort());
      return new WebServer(server);
    } catch (BindException taken) {
      var refused = new BindException("port " + door.port() + " on " + door.host() + " is taken");
      refused.initCause(taken);
      throw refused;
    } catch (IOException failed) {
      throw new IOException("the console could not listen: " + failed.getMessage(), failed);
    }
  }

  /** A HEAD says what a GET would. */
  private static void both(RouteTable routes, String path, RouteHandler handler) {
    routes.add("GET", path, handler);
    routes.add("HEAD", path, handler);
  }

  private static void add(RouteTable routes, ApiRouter router, Plain plain) {
    routes.add(
        "GET",
        plain.path(),
        (exchange, _) -> {
          router.admit(exchange, plain.access());
          plain
              .work()
              .answer(new RawExchange(exchange, () -> router.isWelcome(exchange, plain.access())));
        });
    routes.add(
        "HEAD",
        plain.path(),
        (exchange, _) -> {
          router.admit(exchange, plain.access());
          exchange.answer(HttpReply.empty(200));
        });
  }

  /** Built on request: few clients need it, and it would delay the start. */
  private static void describe(
      List<Endpoint<?, ?>> endpoints, List<Plain> plain, ApiRouter router, HttpExchange exchange) {
    RawJson document = OpenApi.describe(endpoints, plain, router.cookieName());
    exchange.answer(HttpReply.json(200, document.toByteArray()));
  }

  private static <B extends Record, A extends Record> void add(
      RouteTable routes, ApiRouter router, LargeBodyLimit bodyLimit, Endpoint<B, A> endpoint) {
    RecordCodec<B> bodies = endpoint.bodyCodec();
    RecordCodec<A> answers = RecordCodec.of(endpoint.answer());
    RouteHandler handler =
        (exchange, parameters) -> {
          BrowserClient browser = router.admit(exchange, endpoint.access());
          try (Load load = bodyLimit.load(exchange.client())) {
            RawJson body =
                endpoint.hasBody()
                    ? RawJson.parse(RequestBody.read(exchange, load, MAX_BODY), DEPTH)
                    : RawJson.EMPTY_OBJECT;
            var request = new ApiRequest<>(exchange, parameters, browser, load, bodies.read(body));
            byte[] text = answers.write(endpoint.work().answer(request)).toByteArray();
            load.settle(text.length);
            // Wait while the permit is held: the answer stays in memory until it is sent.
            exchange.answerAndWait(HttpReply.json(200, text));
          }
        };
    switch (endpoint.verb()) {
      case GET -> both(routes, endpoint.path(), handler);
      case POST -> routes.add("POST", endpoint.path(), handler);
    }
  }

  public int port() {
    return server.address().getPort();
  }

  @Override
  public void close() {
    server.close();
  }
}
