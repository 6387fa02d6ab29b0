package bub.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.testkit.BubProgram.Finished;
import bub.testkit.FakeOpenAiAnswer;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Calls of one capability through every door of a locked bus, as the map and the log show them. */
class CallersOnTheMapTest {
  private static final String PROVIDER = "agent:calendar";
  private static final String INPUT = "{\"date\":\"2026-11-18\"}";
  private static final String OUTPUT = "Wednesday";
  private static final String SHELL =
      "date --utc --date \"$(sed -E 's/.*\"date\": ?\"([^\"]*)\".*/\\1/')\" '+{\"day\":\"%A\"}'";
  private static final String TELL_DAY =
      """
      {"name": "tell_day", "description": "Tells the day of a date",
       "input_schema": {"type": "object", "required": ["date"],
         "properties": {"date": {"type": "string"}}},
       "output_schema": {"type": "object", "required": ["day"],
         "properties": {"day": {"type": "string"}}}}
      """;

  /** Records every message that the map sends on its way. */
  private static final String RECORD_MOVES =
      """
      () => {
        const map = document.querySelector('bub-console').shadowRoot.querySelector('bub-map');
        const scene = map.shadowRoot.querySelector('bub-scene');
        const travel = scene.travel.bind(scene);
        scene.moves = [];
        scene.travel = (move) => {
          scene.moves.push(`${move.from?.name} to ${move.to?.name}, ${move.failed ? 'failed' : 'ok'}`);
          travel(move);
        };
      }
      """;

  private static final String MOVES =
      "document.querySelector('bub-console').shadowRoot.querySelector('bub-map').shadowRoot"
          + ".querySelector('bub-scene').moves";

  @RegisterExtension static final Stage stage = Stage.withModel();

  @Test
  void callersOfEveryDoorLookAlikeOnTheMapAndInTheLog() throws Exception {
    String mcp = token("app:ann");
    String ownMcp = token("mcp:desk");
    String a2a = token("agent:visitor");
    register();
    Visitor ann = stage.visitor();
    ann.logsIn(stage.console().loginLink());
    Page map = ann.opens("/map");
    node(map, PROVIDER).waitFor();
    map.evaluate(RECORD_MOVES);

    callThroughMcp(mcp);
    callThroughMcp(ownMcp);
    callThroughA2a(a2a);
    callFromTheCommandLine();
    callFromTheConsole();
    callFromAnAgent();

    List<JsonObject> calls = calls();
    List<String> callers = calls.stream().map(call -> text(call, "from")).toList();
    assertThat(callers).hasSize(6).doesNotHaveDuplicates();
    assertThat(callers).contains("app:ann", "mcp:desk", "agent:visitor", "agent:console");
    assertThat(callers).anyMatch(caller -> caller.startsWith("cli:"));
    for (String caller : callers) {
      assertThat(node(map, caller)).isVisible();
      await()
          .pollInSameThread()
          .until(() -> moves(map).contains(caller + " to agent:calendar, ok"));
    }
    assertThat(node(map, "app:ann")).hasAccessibleName(Pattern.compile("not connected"));
    assertThat(node(map, "mcp:desk")).hasAccessibleName(Pattern.compile("behind agent:gateway"));
    assertThat(calls.stream().map(CallersOnTheMapTest::look).distinct()).hasSize(1);

    ann.findsItAccessible();
    ann.picture("callers");
    ann.switchesTo(Look.DARK);
    ann.picture("callers");
    node(map, "app:ann").click();
    Locator panel = map.getByRole(AriaRole.REGION, named("app:ann"));
    assertThat(panel).containsText("Not connected");
    ann.findsItAccessible();
    ann.picture("caller");

    Page messages = ann.opens("/messages?to=system:lobby&type=lobby_request");
    for (String caller : callers) {
      Locator row =
          messages
              .getByRole(AriaRole.GRID)
              .getByRole(AriaRole.ROW)
              .filter(new Locator.FilterOptions().setHasText(caller));
      assertThat(row).hasCount(1);
      assertThat(row).containsText("system:lobby");
      assertThat(row).containsText("lobby_request");
      assertThat(row).containsText("ok");
    }
    Page again = ann.opens("/map");
    for (String caller : callers) {
      assertThat(node(again, caller)).isVisible();
    }
  }

