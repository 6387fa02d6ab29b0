package bub.gateway.mcpclient;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A remote MCP server whose answers to {@code tools/call} are scripted. */
public final class FakeHttpMcpServer implements AutoCloseable {
  private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");

  /** Answer to a call. */
  public interface Script {
    void answer(HttpExchange exchange, String id) throws IOException;
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private volatile Script script = (exchange, id) -> json(exchange, 200, result(id, "fine"));

  public FakeHttpMcpServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/mcp", this::take);
    server.start();
  }

  /** Serves more paths, as an authorization server has them. */
  public void serve(String path, com.sun.net.httpserver.HttpHandler handler) {
    server.createContext(path, handler);
  }

  public void then(Script next) {
    script = next;
  }

  public URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/mcp");
  }

  public List<String> requests() {
    return requests;
  }

  private void take(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    requests.add(
        exchange.getRequestMethod()
            + " "
            + exchange.getRequestHeaders().getFirst("Authorization")
            + " "
            + exchange.getRequestHeaders().getFirst("Mcp-protocol-version")
            + " "
            + body);
    Matcher id = ID.matcher(body);
    if (!exchange.getRequestMethod().equals("POST")) {
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
      json(
          exchange,
          200,
          answer(
              id.group(1),
              "{\"tools\":[{\"name\":\"ask\",\"inputSchema\":{\"type\":\"object\"}}]}"));
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
