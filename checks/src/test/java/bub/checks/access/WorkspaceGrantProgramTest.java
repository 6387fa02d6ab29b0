package bub.checks.access;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.LiveBub;
import bub.checks.kit.WebPage;
import bub.checks.kit.Workshop;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A token of {@code bub token create --read-workspace} reads these workspaces and no others. */
class WorkspaceGrantProgramTest {
  @RegisterExtension final Workshop workshop = new Workshop();
  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void readsTheWorkspacesThatTheTokenNames() throws Exception {
    LiveBub bub = LiveBub.start(workshop, "--console-port", "0");
    URI door = WebPage.in(bub.process().awaitLine("  console ")).url().resolve("/mcp");
    bub.chatter("1").says("hello").leavesContent();
    bub.chatter("2").says("hello").leavesContent();
    String granted = token(bub, "agent:backup", "terminal:1");
    String other = token(bub, "agent:other", "telegram:*");
    assertThat(bub.bub("token", "list").out()).contains("reads workspaces terminal:1");
    assertThat(
            bub.bub(
                    "policy",
                    "explain",
                    "--from",
                    "agent:backup",
                    "--to",
                    "system:route",
                    "--type",
                    "workspace_read")
                .out())
        .contains("may read the workspaces terminal:1");

    Eventually.holds(
        () -> assertThat(read(door, granted, "terminal/1/prompt.md")).contains("\"text\":"));
    assertThat(read(door, granted, "terminal/1")).contains("prompt.md");
    assertThat(read(door, granted, "terminal/1/../2/prompt.md")).contains("\"error\":");
    assertThat(read(door, granted, "terminal/2/prompt.md"))
        .contains("\"error\":", "only operators");
    assertThat(read(door, other, "terminal/1/prompt.md")).contains("\"error\":", "only operators");
  }

  private static String token(LiveBub bub, String clientId, String workspaces) throws Exception {
    return bub.bub("token", "create", "--client-id", clientId, "--read-workspace", workspaces)
        .out()
        .strip();
  }

  private String read(URI door, String token, String path) throws Exception {
    String uri = "bub://workspaces/" + path;
    String body =
        """
        {"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"%s",\
        "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
        "io.modelcontextprotocol/clientCapabilities":{}}}}\
        """
            .formatted(uri);
    HttpRequest request =
        HttpRequest.newBuilder(door)
            .timeout(Duration.ofMinutes(1))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .header("MCP-Protocol-Version", "2026-07-28")
            .header("Mcp-Method", "resources/read")
            .header("Mcp-Name", uri)
            .POST(BodyPublishers.ofString(body))
            .build();
    return http.send(request, BodyHandlers.ofString()).body();
  }
}
