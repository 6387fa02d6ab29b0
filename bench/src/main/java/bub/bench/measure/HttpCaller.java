package bub.bench.measure;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.bench.wire.BenchFailure;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.RawJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** MCP and A2A clients over HTTP connections that stay open. Safe for any thread. */
final class HttpCaller implements AutoCloseable {
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"bench\",\"version\":\"1\"},"
          + "\"io.modelcontextprotocol/clientCapabilities\":{}},";

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final AtomicLong ids = new AtomicLong();
  private final URI mcp;
  private final URI a2a;
  private final List<String> tokens;

  HttpCaller(URI console, List<String> tokens) {
    this.mcp = console.resolve("/mcp");
    this.a2a = console.resolve("/a2a/message:send");
    this.tokens = tokens;
  }

  String openSession(int token) throws IOException, InterruptedException {
    HttpResponse<byte[]> response =
        send(
            request(mcp, token),
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{"
                + "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                + "\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}}");
    return response
        .headers()
        .firstValue("Mcp-Session-Id")
        .orElseThrow(() -> new BenchFailure("no session: " + new String(response.body(), UTF_8)));
  }

  int callInSession(String session, String text) throws IOException, InterruptedException {
    return length(
        send(
            request(mcp, 0)
                .header("Mcp-Session-Id", session)
                .header("MCP-Protocol-Version", "2025-11-25"),
            call("", text)));
  }

  int callAlone(String text) throws IOException, InterruptedException {
    return length(
        send(
            request(mcp, 0)
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", "tools/call")
                .header("Mcp-Name", "measure_text"),
            call(META, text)));
  }

  int callByA2a(String text) throws IOException, InterruptedException {
    HttpResponse<byte[]> response =
        send(
            request(a2a, 0).header("A2A-Version", "1.0"),
            "{\"message\":{\"messageId\":\"%d\",\"role\":\"ROLE_USER\",\"parts\":[{\"data\":{\"capability\":\"measure_text\",\"input\":{\"text\":\"%s\"}}}]}}"
                .formatted(ids.incrementAndGet(), text));
    try {
      RawJson task = RawJson.parse(message(response)).fields().object("task");
      RawJson artifact = task.fields().require("artifacts").elements(1).getFirst();
      RawJson part = artifact.fields().require("parts").elements(1).getFirst();
      return (int) part.fields().object("data").fields().integer("length", -1);
    } catch (InvalidJson | InvalidField odd) {
      throw noAnswer(response, odd);
    }
  }

  private String call(String meta, String text) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{%s\"name\":\"measure_text\",\"arguments\":{\"text\":\"%s\"}}}"
        .formatted(ids.incrementAndGet(), meta, text);
  }

  private HttpRequest.Builder request(URI door, int token) {
    return HttpRequest.newBuilder(door)
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream")
        .header("Authorization", "Bearer " + tokens.get(token));
  }

  private HttpResponse<byte[]> send(HttpRequest.Builder request, String body)
      throws IOException, InterruptedException {
    return client.send(
        request.POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofByteArray());
  }

  private static int length(HttpResponse<byte[]> response) {
    try {
      RawJson result = RawJson.parse(message(response));
      RawJson output = result.fields().object("result").fields().object("structuredContent");
      return (int) output.fields().integer("length", -1);
    } catch (InvalidJson | InvalidField odd) {
      throw noAnswer(response, odd);
    }
  }

  private static BenchFailure noAnswer(HttpResponse<byte[]> response, Exception odd) {
    String body = new String(response.body(), UTF_8);
    return new BenchFailure("not an answer: " + response.statusCode() + " " + body, odd);
  }

  /** A slow answer comes as a stream of events, of which the last is the answer. */
  private static String message(HttpResponse<byte[]> response) {
    String body = new String(response.body(), UTF_8);
    int last = body.lastIndexOf("data: ");
    return last < 0 ? body : body.substring(last + "data: ".length()).strip();
  }

  @Override
  public void close() {
    client.close();
  }
}
