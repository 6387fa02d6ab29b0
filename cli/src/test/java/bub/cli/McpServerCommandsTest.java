package bub.cli;

import static org.assertj.core.api.Assertions.assertThat;

import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.testkit.FakeAuthorizationServer;
import bub.testkit.FakeHttpMcpServer;
import bub.testkit.FakeHttpMcpServer.Challenge;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bub mcp login}, {@code list} and {@code test} with a remote server, in this process. */
class McpServerCommandsTest {
  private static final Pattern PAGE = Pattern.compile("http://\\S+/authorize\\S+");

  @TempDir Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private FakeHttpMcpServer server;
  private FakeAuthorizationServer authorization;

  @BeforeEach
  void start() throws Exception {
    server = new FakeHttpMcpServer();
    authorization = FakeAuthorizationServer.usual(server);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private int run(String... words) {
    var screen = new Screen(new PrintWriter(out, true), new PrintWriter(err, true), false, false);
    var all = new ArrayList<String>(List.of("mcp", words[0], "--run-dir", directory.toString()));
    all.addAll(Arrays.asList(words).subList(1, words.length));
    return Main.commandLine(screen, ConfigFile.empty()).execute(all.toArray(String[]::new));
  }

  private Path otherFile(String content) throws Exception {
    return Files.writeString(directory.resolve("other.json"), content);
  }

  private String shop() {
    return "{\"mcpServers\":{\"shop\":{\"url\":\"" + server.url() + "\"}}}";
  }

  /** The page that the command shows, once it does. */
  private String page() {
    return Awaitility.await()
        .atMost(30, TimeUnit.SECONDS)
        .until(
            () -> {
              Matcher found = PAGE.matcher(out.getBuffer().toString());
              return found.find() ? found.group() : "";
            },
            text -> !text.isEmpty());
  }

  private static void get(String url) throws Exception {
    try (var http = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build()) {
      http.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.discarding());
    }
  }

  @Test
  void aPersonLogsInWithABrowserAndLaterCommandsUseTheToken() throws Exception {
    server.guard(
        (header, _) ->
            "Bearer a1".equals(header) ? null : new Challenge(401, "Bearer scope=\"read\""));
    assertThat(run("add", "shop", "--url", server.url().toString())).isZero();
    assertThat(run("test", "shop")).isEqualTo(ExitCodes.CONFIG);
    assertThat(err.toString()).contains("mcp login shop");

    CompletableFuture<Integer> login =
        CompletableFuture.supplyAsync(() -> run("login", "shop"), Thread::startVirtualThread);
    String page = page();
    get(
        page.replaceAll(
            ".*redirect_uri=http%3A%2F%2F127.0.0.1%3A([0-9]+).*",
            "http://127.0.0.1:$1/callback?code=bad&state=other"));
    get(page);
    assertThat(login.get(30, TimeUnit.SECONDS)).isZero();
    assertThat(out.toString()).contains("Logged in to shop. It has 1 tool.");
    assertThat(authorization.logins().getFirst()).containsEntry("scope", "read");
    Path tokens = directory.resolve("state/mcp-logins/shop.json");
    assertThat(Files.getPosixFilePermissions(tokens)).hasSize(2);

    assertThat(run("test", "shop")).isZero();
    assertThat(out.toString()).contains("shop works and has 1 tool.");
  }

  @Test
  void aServerThatWantsNoLoginIsReachedAtOnce() {
    assertThat(run("add", "shop", "--url", server.url().toString())).isZero();
    assertThat(run("login", "shop")).isZero();
    assertThat(out.toString()).contains("Logged in to shop. It has 1 tool.");
    assertThat(authorization.logins()).isEmpty();
  }

  @Test
  void aProgramNeedsNoLogin() {
    assertThat(run("add", "files", "--", "true")).isZero();
    assertThat(run("login", "files")).isEqualTo(ExitCodes.USAGE);
    assertThat(err.toString()).contains("files is a program on this machine and needs no login");
    assertThat(run("login", "unknown")).isEqualTo(ExitCodes.CONFIG);
  }

  @Test
  void aServerThatCannotBeReachedIsNamed() {
    assertThat(run("add", "shop", "--url", server.url().toString())).isZero();
    server.close();
    assertThat(run("login", "shop")).isEqualTo(ExitCodes.FAILED);
    assertThat(err.toString()).contains("cannot be reached");
  }

  @Test
  void anotherFileTakesThePlaceOfTheUsualOne() throws Exception {
    Path other = otherFile(shop());
    assertThat(run("add", "usual", "--", "true")).isZero();
    assertThat(run("list", "--mcp", other.toString(), "--json")).isZero();
    assertThat(out.toString()).contains("\"name\":\"shop\"").doesNotContain("\"usual\"");
    assertThat(run("test", "shop", "--mcp", other.toString())).isZero();
    assertThat(run("add", "more", "--mcp", other.toString(), "--", "true")).isZero();
    assertThat(run("remove", "shop", "--mcp", other.toString())).isZero();
    assertThat(Files.readString(other)).contains("\"more\"").doesNotContain("\"shop\"");
    assertThat(Files.readString(directory.resolve("state/mcp.json")))
        .contains("\"usual\"")
        .doesNotContain("\"more\"");
  }

  @Test
  void aBrokenFileIsNamedWithItsLine() throws Exception {
    Path other = otherFile("{\"mcpServers\": {\n");
    assertThat(run("list", "--mcp", other.toString())).isEqualTo(ExitCodes.CONFIG);
    assertThat(err.toString()).contains("other.json, line 2");
  }

  @Test
  void aTestNamesWhatBubLeavesOut() {
    server.tools(FakeHttpMcpServer.tool("good"), "{\"name\":\"bad\"}");
    assertThat(run("add", "shop", "--url", server.url().toString())).isZero();
    assertThat(run("test", "shop")).isZero();
    assertThat(out.toString()).contains("shop works and has 1 tool.");
    assertThat(err.toString()).contains("1 tool is unusable: ").contains("inputSchema");
  }

  @Test
  void theListNamesWhatBubLeavesOut() throws Exception {
    assertThat(run("add", "shop", "--url", server.url().toString())).isZero();
    Files.writeString(
        directory.resolve("state/mcp-status.json"),
        ("{\"pid\":%d,\"servers\":[{\"name\":\"shop\",\"state\":\"online\",\"tools\":3,"
                + "\"remark\":\"1 tool is unusable\",\"since\":\"2026-01-01T00:00:00Z\"}]}")
            .formatted(ProcessHandle.current().pid()));
    assertThat(run("list")).isZero();
    assertThat(out.toString()).contains("3 tools: 1 tool is unusable");
    assertThat(run("list", "--json")).isZero();
    assertThat(out.toString()).contains("\"remark\":\"1 tool is unusable\"");
  }
}
