package bub.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.DocumentedPrograms;
import bub.checks.kit.Eventually;
import bub.checks.kit.LiveBub;
import bub.checks.kit.ServedBus;
import bub.checks.kit.Workshop;
import bub.protocol.lobby.CallError;
import bub.protocol.lobby.LobbyErrorCode;
import bub.protocol.lobby.LobbyEvent;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.lobby.MessageType;
import bub.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The programs and exchanges in docs/lobby.md work as printed. */
class LobbyDocumentationTest {
  @RegisterExtension static final Workshop WORKSHOP = new Workshop();

  private static final DocumentedPrograms PROGRAMS =
      new DocumentedPrograms(WORKSHOP, "docs/lobby.md");
  private static String page;
  private static ServedBus bus;

  @BeforeAll
  static void oneBus() throws Exception {
    page = PROGRAMS.page();
    bus = WORKSHOP.bus();
  }

  // ---- the five minutes

  @Test
  void aProviderInPythonAnswersACallerInJavaScript() throws Exception {
    List<String> node = PROGRAMS.node();
    ChildProcess provider = start(PROGRAMS.python(), "price_agent.py");
    provider.awaitLine("offering find_price");

    assertThat(said(node, "ask_price.mjs", "coffee")).contains("status: 'success', price: 7.5");
    assertThat(said(node, "ask_price.mjs", "gold")).contains("no price known for gold");
    String broken = said(node, "ask_price.mjs");
    assertThat(broken).contains(printed("node ask_price.mjs\n```"));
    assertThat(bus.bub(hint(broken)).out()).contains("REQUEST_DENIED_CONTRACT", "answered");
    assertThat(PastedTour.of("docs/lobby.md", "lobby").run(WORKSHOP, bus.runDir()))
        .contains("● price_agent", "price, shopping", "{\"price\":3.2}", "exit code 1");
  }

  @Test
  void aProviderInJavaScriptAnswersACallerInPython() throws Exception {
    List<String> python = PROGRAMS.python();
    ChildProcess provider = start(PROGRAMS.node(), "word_agent.mjs");
    provider.awaitLine("offering count_words");

    assertThat(said(python, "count_words.py", "three", "short", "words"))
        .contains("{'status': 'in_progress', 'note': 'reading'}")
        .contains("{'status': 'success', 'words': 3}");
  }

  @Test
  void aProviderComesBackToItsIdWithItsToken() throws Exception {
    ServedBus own = ServedBus.start(WORKSHOP, WORKSHOP.directory().resolve("own"), 0);
    ChildProcess python = start(own, PROGRAMS.python(), "price_agent.py");
    ChildProcess javaScript = start(own, PROGRAMS.node(), "word_agent.mjs");
    python.awaitLine("offering find_price");
    javaScript.awaitLine("offering count_words");

    own.process().kill();
    ServedBus again = ServedBus.start(WORKSHOP, own.runDir(), own.port());

    Eventually.holds(
        () ->
            assertThat(again.bub("lobby", "list", "--online").out())
                .contains("price_agent", "word_agent"));
  }

  @Test
  void anyProgramIsACapabilityAsTheReadmeSaysTwice() throws Exception {
    // All of bub, because there the command line has a token that hides those of the lobby.
    Path run = WORKSHOP.directory().resolve("all");
    LiveBub bub = LiveBub.start(WORKSHOP, WORKSHOP.program(), run);
    for (int round = 1; round <= 2; round++) {
      assertThat(PastedTour.of("README.md", "lobby").run(WORKSHOP, bub.runDir()))
          .contains("agent:clock offers tell_time")
          .containsPattern("\\{\"now\":\"\\d\\d:\\d\\d\"}")
          .contains("exit code 1");
    }
  }

  @Test
  void theExampleInJavaCallsItself() throws Exception {
    DocumentedExamples.lobby(bus.url().toString(), WORKSHOP.directory());

    String calls = "{\"actor\":\"agent:shopper\",\"event\":\"send_finish\",\"status\":\"ok\"}";
    assertThat(bus.connectAs("console").ask("queryActivity", calls).get("rows")).hasSize(1);
    assertThat(WORKSHOP.directory().resolve("prices.token")).exists();
  }

  private static ChildProcess start(List<String> program, String file, String... arguments)
      throws IOException {
    return start(bus, program, file, arguments);
  }

  private static ChildProcess start(
      ServedBus at, List<String> program, String file, String... arguments) throws IOException {
    return PROGRAMS.start(at.port(), program, file, arguments);
  }

  private static String said(List<String> program, String file, String... arguments)
      throws Exception {
    ChildProcess process = start(program, file, arguments);
    assertThat(process.awaitExit()).as(process.toString()).isZero();
    return process.out().text();
  }

  /** What the page prints below a command. */
  private static String printed(String command) {
    return find(Pattern.quote(command) + "\\s*```\n(.*?)\n```");
  }

  private static String[] hint(String said) {
    Matcher hint = Pattern.compile("\\./bub (bus where \\S+)").matcher(said);
    assertThat(hint.find()).as(said).isTrue();
    return hint.group(1).split(" ", -1);
  }

  // ---- the reference

  @Test
  void whatIsPrintedIsWhatComes() throws Exception {
    for (Scene scene : Scene.in(page.lines().toList())) {
      ScenePlay.perform(scene, bus);
    }
  }

  @Test
  void everyWordOfTheLobbyIsExplained() {
    Stream<String> words =
        Stream.of(
                Arrays.stream(MessageType.values()).map(Enum::name),
                Arrays.stream(LobbyEvent.values()).map(Enum::name),
                Arrays.stream(CallError.values()).map(CallError::word),
                Arrays.stream(LobbyErrorCode.values()).map(LobbyErrorCode::word),
                Stream.of(LobbyTypes.REGISTER, LobbyTypes.UPDATE, LobbyTypes.DEREGISTER),
                Stream.of(LobbyTypes.DISCOVER, LobbyTypes.AGENTS, LobbyTypes.REQUEST),
                Stream.of(LobbyTypes.PROGRESS))
            .flatMap(all -> all);

    assertThat(words).allSatisfy(word -> assertThat(page).contains("`" + word + "`"));
  }

  private static String find(String pattern) {
    return find(pattern, page);
  }

  private static String find(String pattern, String text) {
    Matcher found = Pattern.compile(pattern, Pattern.DOTALL).matcher(text);
    assertThat(found.find()).as(pattern).isTrue();
    return found.group(1);
  }
}
