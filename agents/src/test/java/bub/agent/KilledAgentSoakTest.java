package bub.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.protocol.message.ChatReply;
import bub.testkit.ChildProcess;
import java.util.ArrayList;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Long version of {@link KilledAgentTest}, with repeated kills at any moment. */
@Tag("soak")
class KilledAgentSoakTest extends AgentTest {
  private static final int KILLS = 30;
  private static final int MESSAGES = 5;

  private final Random moments = new Random(5);
  private ChildProcess child;

  @BeforeEach
  void startAChild() throws Exception {
    child = AgentProgram.start(bus.url(), workspace(), model.baseUrl());
  }

  @AfterEach
  void endTheChild() {
    child.close();
  }

  @Test
  void killedAgainAndAgainItAnswersEveryMessageOnce() throws Exception {
    var expected = new ArrayList<String>();
    for (int kill = 0; kill < KILLS; kill++) {
      for (int message = 0; message < MESSAGES; message++) {
        String id = "m" + kill + "-" + message;
        await().until(() -> isTaken(id));
        expected.add(id);
      }
      int answered = expected.size() - moments.nextInt(MESSAGES + 1);
      await().until(() -> chat.replies().size() >= answered);
      child.kill();
      startAChild();
    }
    chat.awaitReplies(expected.size());

    assertThat(chat.asks(AGENT, "end", "the end")).isEqualTo("You said: the end");
    expected.add("end");
    assertThat(chat.replies()).extracting(ChatReply::replyToMessageId).isEqualTo(expected);
  }

  private boolean isTaken(String id) {
    try {
      return chat.types(AGENT, id, "text of " + id).success();
    } catch (IllegalStateException | AssertionError away) {
      return false; // a chat would try again, too
    }
  }
}
