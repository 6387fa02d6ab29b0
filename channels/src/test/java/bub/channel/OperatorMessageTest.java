package bub.channel;

import static bub.channel.TestChannel.ADDRESS;
import static bub.channel.TestChannel.CHAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bub.protocol.Ack;
import bub.protocol.message.OperatorMessage;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operators write in the chats of others under their own name. */
class OperatorMessageTest {
  @TempDir private Path directory;
  private ChatScene scene;

  @BeforeEach
  void begin() throws Exception {
    scene = new ChatScene(directory);
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  private Ack write(String sender, String id, String text) throws Exception {
    try (var operator = new FakeAgent(scene.bus, sender)) {
      return operator.send(ADDRESS, id, new OperatorMessage(text));
    }
  }

  @Test
  void thePersonSeesWhoWroteAndTheAnswerIsStillDue() throws Exception {
    scene.awaitsAnswerTo("hello");

    for (int i = 0; i < 2; i++) {
      assertThat(write("cli:ops", "o-1", "we are looking into it").success()).isTrue();
    }

    await().until(() -> !scene.channel.edge.operatorTexts().isEmpty());
    assertThat(scene.channel.edge.operatorTexts()).containsExactly("we are looking into it");
    assertThat(scene.channel.edge.lines().getFirst().line().operator())
        .isEqualTo("Operator (cli:ops)");
    assertThat(scene.channel.store.backlog(CHAT).unanswered()).isEqualTo(1);
    assertThat(scene.agent.statuses()).isEmpty();
  }

  @Test
  void nobodyElseWritesThere() throws Exception {
    scene.awaitsAnswerTo("hello");
    assertThatThrownBy(() -> scene.agent.send(ADDRESS, "o-1", new OperatorMessage("hi")))
        .hasMessageContaining("only operators may send operator_message");
    assertThat(scene.channel.edge.operatorTexts()).isEmpty();
  }

  @Test
  void nothingIsWrittenToSomebodyWhoNeverWrote() throws Exception {
    assertThat(write("cli:ops", "o-1", "hi").message()).isEqualTo("nobody has written in tg:1 yet");
    scene.awaitsAnswerTo("hello");
    assertThat(write("cli:ops", "o-2", " ").message()).isEqualTo("content.text: must not be empty");
  }
}
