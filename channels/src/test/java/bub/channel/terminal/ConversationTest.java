package bub.channel.terminal;

import static bub.channel.terminal.FakeTerminal.ALT_ENTER;
import static bub.channel.terminal.FakeTerminal.CTRL_C;
import static bub.channel.terminal.FakeTerminal.CTRL_D;
import static bub.channel.terminal.FakeTerminal.ENTER;
import static bub.channel.terminal.FakeTerminal.UP;
import static bub.channel.terminal.TerminalScene.ME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.channel.ManualTime;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.message.AgentEvent.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConversationTest {
  private static final String PROMPT = "you › ";

  @TempDir private Path directory;
  private TerminalScene scene;
  private FakeTerminal terminal;
  private CompletableFuture<Ending> ending;

  @BeforeEach
  void begin() throws Exception {
    scene = new TerminalScene(directory);
    sitDown("xterm");
  }

  private void sitDown(String type) throws Exception {
    var screen = new FakeTerminal(type);
    var end = new CompletableFuture<Ending>();
    TerminalChat chat = scene.open();
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                end.complete(useUp(chat, screen));
              } catch (Exception failed) {
                end.completeExceptionally(failed);
              }
            });
    terminal = screen;
    ending = end;
    awaitPrompt();
  }

  private static Ending useUp(TerminalChat chat, FakeTerminal screen) throws Exception {
    try (chat) {
      return chat.converse(screen.terminal());
    }
  }

  private void leave() throws Exception {
    awaitPrompt();
    terminal.press("/quit" + ENTER);
    assertThat(ending.get(60, TimeUnit.SECONDS)).isEqualTo(Ending.DONE);
  }

  @AfterEach
  void end() {
    scene.close();
  }

  private void awaitLine(String line) {
    await(line).until(() -> terminal.lines().contains(line));
  }

  /** What stands on the screen below the greeting. */
  private List<String> conversation() {
    List<String> lines = terminal.lines();
    return lines.getFirst().equals(SlashCommands.GREETING) ? lines.subList(1, lines.size()) : lines;
  }

  /** Waits until it is drawn to its end: these lines below the greeting, and no others. */
  private void awaitScreen(String... lines) {
    await().untilAsserted(() -> assertThat(conversation()).containsExactly(lines));
  }

  /** Waits until the program reads keys: what is pressed earlier can be lost, or overtaken. */
  private void awaitPrompt() {
    awaitInput("");
  }

  /** Waits until this stands behind the prompt. */
  private void awaitInput(String text) {
    String line = (PROMPT + text).stripTrailing();
    await(line).until(() -> !terminal.lines().isEmpty() && terminal.lines().getLast().equals(line));
  }

  private void enter(String text) throws Exception {
    awaitPrompt();
    terminal.press(text);
    awaitInput(text);
    terminal.press(ENTER);
  }

  private void say(String text) throws Exception {
    enter(text);
    await().until(() -> scene.agent.heard().contains(text));
  }

  private static JsonValue partial(long number, String text) {
    return out -> {
      out.beginObject().field("message_id", "m").field("seq", number);
      out.field("text", text).endObject();
    };
  }

  @Test
  void showsWhatIsSaidOnBothSides() throws Exception {
    scene.agent.thatAnswers();
    enter("hello");
    awaitLine("bub › re: hello");
    awaitScreen("you › hello", "bub › re: hello", "you ›");
    leave();
  }

  @Test
  void textGrowsInPlaceUntilTheAnswerTakesItsPlace() throws Exception {
    say("tell me");
    scene.agent.tells(ME, Kind.TYPING, RawJson.EMPTY_OBJECT);
    awaitLine("bub is typing…");
    scene.agent.tells(ME, Kind.PARTIAL, partial(1, "Once upon"));
    awaitLine("bub › Once upon");
    awaitPrompt();
    terminal.press("and th");
    scene.agent.tells(ME, Kind.PARTIAL, partial(2, "Once upon a time\nthere was 100% of it"));
    awaitLine("there was 100% of it");
    awaitScreen("you › tell me", "bub › Once upon a time", "there was 100% of it", "you › and th");
    scene.agent.reply(scene.agent.lastSaid(), "Once upon a time: the end");
    awaitLine("bub › Once upon a time: the end");
    awaitScreen("you › tell me", "bub › Once upon a time: the end", "you › and th");
  }

  @Test
  void whatIsAliveDoesNotStayWhenALineIsEntered() throws Exception {
    say("one");
    scene.agent.tells(ME, Kind.PARTIAL, partial(1, "growing"));
    awaitLine("bub › growing");
    say("two");
    scene.agent.reply(ME, "r1", null, "grown");
    awaitLine("bub › grown");
    awaitScreen("you › one", "you › two", "bub › grown", "you ›");
  }

  @Test
  void theSignThatSomebodyTypesFades() throws Exception {
    say("hello");
    scene.agent.tells(ME, Kind.TYPING, RawJson.EMPTY_OBJECT);
    awaitLine("bub is typing…");
    await().until(() -> scene.time.isAwaited(Duration.ofSeconds(10)));
    scene.time.advance(Duration.ofSeconds(10));
    await().until(() -> !terminal.lines().contains("bub is typing…"));
    awaitScreen("you › hello", "you ›");
  }

  @Test
  void onlyTheEndOfALongTextIsAlive() throws Exception {
    say("long, please");
    scene.agent.tells(ME, Kind.PARTIAL, partial(1, "line\n".repeat(200) + "the end of it"));
    awaitLine("the end of it");
    assertThat(conversation()).hasSize(14).startsWith("you › long, please").endsWith("you ›");
  }

  @Test
  void toolsAreMentioned() throws Exception {
    say("look it up");
    JsonValue call =
        out -> {
          out.beginObject().field("name", "read_file").field("status", "started");
          out.name("arguments").beginObject().field("path", "a.txt").endObject().endObject();
        };
    scene.agent.tells(ME, Kind.TOOL_CALL, call);
    awaitLine("  · read_file {\"path\":\"a.txt\"}");
  }

  @Test
  void nothingThatAnAgentSaysIsATerminalCode() throws Exception {
    say("hello");
    scene.agent.reply(
        scene.agent.lastSaid(), "\u001b[2J\u001b]0;gotcha\u0007 \u009b31m \u202eevil\rover");
    awaitLine("bub › \\u001b[2J\\u001b]0;gotcha\\u0007 \\u009b31m \\u202eevil\\u000dover");
    scene.agent.tells(ME, Kind.PARTIAL, partial(1, "\u001b[31mred"));
    say("more");
    scene.agent.tells(ME, Kind.PARTIAL, partial(2, "\u001b[31mred"));
    awaitLine("bub › \\u001b[31mred");
  }

  @Test
  void aLineMayGoOn() throws Exception {
    terminal.press("one\\" + ENTER + "two" + ALT_ENTER + "it's \"three\" !x" + ENTER);
    await().until(() -> scene.agent.heard().contains("one\ntwo\nit's \"three\" !x"));
  }

  @Test
  void aPastedTextIsOneMessage() throws Exception {
    terminal.press("\u001b[200~first \\\nsecond\n\u001b[201~" + ENTER);
    await().until(() -> scene.agent.heard().contains("first \\\nsecond"));
  }

  @Test
  void commandsAreAnsweredHere() throws Exception {
    enter("/agent");
    awaitLine("no agent yet");
    enter("/reset");
    awaitLine("there is no agent yet; it comes with your first message");
    say("hello");
    enter("/agent");
    awaitLine("agent:worker-1 is ready");
    scene.agent.thatAcks(Ack.ok("forgotten"));
    enter("/reset");
    awaitLine("forgotten");
    scene.agent.thatAcks(Ack.ok("model echo"));
    enter("/status");
    awaitLine("term:me: agent:worker-1 is ready; 0 to deliver, 1 to be answered");
    awaitLine("model echo");
    enter("/dance");
    awaitLine("/dance is no command. /help lists them.");
    enter("/help");
    awaitLine("/status   how things are, here and with your agent");
    enter(" /etc is a directory");
    await().until(() -> scene.agent.heard().contains("/etc is a directory"));
  }

  @Test
  void controlCThrowsTheLineAwayAndThenLeaves() throws Exception {
    // Control-C is a signal, and overtakes keys that nobody has read yet.
    terminal.press("oops");
    awaitInput("oops");
    terminal.press(CTRL_C);
    awaitPrompt();
    terminal.press(CTRL_C);
    assertThat(ending.get(60, TimeUnit.SECONDS)).isEqualTo(Ending.DONE);
    assertThat(scene.agent.heard()).isEmpty();
  }

  @Test
  void controlDLeaves() throws Exception {
    terminal.press(CTRL_D);
    assertThat(ending.get(60, TimeUnit.SECONDS)).isEqualTo(Ending.DONE);
  }

  @Test
  void theConversationIsFoundAgain() throws Exception {
    scene.agent.thatAnswers();
    enter("hello");
    awaitLine("bub › re: hello");
    leave();
    sitDown("xterm");
    awaitScreen("you › hello", "bub › re: hello", "you ›");
    terminal.press(UP + UP + ENTER);
    await().until(() -> scene.agent.heard().equals(List.of("configure", "hello", "hello")));
  }

  @Test
  void anAnswerThatCameTooLateIsThereNextTime() throws Exception {
    say("hello");
    leave();
    sitDown("xterm");
    await().until(() -> scene.agent.heard().equals(List.of("configure", "hello", "hello")));
    scene.agent.reply(scene.agent.lastSaid(), "there you are");
    awaitLine("bub › there you are");
  }

  @Test
  void aBusThatGoesAndComesIsMentioned() throws Exception {
    scene.bus.die();
    awaitLine("no bus: the bus is gone; what you say is kept meanwhile");
    enter("hello");
    scene.agent.thatAnswers();
    scene.bus.comeBackWithAgents();
    awaitLine("connected");
    awaitLine("bub › re: hello");
  }

  @Test
  void aLongWaitIsExplained() throws Exception {
    scene.system.close();
    enter("hello");
    for (long moment : new long[] {1, 3, 7, 10}) {
      await().until(() -> scene.time.isAwaited(Duration.ofSeconds(moment)));
      scene.time.advance(Duration.between(scene.time.now(), ManualTime.START.plusSeconds(moment)));
    }
    awaitLine("One moment, please: the system agent is not there. Your message is kept.");
  }

  @Test
  void endsWhenAnotherTerminalTakesItsName() throws Exception {
    try (var other = scene.bus.client(ME.value()).connect()) {
      assertThat(other.clientId()).isEqualTo(ME);
      assertThat(ending.get(60, TimeUnit.SECONDS)).isEqualTo(Ending.UNAVAILABLE);
    }
    awaitLine("no bus any more: another client has connected as term:me");
  }

  @Test
  void aTerminalThatCanDoNothingStillShowsAnswers() throws Exception {
    leave();
    sitDown("dumb");
    terminal.press("hello" + ENTER);
    await().until(() -> scene.agent.heard().contains("hello"));
    scene.agent.tells(ME, Kind.PARTIAL, partial(1, "never seen"));
    scene.agent.reply(scene.agent.lastSaid(), "seen");
    await().until(() -> terminal.lines().stream().anyMatch(line -> line.contains("bub › seen")));
    assertThat(terminal.lines()).noneMatch(line -> line.contains("never seen"));
  }
}
