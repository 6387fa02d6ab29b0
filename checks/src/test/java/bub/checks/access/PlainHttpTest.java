package bub.checks.access;

import static bub.checks.kit.TypedClient.tree;
import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.LiveBub;
import bub.checks.kit.WebPage;
import bub.checks.kit.Workshop;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** The finished program answers JSON-RPC over plain HTTP to whoever has a token. */
class PlainHttpTest {
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  @RegisterExtension final Workshop workshop = new Workshop();

  private static HttpResponse<String> post(URI console, String type, String token, String body)
      throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(console.resolve("/rpc"))
            .timeout(TIMEOUT)
            .header("Content-Type", type)
            .header("Authorization", "Bearer " + token)
            .POST(BodyPublishers.ofString(body))
            .build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(request, BodyHandlers.ofString());
    }
  }

  @Test
  void aTokenSendsMessagesWithoutAConnection() throws Exception {
    Path tokenFile = workshop.directory().resolve("app.token");
    Path runDir = workshop.directory().resolve("run");
    assertThat(
            workshop
                .program()
                .run(
                    "token",
                    "create",
                    "--client-id",
                    "agent:app",
                    "--out",
                    tokenFile.toString(),
                    "--run-dir",
                    runDir.toString())
                .exitCode())
        .isZero();
    String token = Files.readString(tokenFile).strip();
    LiveBub bub = LiveBub.start(workshop, "--console-port", "0");
    URI console = WebPage.in(bub.process().awaitLine("  console ")).url();
    String json = "application/json";

    JsonNode pong = tree(post(console, json, token, PING).body());
    assertThat(pong.path("id").asInt()).isEqualTo(1);
    assertThat(pong.has("result")).as(pong.toString()).isTrue();

    String send =
        """
        {"jsonrpc":"2.0","id":2,"method":"sendMessage","params":{"from":"%s","to":"agent:nobody",\
        "messageId":"http-1","payload":{"type":"hello"}}}\
        """;
    JsonNode sent = tree(post(console, json, token, send.formatted("agent:app")).body());
    assertThat(sent.at("/result/accepted").asBoolean()).as(sent.toString()).isTrue();
    JsonNode borrowed = tree(post(console, json, token, send.formatted("agent:other")).body());
    assertThat(borrowed.at("/error/data/reason").asString()).isEqualTo("send_as_not_granted");
    JsonNode batch = tree(post(console, json, token, "[" + PING + "," + PING + "]").body());
    assertThat(batch.size()).isEqualTo(2);

    assertThat(post(console, json, "bub_wrong", PING).body()).contains("unauthenticated");
    assertThat(post(console, "text/plain", token, PING).statusCode()).isEqualTo(415);
    assertThat(bub.bub("bus", "where", "http-1").out()).contains("agent:app", "agent:nobody");
  }
}
