package bub.checks.access;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.LiveBub;
import bub.checks.kit.WebPage;
import bub.checks.kit.Workshop;
import bub.testkit.ChildProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rights of the token that {@code bub mcp} makes for itself, on a locked bus. */
class McpCommandRightsTest {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final String OPEN_FILE = "bub://workspaces/terminal/1/prompt.md";

  @RegisterExtension final Workshop workshop = new Workshop();
  private final HttpClient http = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    http.close();
  }

  @Test
  void itsTokenReadsNothingOfOthersSpeaksForItselfAndEndsWithIt() throws Exception {
    LiveBub bub = LiveBub.start(workshop, "--console-port", "0");
    URI console = WebPage.in(bub.process().awaitLine("  console ")).url();
    assertThat(bub.bub("token", "create", "--client-id", "agent:other").exitCode()).isZero();
    ChildProcess client =
        workshop.keep(
            bub.program().start("mcp", "--run-dir", bub.runDir().toString(), "--name", "test"));
    client.type(
        """
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
        "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}\
        """);
    assertThat(client.awaitLine("\"id\":1")).contains("\"name\":\"bub\"");
    assertThat(tokens(bub)).contains("mcp:test-");

    assertThat(read(client, 2, "bub://sessions")).contains("Resource not found");
    assertThat(read(client, 3, OPEN_FILE)).contains("Resource not found");
    client.type("{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"resources/templates/list\"}");
    assertThat(client.awaitLine("\"id\":4"))
        .contains("bub://receipts")
        .doesNotContain("bub://workspaces");

    String token = Files.readString(tokenFile(bub)).strip();
    String id = tokenFile(bub).getFileName().toString().replace(".token", "").replace('_', ':');
    assertThat(send(console, token, "agent:other").body()).contains("send_as_not_granted");
    assertThat(send(console, token, id).body()).contains("\"accepted\":true");

    client.endInput();
    assertThat(client.awaitExit()).isZero();
    assertThat(tokens(bub)).contains("agent:other").doesNotContain("mcp:test-");
    Eventually.holds(() -> assertThat(send(console, token, id).statusCode()).isEqualTo(401));
  }

  private static String tokens(LiveBub bub) throws Exception {
    return bub.bub("token", "list").out();
  }

  private static String read(ChildProcess client, int id, String uri) throws Exception {
    client.type(
        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"resources/read\",\"params\":{\"uri\":\"%s\"}}"
            .formatted(id, uri));
    return client.awaitLine("\"id\":" + id);
  }

  private static Path tokenFile(LiveBub bub) throws Exception {
    try (var files = Files.list(bub.runDir().resolve("state").resolve("agent-tokens"))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("mcp_test-"))
          .findFirst()
          .orElseThrow();
    }
  }

  private HttpResponse<String> send(URI console, String token, String from) throws Exception {
    String body =
        """
        {"jsonrpc":"2.0","id":2,"method":"sendMessage","params":{"from":"%s","to":"agent:nobody",\
        "messageId":"http-%s","payload":{"type":"hello"}}}\
        """
            .formatted(from, System.nanoTime());
    HttpRequest request =
        HttpRequest.newBuilder(console.resolve("/rpc"))
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + token)
            .POST(BodyPublishers.ofString(body))
            .build();
    return http.send(request, BodyHandlers.ofString());
  }
}
