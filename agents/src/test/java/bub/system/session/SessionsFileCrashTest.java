package bub.system.session;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import bub.client.TimeSource;
import bub.protocol.Address;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatId;
import bub.testkit.ChildProcess;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionsFileCrashTest {
  private static final int SESSIONS = 50;

  @TempDir private Path runDir;

  /** Changes sessions as fast as it can, and prints each written change, until it is killed. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] arguments) throws Exception {
      SessionStore sessions = SessionStore.open(Path.of(arguments[0]), TimeSource.system());
      for (int i = 0; i < SESSIONS; i++) {
        var chat = new ChatKey(new Channel("terminal"), new ChatId("c" + i));
        sessions.put(
            AgentSession.begin(agent(i), chat, new Address("term:c" + i), "w", Instant.EPOCH));
      }
      for (int i = 0; ; i++) {
        String count = String.valueOf(i);
        sessions.change(agent(0), session -> session.stopped(Instant.EPOCH, count));
        System.out.println("wrote " + i);
      }
    }
  }

  private static Address agent(int number) {
    return new Address("agent:worker-%06d".formatted(number));
  }

  @Test
  void aKillAtAnyMomentLeavesAWholeFileWithAllThatWasWritten() throws Exception {
    for (int kill = 1; kill <= 3; kill++) {
      String last;
      try (ChildProcess writer = ChildProcess.ofMain(Writer.class, runDir.toString())) {
        writer.awaitLine("wrote " + 40 * kill);
        writer.kill();
        last = writer.out().text().stripTrailing();
      }
      int written = Integer.parseInt(last.substring(last.lastIndexOf(' ') + 1));

      SessionStore sessions = SessionStore.open(runDir, TimeSource.system());

      assertThat(sessions.isComplete()).isTrue();
      assertThat(sessions.all()).hasSize(SESSIONS);
      String reason = requireNonNull(requireNonNull(sessions.find(agent(0))).life().exitReason());
      assertThat(Integer.parseInt(reason)).isGreaterThanOrEqualTo(written);
    }
  }
}
