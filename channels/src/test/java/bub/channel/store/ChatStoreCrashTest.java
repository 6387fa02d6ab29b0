package bub.channel.store;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import bub.client.TimeSource;
import bub.json.RawJson;
import bub.protocol.MessageId;
import bub.protocol.message.ChatId;
import bub.testkit.ChildProcess;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChatStoreCrashTest {
  private static final ChatId CHAT = new ChatId("1");

  @TempDir private Path directory;

  /** Stores messages as fast as it can, and prints those that are stored, until it is killed. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] arguments) throws Exception {
      var store = ChatStore.open(Path.of(arguments[0]), ChatLimits.standard(), TimeSource.system());
      for (int i = 0; i < 900; i++) {
        var id = new MessageId("m" + i);
        store.keep(new TypedMessage(CHAT, id, null, "text", RawJson.EMPTY_OBJECT));
        System.out.println("kept " + i);
      }
      new CountDownLatch(1).await();
    }
  }

  @Test
  void everythingThatWasKeptSurvivesAKill() throws Exception {
    Path file = directory.resolve("crash.db");
    int kept;
    try (var writer = ChildProcess.ofMain(Writer.class, file.toString())) {
      writer.awaitLine("kept 100");
      writer.kill();
      kept = writer.out().lines().size();
    }
    try (var survivor = ChatStore.open(file, ChatLimits.standard(), TimeSource.system())) {
      assertThat(survivor.backlog(CHAT).toDeliver()).isGreaterThanOrEqualTo(kept);
      assertThat(requireNonNull(survivor.unfinished(CHAT).toDeliver()).messageId())
          .hasToString("m0");
    }
  }
}
