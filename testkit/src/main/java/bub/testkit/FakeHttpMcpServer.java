package bub.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A remote MCP server with scripted tools, answers and streams. */
public final class FakeHttpMcpServer implements AutoCloseable {
  private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");

  /** Answer to a call. */
  public interface Script {
    void answer(HttpExchange exchange, String id) throws IOException;
  }

  /** Refusal of a request, with the header {@code WWW-Authenticate}. */
  public record Challenge(int status, String header) {}

  /** Rule for requests; null permits one. */
  public interface Guard {
    @Nullable Challenge judge(@Nullable String authorization, String body);
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<OutputStream> streams = new CopyOnWriteArrayList<>();
  private volatile Script script = (exchange, id) -> json(exchange, 200, result(id, "fine"));
  private volatile HttpHandler listening = exchange -> json(exchange, 405, "{}");
  private volatile Guard guard = (_, _) -> null;
  private volatile String tools = tool("ask");

  public FakeHttpMcpServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    serve("/mcp", this::take);
    server.start();
  }

  /** Serves one more path, as an authorization server has them. */
  public void serve(String path, HttpHandler handler) {
    server.createContext(
        path,
        exchange -> {
          if (exchange.getRequestURI().getPath().equals(path)) {
            handler.handle(exchange);
          } else {
            json(exchange, 404, "{}"); // the JDK's server would serve everything below the path
          }
        });
  }

  /** Answers calls of tools. */
  public void then(Script next) {
    script = next;
  }

  /** Answers requests for the stream of notices, which it otherwise refuses. */
  public void thenListen(HttpHandler next) {
    listening = next;
  }

  /** Keeps the streams of notices open; see {@link #announceTools}. */
  public void keepStreams() {
    thenListen(
        exchange -> {
          exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
          exchange.sendResponseHeaders(200, 0);
          OutputStream stream = exchange.getResponseBody();
          stream.write(": hello\n\n".getBytes(UTF_8));
          stream.flush();
          streams.add(stream);
        });
  }

  public int streams() {
    return streams.size();
  }

  /** Tells all open streams that the tools have changed. */
  public void announceTools() throws IOException {
    String notice = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";
    for (OutputStream stream : streams) {
      stream.write(("data: " + notice + "\n\n").getBytes(UTF_8));
      stream.flush();
    }
  }

  public void guard(Guard next) {
    guard = next;
  }

  /** Tools as JSON, such as {@link #tool}. */
  public void tools(String... json) {
    tools = String.join(",", json);
  }

  public static String tool(String name) {
    return "{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\"}}";
  }

  public static String[] tools(UnaryOperator<String> tool, int count) {
    return Stream.iterate(0, i -> i + 1)
        .limit(count)
        .map(i -> tool.apply("t" + i))
        .toArray(String[]::new);
  }

  public URI url() {
    return URI.create(origin() + "/mcp");
  }

  public String origin() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  public List<String> requests() {
    return requests;
  }

  private void take(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    String authorization = exchange.getRequestHeaders().getFirst("Authorization");
    requests.add(
        Stream.of(
                exchange.getRequestMethod(),
                authorization,
                exchange.getRequestHeaders().getFirst("Mcp-protocol-version"),
                body)
            .map(String::valueOf)
            .collect(Collectors.joining(" ")));
    Challenge challenge = guard.judge(authorization, body);
    Matcher id = ID.matcher(body);
    if (challenge != null) {
      exchange.getResponseHeaders().add("WWW-Authenticate", challenge.header());
      json(exchange, challenge.status(), "{}");
    } else if (exchange.getRequestMethod().equals("GET")) {
      listening.handle(exchange);
    } else if (!exchange.getRequestMethod().equals("POST")) {
      json(exchange, 405, "{}");
    } else if (!id.find()) {
      exchange.sendResponseHeaders(202, -1);
      exchange.close();
    } else if (body.contains("\"initialize\"")) {
      exchange.getResponseHeaders().add("Mcp-Session-Id", "s1");
      json(
          exchange,
          200,
          answer(
              id.group(1),
              "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
                  + "\"serverInfo\":{\"name\":\"fake\",\"version\":\"1\"}}"));
    } else if (body.contains("\"tools/list\"")) {
      json(exchange, 200, answer(id.group(1), "{\"tools\":[" + tools + "]}"));
    } else {
      script.answer(exchange, id.group(1));
    }
  }

  public static String result(String id, String text) {
    return answer(id, "{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]}");
  }

  private static String answer(String id, String result) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}";
  }

  public static void json(HttpExchange exchange, int status, String text) throws IOException {
    send(exchange, status, "application/json", text);
  }

  public static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    exchange.getResponseHeaders().add("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
