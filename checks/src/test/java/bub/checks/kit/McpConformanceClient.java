package bub.checks.kit;

import bub.client.TimeSource;
import bub.gateway.mcpclient.McpConnection;
import bub.gateway.mcpclient.McpConnections;
import bub.gateway.mcpclient.RemoteTool;
import bub.gateway.mcpclient.config.ElicitationMode;
import bub.gateway.mcpclient.config.McpServerEntry;
import bub.gateway.mcpclient.config.McpServerEntry.OAuthClient;
import bub.gateway.mcpclient.config.McpServerEntry.Remote;
import bub.gateway.mcpclient.oauth.AuthorizationPrompt;
import bub.gateway.mcpclient.oauth.OAuthAuthorizer;
import bub.gateway.mcpclient.transport.PlainLauncher;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Program that MCP's conformance suite runs as the client: bub's client without a bus. */
public final class McpConformanceClient {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final String METADATA_DOCUMENT =
      "https://conformance-test.local/client-metadata.json";

  private McpConformanceClient() {}

  public static void main(String[] arguments) throws Exception {
    var remote = new Remote(URI.create(arguments[arguments.length - 1]), Map.of(), client());
    var server =
        new McpServerEntry("suite", remote, false, TIMEOUT, List.of(), ElicitationMode.DEFAULTS);
    Path directory = Files.createTempDirectory("conformance");
    var connections =
        new McpConnections(
            directory,
            new PlainLauncher(),
            (_, target) ->
                new OAuthAuthorizer(target, directory.resolve("tokens.json"), new Robot()),
            TimeSource.system());
    try (McpConnection connection =
        connections.open(server, TIMEOUT, McpConnection.Listener.NONE)) {
      for (RemoteTool tool : connection.tools().tools()) {
        System.err.println(
            tool.name()
                + ": "
                + connection.call(tool.name(), example(tool.inputSchema()), TIMEOUT, _ -> {}));
      }
    }
    System.exit(0);
  }

  /** Identity that a scenario prescribes. */
  private static OAuthClient client() throws Exception {
    String context = System.getenv("MCP_CONFORMANCE_CONTEXT");
    if (context == null || context.isBlank()) {
      return new OAuthClient(null, null, METADATA_DOCUMENT);
    }
    var fields = RawJson.parse(context).fields();
    return new OAuthClient(
        fields.optionalString("client_id"),
        fields.optionalString("client_secret"),
        METADATA_DOCUMENT);
  }

  /** A value for every member that the tool names. */
  private static RawJson example(RawJson schema) {
    JsonWriter out = new JsonWriter().beginObject();
    RawJson properties = schema.fields().optionalObject("properties");
    if (properties != null) {
      for (int i = 0; i < properties.fields().count(); i++) {
        String type = properties.fields().value(i).fields().optionalString("type");
        out.name(properties.fields().name(i));
        switch (type == null ? "string" : type) {
          case "number", "integer" -> out.value(i + 1);
          case "boolean" -> out.value(true);
          default -> out.value("text");
        }
      }
    }
    return RawJson.trusted(out.endObject().toByteArray());
  }

  /** A person who agrees to everything: follows the page to the redirect. */
  private static final class Robot implements AuthorizationPrompt {
    private final HttpClient http = HttpClient.newHttpClient();

    @Override
    public URI redirectUri() {
      return URI.create("http://127.0.0.1:3333/callback");
    }

    @Override
    public Map<String, String> authorize(URI page, String state)
        throws IOException, InterruptedException {
      String location =
          http.send(HttpRequest.newBuilder(page).GET().build(), BodyHandlers.discarding())
              .headers()
              .firstValue("Location")
              .orElseThrow(() -> new IOException("no redirect from " + page));
      var answer = new HashMap<String, String>();
      for (String pair : URI.create(location).getRawQuery().split("&", -1)) {
        String[] parts = pair.split("=", 2);
        answer.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
      }
      return answer;
    }
  }
}