  private static Locator node(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new GetByRoleOptions().setName(Pattern.compile("^" + name + ", ")));
  }

  private static GetByRoleOptions named(String name) {
    return new GetByRoleOptions().setName(name).setExact(true);
  }

  private static List<?> moves(Page map) {
    return (List<?>) map.evaluate(MOVES);
  }

  private static String token(String clientId) throws Exception {
    return Files.readString(tokenFile(clientId)).strip();
  }

  /** The first one locks the bus. */
  private static Path tokenFile(String clientId) throws Exception {
    Path file = stage.directory().resolve(clientId.replace(':', '-') + ".token");
    run("token", "create", "--client-id", clientId, "--out", file.toString());
    return file;
  }

  private static String run(String... arguments) throws Exception {
    Finished finished = stage.console().bub(arguments);
    assertThat(finished.exitCode()).as(finished::toString).isZero();
    return finished.out();
  }

  private static void register() throws Exception {
    Path contract = stage.directory().resolve("tell_day.json");
    Files.writeString(contract, TELL_DAY);
    String runDir = stage.console().runDir().toString();
    stage
        .keep(
            stage
                .program()
                .with("LC_ALL", "C")
                .start(
                    "lobby",
                    "register",
                    "--id",
                    PROVIDER,
                    "--run-dir",
                    runDir,
                    "--token-file",
                    tokenFile(PROVIDER).toString(),
                    contract.toString(),
                    "--",
                    "sh",
                    "-c",
                    SHELL))
        .awaitLine(PROVIDER);
  }

  private static void callThroughMcp(String token) throws Exception {
    HttpResponse<String> session =
        post(
            "/mcp",
            """
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
            "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}\
            """,
            token);
    HttpResponse<String> answer =
        post(
            "/mcp",
            """
            {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tell_day","arguments":%s}}\
            """
                .formatted(INPUT),
            token,
            "Mcp-Session-Id",
            session.headers().firstValue("Mcp-Session-Id").orElseThrow());
    assertThat(answer.body()).contains(OUTPUT);
  }

  private static void callThroughA2a(String token) throws Exception {
    HttpResponse<String> answer =
        post(
            "/a2a",
            """
            {"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m-1",\
            "role":"ROLE_USER","parts":[{"data":{"capability":"tell_day","input":%s}}]}}}\
            """
                .formatted(INPUT),
            token);
    assertThat(answer.body()).contains(OUTPUT);
  }

  private static void callFromTheCommandLine() throws Exception {
    assertThat(run("lobby", "call", "tell_day", "--input", INPUT)).contains(OUTPUT);
  }

  private static void callFromTheConsole() throws Exception {
    Visitor bob = stage.visitor();
    bob.logsIn(stage.console().loginLink());
    Page form = bob.opens("/lobby?agent=agent:calendar&capability=tell_day");
    form.getByLabel("date").fill("2026-11-18");
    form.getByRole(AriaRole.BUTTON, named("Call")).click();
    assertThat(form.getByLabel("Outcome of the call")).containsText(OUTPUT);
  }

  private static void callFromAnAgent() throws Exception {
    stage
        .model()
        .then(FakeOpenAiAnswer.calls("tell_day", INPUT), FakeOpenAiAnswer.says("It was a day."));
    Visitor carl = stage.visitor();
    carl.logsIn(stage.console().loginLink());
    Page chat = Chats.begins(carl);
    Chats.types(chat, "Which day was it?");
    assertThat(Chats.log(chat)).containsText("It was a day.");
  }

  private static HttpResponse<String> post(
      String path, String body, String token, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(stage.console().url(path)))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .header("A2A-Version", "1.0")
            .POST(BodyPublishers.ofString(body));
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(
          headers.length == 0 ? request.build() : request.headers(headers).build(),
          BodyHandlers.ofString());
    }
  }

  private static List<JsonObject> calls() throws Exception {
    return run("bus", "log", "--to", "system:lobby", "--json", "--limit", "1000")
        .lines()
        .map(line -> JsonParser.parseString(line).getAsJsonObject())
        .filter(row -> row.has("type") && text(row, "type").equals("lobby_request"))
        .toList();
  }

  private static String text(JsonObject row, String member) {
    return row.get(member).getAsString();
  }

  /** What the log has of a call besides its sender, its id and its times. */
  private static String look(JsonObject call) {
    return "%s %s %s %s"
        .formatted(
            text(call, "to"),
            text(call, "status"),
            new TreeSet<>(call.getAsJsonObject("payload").getAsJsonObject("content").keySet()),
            call.getAsJsonArray("acks").asList().stream()
                .map(ack -> ack.getAsJsonObject().get("payload"))
                .toList());
  }
}
