package bub.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.json.Fields;
import bub.json.RawJson;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** MCP requests as a client writes them. */
record McpClient(Http http, URI url) {
  private static final String ACCEPT = "application/json, text/event-stream";
  static final String INITIALIZE =
      """
      {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
      "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}\
      """;

  static McpClient of(Http http, DoorScene scene) {
    return new McpClient(http.with("Accept", ACCEPT), scene.url("/mcp"));
  }

  McpClient with(String header, String value) {
    return new McpClient(http.with(header, value), url);
  }

  /** Begins a session. */
  McpClient initialized() throws Exception {
    Http.Reply reply = http.post(url, INITIALIZE);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    assertThat(reply.body()).contains("\"protocolVersion\":\"2025-11-25\"", "\"listChanged\":true");
    return with("Mcp-Session-Id", reply.header("Mcp-Session-Id"));
  }

  Http.Reply post(String body) throws Exception {
    return http.post(url, body);
  }

  static String request(int id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}"
        .formatted(id, method, params);
  }

  static String call(int id, String tool, String arguments) {
    return request(
        id,
        "tools/call",
        "{\"name\":\"%s\",\"arguments\":%s,\"_meta\":{\"progressToken\":\"p%d\"}}"
            .formatted(tool, arguments, id));
  }

  /** Request of the revision without sessions. */
  McpClient alone(String method, String name) {
    McpClient client = with("MCP-Protocol-Version", "2026-07-28").with("Mcp-Method", method);
    return name.isEmpty() ? client : client.with("Mcp-Name", name);
  }

  static String meta(String version) {
    return "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"%s\",\"io.modelcontextprotocol/clientCapabilities\":{},\"progressToken\":7}"
        .formatted(version);
  }

  List<RawJson> messages(String body) throws Exception {
    return read(http.stream(url, body));
  }

  /** Begins a session of a client that declares these capabilities. */
  McpClient initializedWith(String capabilities) throws Exception {
    Http.Reply reply =
        http.post(
            url, INITIALIZE.replace("\"capabilities\":{}", "\"capabilities\":" + capabilities));
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return with("Mcp-Session-Id", reply.header("Mcp-Session-Id"));
  }

  /** Request that stands alone, from a client that declares these capabilities. */
  Http.Reply alone(String method, String name, String params, String capabilities)
      throws Exception {
    return alone(method, name)
        .post(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":{%s%s}}"
                .formatted(
                    method,
                    params.isEmpty() ? "" : params + ",",
                    meta("2026-07-28")
                        .replace("Capabilities\":{}", "Capabilities\":" + capabilities)));
  }

  /** Answers questions of the server while the request runs. */
  List<RawJson> converse(String body, Function<Fields, String> answers) throws Exception {
    var all = new ArrayList<RawJson>();
    try (var lines =
        new BufferedReader(
            new InputStreamReader(http.stream(url, body).body(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.startsWith("data: ") && !line.startsWith("{")) {
          continue;
        }
        RawJson message = RawJson.parse(line.substring(line.indexOf('{')));
        all.add(message);
        if (message.fields().has("method") && message.fields().has("id")) {
          String result = answers.apply(message.fields());
          post(
              "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}"
                  .formatted(message.fields().find("id"), result));
        }
      }
    }
    return all;
  }

  static List<RawJson> read(HttpResponse<InputStream> response) throws Exception {
    var all = new ArrayList<RawJson>();
    try (var lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("data: ")) {
          all.add(RawJson.parse(line.substring("data: ".length())));
        } else if (line.startsWith("{")) {
          all.add(RawJson.parse(line));
        }
      }
    }
    return all;
  }

  Fields result(String body) throws Exception {
    List<RawJson> messages = messages(body);
    Fields last = messages.getLast().fields();
    assertThat(last.has("result")).as(messages.toString()).isTrue();
    return last.object("result").fields();
  }
}
