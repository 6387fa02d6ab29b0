package bub.channel;

import static bub.channel.ChatScene.AGENT;
import static bub.channel.ChatScene.seconds;
import static bub.channel.TestChannel.ADDRESS;
import static bub.channel.TestChannel.CHAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.protocol.Ack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Waiting messages are sent soon after the bus or a disk is back, however long it was gone. */
class RecoveryTest {
  @TempDir private Path directory;
  private ChatScene scene;
  private FakeAgent agent;
  private TestChannel channel;

  @BeforeEach
  void begin() throws Exception {
    scene = new ChatScene(directory);
    agent = scene.agent;
    channel = scene.channel;
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  private void await15SecondsOfPause() throws Exception {
    scene.system.close();
    channel.type("hello");
    for (long moment : new long[] {1, 3, 7}) {
      channel.pass(seconds(moment));
    }
    await().until(() -> channel.time.isAwaited(seconds(15)));
  }

  @Test
  void aPauseEndsWhenTheBusIsBack() throws Exception {
    await15SecondsOfPause();
    agent.thatAnswers();
    scene.system = new FakeSystem(scene.bus).thatAssigns(AGENT.value());

    scene.bus.die();
    scene.bus.comeBackWithAgents();

    await().until(() -> channel.edge.replies().equals(List.of("re: hello")));
    assertThat(channel.time.now()).isEqualTo(ManualTime.START.plus(seconds(7)));
  }

  @Test
  void failuresBeforeTheBusWasBackCountForNothing() throws Exception {
    await15SecondsOfPause();

    scene.bus.die();
    scene.bus.comeBackWithAgents();

    await().until(() -> channel.time.isAwaited(seconds(8)));
    channel.pass(seconds(8));
    await().until(() -> channel.time.isAwaited(seconds(10)));
  }

  @Test
  void anAgentIsAskedWithinTwiceTheTimeThatItsFullDiskAsksFor() throws Exception {
    scene.awaitsAnswerTo("hi");
    for (int i = 0; i < 8; i++) {
      agent.thatAcks(Ack.retryIn(1, "the inbox cannot write to its disk"));
    }
    channel.type("hello");
    for (long moment : new long[] {1, 3, 5, 7, 9, 11, 13, 15}) {
      channel.pass(seconds(moment));
    }
    await().until(() -> channel.store.backlog(CHAT).toDeliver() == 0);
  }

  @Test
  void aLineIsNotShownAgainWhileTheStoreCannotTakeThatItWas() throws Exception {
    scene.awaitsAnswerTo("hello");
    Path file = directory.resolve("chats.db");
    Path aside = directory.resolve("aside.db");
    channel.edge.thatDoes(() -> move(file, aside));
    agent.reply(ADDRESS, "r1", null, "one");

    for (long moment : new long[] {1, 3, 5, 7, 9}) {
      channel.pass(seconds(moment));
    }
    await().until(() -> channel.time.isAwaited(seconds(11)));
    move(aside, file);
    channel.pass(seconds(11));

    await().until(() -> channel.store.backlog(CHAT).unshown() == 0);
    assertThat(channel.edge.replies()).containsExactly("one");
  }

  private static void move(Path from, Path to) {
    try {
      Files.move(from, to);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
