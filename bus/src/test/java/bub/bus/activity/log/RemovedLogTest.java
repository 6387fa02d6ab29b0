package bub.bus.activity.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.bus.activity.file.LogUnusable;
import bub.protocol.ActivityRow;
import java.nio.file.Files;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log whose directory is removed reports it, and continues when the directory is back. */
class RemovedLogTest {
  @TempDir Path folder;

  @Test
  void failsWhileItsDirectoryIsGoneAndLosesNothingWhenItComesBack() throws Exception {
    Path state = Files.createDirectory(folder.resolve("state"));
    Path elsewhere = folder.resolve("elsewhere");
    try (var log = LogUnderTest.in(state)) {
      log.deliver("before");
      log.rowsOf("before");
      Files.move(state, elsewhere);
      log.deliver("during");
      log.log().tick();
      Awaitility.await().until(() -> log.log().figures().failing());
      assertThat(log.log().figures().eventsWritten()).isEqualTo(4);
      assertThat(state).doesNotExist();

      Files.move(elsewhere, state);
      Awaitility.await().until(() -> !log.log().figures().failing());
      log.deliver("after");
      assertThat(log.rowsOf("before")).hasSize(4);
      assertThat(log.rowsOf("during")).hasSize(4);
      assertThat(log.rowsOf("after")).hasSize(4);
      assertThat(log.log().figures().eventsLost()).isZero();
    }
  }

  @Test
  void noticesWithoutTrafficThatItsFileIsGone() throws Exception {
    try (var log = LogUnderTest.in(folder)) {
      log.deliver("before");
      log.rowsOf("before");
      Files.delete(log.file());

      Awaitility.await().until(() -> log.log().figures().failing());
      Awaitility.await().until(() -> !log.log().figures().failing());
      log.deliver("after");
      assertThat(log.allRows()).extracting(ActivityRow::messageId).containsOnly("after");
    }
  }

  @Test
  void anotherBusCannotWriteTheLogOfADirectoryThatCameBack() throws Exception {
    Path state = Files.createDirectory(folder.resolve("state"));
    try (var log = LogUnderTest.in(state)) {
      Files.move(state, folder.resolve("elsewhere"));
      Files.createDirectory(state);
      log.deliver("m-1");
      log.log().tick();
      Awaitility.await().until(() -> log.log().figures().eventsWritten() >= 4);

      assertThat(state.resolve("activity.db.lock")).exists();
      assertThatThrownBy(() -> LogUnderTest.in(state))
          .isInstanceOf(LogUnusable.class)
          .hasMessageContaining("another process");
    }
  }
}
