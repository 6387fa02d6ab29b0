package bub.client.store;

import static bub.client.Messages.message;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import bub.store.StoreInUse;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutboxCrashTest {
  @TempDir private Path directory;

  /** Puts messages as fast as it can, and prints those that are stored, until it is killed. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] arguments) throws Exception {
      var outbox = Outbox.open(Path.of(arguments[0]));
      for (int thread = 0; thread < 4; thread++) {
        int number = thread;
        Thread.ofPlatform().start(() -> write(outbox, number));
      }
    }

    private static void write(Outbox outbox, int thread) {
      try {
        for (int i = 0; ; i++) {
          String id = "m" + thread + "-" + i;
          outbox.put(message("tg:1", id, "agent:" + thread));
          System.out.println(id);
        }
      } catch (Exception failed) {
        throw new IllegalStateException(failed);
      }
    }
  }

  @Test
  void everythingThatWasPutSurvivesAKill() throws Exception {
    Path file = directory.resolve("outbox.db");
    Process writer =
        ChildJvm.of(Writer.class, file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    var told = new ArrayList<String>();
    try (BufferedReader out = writer.inputReader(UTF_8)) {
      for (int i = 0; i < 300; i++) {
        told.add(String.valueOf(out.readLine()));
      }
      // The writer is in the midst of it, and holds the lock.
      assertThat(catchThrowable(() -> Outbox.open(file))).isInstanceOf(StoreInUse.class);
      // Not Process.destroyForcibly, which would also close what we still want to read.
      assertThat(writer.toHandle().destroyForcibly()).isTrue();
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        told.add(line);
      }
    }
    writer.waitFor();

    try (var outbox = Outbox.open(file)) {
      List<String> kept =
          outbox.waiting(1_000_000).stream().map(one -> one.messageId().value()).toList();
      assertThat(new HashSet<>(kept)).containsAll(told);
      assertThat(outbox.size()).isEqualTo(kept.size());
    }
  }
}
