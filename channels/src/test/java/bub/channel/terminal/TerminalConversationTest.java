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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TerminalConversationTest {
  @TempDir private Path directory;
  private TerminalScene scene;
  private TerminalUser user;

  @BeforeEach
  void begin() throws Exception {
    scene = new TerminalScene(directory);
    user = TerminalUser.sitDown(scene, "xterm");
  }

  @AfterEach
  void end() {
    scene.close();
  }

  private void say(String text) throws Exception {
    user.enter(text);
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
    user.enter("hello");
    user.awaitLine("bub › re: hello");
    user.awaitScreen("you › hello", "bub › re: hello", "you ›");
    user.leave();
  }

  @Test
  void textGrowsInPlaceUntilTheAnswerTakesItsPlace() throws Exception {
    say("tell me");
    scene.agent.tells(ME, Kind.TYPING, RawJson.EMPTY_OBJECT);
    user.awaitLine("bub is typing…");
    scene.agent.tells(ME, Kind.PARTIAL, partial(1, "Once upon"));
    user.awaitLine("bub › Once upon");
    user.awaitPrompt();
    user.press("and th");
    scene.agent.tells(ME, Kind.PARTIAL, partial(2, "Once upon a time\nthere was 100% of it"));
    user.awaitLine("there was 100% of it");
    user.awaitScreen(
        "you › tell me", "bub › Once upon a time", "there was 100% of it", "you › and th");
    scene.agent.reply(scene.agent.lastSaid(), "Once upon a time: the end");
    user.awaitLine("bub › Once upon a time: the end");
    user.awaitScreen("you › tell me", "bub › Once upon a time: the end", "you › and th");
  }

  @Test
  void whatIsAliveDoesNotStayWhenALineIsEntered() throws Exception {
    say("one");
    scene.agent.tells(ME, Kind.PARTIAL, partial(1, "growing"));
    user.awaitLine("bub › growing");
    say("two");
    scene.agent.reply(ME, "r1", null, "grown");
    user.awaitLine("bub › grown");
    user.awaitScreen("you › one", "you › two", "bub › grown", "you ›");
  }

  @Test
  void theSignThatSomebodyTypesFades() throws Exception {
    say("hello");
    scene.agent.tells(ME, Kind.TYPING, RawJson.EMPTY_OBJECT);
    user.awaitLine("bub is typing…");
    await().until(() -> scene.time.isAwaited(Duration.ofSeconds(10)));
    scene.time.advance(Duration.ofSeconds(10));
    await().until(() -> !user.lines().contains("bub is typing…"));
    user.awaitScreen("you › hello", "you ›");
  }

  @Test
  void onlyTheEndOfALongTextIsAlive() throws Exception {
    say("long, please");
    scene.agent.tells(ME, Kind.PARTIAL, partial(1, "line\n".repeat(200) + "the end of it"));
    user.awaitLine("the end of it");
    assertThat(user.conversation()).hasSize(14).startsWith("you › long, please").endsWith("you ›");
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
    user.awaitLine("  · read_file {\"path\":\"a.txt\"}");
  }

  @Test
  void nothingThatAnAgentSaysIsATerminalCode() throws Exception {
    say("hello");
    scene.agent.reply(
        scene.agent.lastSaid(), "\u001b[2J\u001b]0;gotcha\u0007 \u009b31m \u202eevil\rover");
    user.awaitLine("bub › \\u001b[2J\\u001b]0;gotcha\\u0007 \\u009b31m \\u202eevil\\u000dover");
    scene.agent.tells(ME, Kind.PARTIAL, partial(1, "\u001b[31mred"));
    say("more");
    scene.agent.tells(ME, Kind.PARTIAL, partial(2, "\u001b[31mred"));
    user.awaitLine("bub › \\u001b[31mred");
  }

  @Test
  void aLineMayGoOn() throws Exception {
    user.press("one\\" + ENTER + "two" + ALT_ENTER + "it's \"three\" !x" + ENTER);
    await().until(() -> scene.agent.heard().contains("one\ntwo\nit's \"three\" !x"));
  }

  @Test
  void aPastedTextIsOneMessage() throws Exception {
    user.press("\u001b[200~first \\\nsecond\n\u001b[201~" + ENTER);
    await().until(() -> scene.agent.heard().contains("first \\\nsecond"));
  }

  @Test
  void commandsAreAnsweredHere() throws Exception {
    user.enter("/agent");
    user.awaitLine("This chat has no agent yet.");
    user.enter("/reset");
    user.awaitLine("This chat has no agent yet. Your next message starts one.");
    say("hello");
    user.enter("/agent");
    user.awaitLine("agent:worker-1 is ready.");
    scene.agent.thatAcks(Ack.ok("forgotten"));
    user.enter("/reset");
    user.awaitLine("forgotten");
    scene.agent.thatAcks(Ack.ok("model echo"));
    user.enter("/status");
    user.awaitLine("term:me: agent:worker-1 is ready. Messages to deliver: 0, unanswered: 1.");
    user.awaitLine("model echo");
    user.enter("/dance");
    user.awaitLine("/dance is not a command. Type /help to list the commands.");
    user.enter("/help");
    user.awaitLine("/status   Show the status of this chat and your agent");
    user.enter(" /etc is a directory");
    await().until(() -> scene.agent.heard().contains("/etc is a directory"));
  }

  @Test
  void stopRemovesTheAnswerInProgress() throws Exception {
    say("tell me");
    scene.agent.tells(ME, Kind.PARTIAL, partial(1, "Once upon"));
    user.awaitLine("bub › Once upon");
    user.enter("/stop");
    user.awaitLine("Stopped.");
    user.awaitScreen("you › tell me", "you › /stop", "Stopped.", "you ›");
    user.enter("/help");
    user.awaitLine("/stop     Stop your agent's current work");
    user.awaitLine("/continue Continue a turn that reached a limit");
    user.enter("/continue");
    user.awaitLine("The command failed: this turn is stopped; send a new message instead.");
  }

  @Test
  void agentCommandReportsAnAgentThatHasLeft() throws Exception {
    say("hello");
    user.enter("/agent");
    user.awaitLine("agent:worker-1 is ready.");

    scene.agent.close();

    user.enter("/agent");
    user.awaitLine("agent:worker-1 is not connected.");
  }

  @Test
  void controlCThrowsTheLineAwayAndThenLeaves() throws Exception {
    // Control-C is a signal, and overtakes keys that nobody has read yet.
    user.press("oops");
    user.awaitInput("oops");
    user.press(CTRL_C);
    user.awaitPrompt();
    user.press(CTRL_C);
    assertThat(user.ending()).isEqualTo(ChatEnding.DONE);
    assertThat(scene.agent.heard()).isEmpty();
  }

  @Test
  void controlDLeaves() throws Exception {
    user.press(CTRL_D);
    assertThat(user.ending()).isEqualTo(ChatEnding.DONE);
  }

  @Test
  void theConversationIsFoundAgain() throws Exception {
    scene.agent.thatAnswers();
    user.enter("hello");
    user.awaitLine("bub › re: hello");
    user.leave();
    user = TerminalUser.sitDown(scene, "xterm");
    user.awaitScreen("you › hello", "bub › re: hello", "you ›");
    user.press(UP + UP + ENTER);
    await().until(() -> scene.agent.heard().equals(List.of("configure", "hello", "hello")));
  }

  @Test
  void anAnswerThatCameTooLateIsThereNextTime() throws Exception {
    say("hello");
    user.leave();
    user = TerminalUser.sitDown(scene, "xterm");
    await().until(() -> scene.agent.heard().equals(List.of("configure", "hello", "hello")));
    scene.agent.reply(scene.agent.lastSaid(), "there you are");
    user.awaitLine("bub › there you are");
  }

  @Test
  void aBusThatGoesAndComesIsMentioned() throws Exception {
    scene.bus.die();
    user.awaitLine("Not connected: the bus is gone. Your messages are saved.");
    user.enter("hello");
    scene.agent.thatAnswers();
    scene.bus.comeBackWithAgents();
    user.awaitLine("Connected.");
    user.awaitLine("bub › re: hello");
  }

  @Test
  void aLongWaitIsExplained() throws Exception {
    scene.system.close();
    user.enter("hello");
    for (long moment : new long[] {1, 3, 7, 10}) {
      await().until(() -> scene.time.isAwaited(Duration.ofSeconds(moment)));
      scene.time.advance(Duration.between(scene.time.now(), ManualTime.START.plusSeconds(moment)));
    }
    user.awaitLine("Please wait: the system agent is not connected. Your message is saved.");
  }

  @Test
  void endsWhenAnotherTerminalTakesItsName() throws Exception {
    try (var other = scene.bus.client(ME.value()).connect()) {
      assertThat(other.clientId()).isEqualTo(ME);
      assertThat(user.ending()).isEqualTo(ChatEnding.UNAVAILABLE);
    }
    user.awaitLine("Disconnected: another client has connected as term:me.");
  }

  @Test
  void aTerminalThatCanDoNothingStillShowsAnswers() throws Exception {
    user.leave();
    user = TerminalUser.sitDown(scene, "dumb");
    user.press("hello" + ENTER);
    await().until(() -> scene.agent.heard().contains("hello"));
    scene.agent.tells(ME, Kind.PARTIAL, partial(1, "never seen"));
    scene.agent.reply(scene.agent.lastSaid(), "seen");
    await().until(() -> user.lines().stream().anyMatch(line -> line.contains("bub › seen")));
    assertThat(user.lines()).noneMatch(line -> line.contains("never seen"));
  }
}
