package bub.channel.telegram;

import static bub.channel.telegram.TelegramScene.ADA;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.json.RawJson;
import bub.protocol.Ack;
import bub.testkit.FakeBotApiCall;
import bub.testkit.FakeBotApiMessage;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BotCommandsTest {
  @TempDir private Path directory;
  private TelegramScene scene;

  @BeforeEach
  void begin() throws Exception {
    scene = new TelegramScene(directory);
    scene.start();
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  private String answerTo(String command) throws Exception {
    int before = scene.texts(7).size();
    scene.telegram.says(7, ADA, command);
    return scene.awaitTexts(7, before + 1).getLast();
  }

  @Test
  void areInTheBotsMenu() {
    await().until(() -> scene.telegram.script().calls("setMyCommands").size() == 1);
    FakeBotApiCall call = scene.telegram.script().calls("setMyCommands").getFirst();
    assertThat(call.toString())
        .contains("start", "help", "status", "reset", "agent", "stop", "continue");
  }

  @Test
  void areAnsweredByTheBotItself() throws Exception {
    assertThat(answerTo("/start")).startsWith("Hello!");
    assertThat(answerTo("/help")).contains("/stop: Stop your agent's current work");
    assertThat(answerTo("/agent")).isEqualTo("This chat has no agent yet.");
    assertThat(answerTo("/status"))
        .isEqualTo(
            """
            You have no agent yet. Your next message starts one.
            No messages are waiting.\
            """);
    assertThat(answerTo("/stop")).isEqualTo("Nothing is running.");
    assertThat(answerTo("/continue"))
        .isEqualTo("The command failed: no turn of this chat waits for /continue.");
    assertThat(answerTo("/dance now"))
        .isEqualTo("/dance is not a command. Send /help to list the commands.");
    assertThat(scene.heard()).isEmpty();
  }

  @Test
  void aboutTheConversationGoToTheAgent() throws Exception {
    scene.agent.thatAnswers();
    scene.telegram.says(7, ADA, "hello");
    scene.awaitTexts(7, 1);
    scene.agent.thatAcks(
        Ack.ok("forgotten", RawJson.trusted("{\"forgotten_turns\":1}".getBytes(UTF_8))));
    assertThat(answerTo("/reset")).isEqualTo("forgotten turns: 1");
    assertThat(answerTo("/agent")).isEqualTo("agent:worker-1 is ready.");
  }

  @Test
  void agentTellsThatTheAgentIsBusyOrHasLeft() throws Exception {
    scene.agent.thatAnswers();
    scene.telegram.says(7, ADA, "hello");
    scene.awaitTexts(7, 1);
    scene.agent.thatAcks(Ack.ok("status", RawJson.trusted("{\"busy\":true}".getBytes(UTF_8))));
    assertThat(answerTo("/agent")).isEqualTo("agent:worker-1 is working on an answer.");
    scene.agent.thatAcks(Ack.ok("status", RawJson.trusted("{\"busy\":false}".getBytes(UTF_8))));
    assertThat(answerTo("/agent")).isEqualTo("agent:worker-1 is ready.");
    scene.agent.close();
    assertThat(answerTo("/agent")).isEqualTo("agent:worker-1 is not connected.");
  }

  @Test
  void statusTellsThePersonAboutTheirAgentAndNothingAboutTheServer() throws Exception {
    scene.agent.thatAnswers();
    scene.telegram.says(7, ADA, "hello");
    scene.awaitTexts(7, 1);
    scene.agent.thatAcks(
        Ack.ok(
            "status",
            RawJson.trusted(
                """
                {"client_id":"agent:worker-1","talkto":"tg:7","workspace":"/var/lib/bub/workspaces/telegram:7",
                 "model":"openai/gpt-5","busy":true,"waiting_messages":0,"remembered_turns":3,"alarms":0}
                """
                    .getBytes(UTF_8))));
    assertThat(answerTo("/status"))
        .isEqualTo(
            """
            Your agent is working on an answer.
            No messages are waiting.
            It remembers 3 exchanges with you. Send /reset to make it forget them.
            It uses the model openai/gpt-5.\
            """);
  }

  @Test
  void statusSaysThatTheAgentDoesNotAnswer() throws Exception {
    scene.agent.thatAnswers();
    scene.telegram.says(7, ADA, "hello");
    scene.awaitTexts(7, 1);
    scene.agent.close();
    assertThat(answerTo("/status")).startsWith("Your agent does not answer at the moment.");
  }

  @Test
  void canStopWhatTheAgentIsDoing() throws Exception {
    scene.telegram.says(7, ADA, "count to a million");
    scene.awaitHeard(1);
    assertThat(answerTo("/status")).contains("1 message has not been answered yet.");
    assertThat(answerTo("/stop")).isEqualTo("Stopped.");
    assertThat(answerTo("/status")).contains("No messages are waiting.");
  }

  @Test
  void thatAreForwardedAreNone() throws Exception {
    scene.telegram.posts(FakeBotApiMessage.in(7, ADA).text("/reset").forwardedFrom(ADA));
    assertThat(scene.awaitHeard(1)).isEqualTo(List.of("[forwarded from Ada Lovelace]\n/reset"));
  }
}
