package bub.client.store;

import static bub.client.Messages.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.protocol.Ack;
import bub.testkit.ChildProcess;
import bub.testkit.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores on a full disk open, return their content, and refuse new data. */
class FullDiskStoreTest {
  @TempDir private Path directory;

  @Test
  void aStoreOfOneProcessHasNoFileThatAFullDiskCouldTakeAway() throws Exception {
    try (Outbox outbox = Outbox.open(directory.resolve("outbox.db"));
        Inbox inbox = Inbox.open(directory.resolve("inbox.db"))) {
      outbox.put(message("tg:1", "m1", "agent:a"));
      inbox.handle(message("tg:1", "m1", "agent:a"));

      try (var files = Files.list(directory)) {
        assertThat(files.map(Path::toString)).noneMatch(name -> name.endsWith("-shm"));
      }
    }
  }

  @Test
  void openAndRefuseOnAFullDiskAndGoOnWhenThereIsRoom() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory, 4)) {
      runThere(disk, "fill");
      disk.fill();
      assertThat(runThere(disk, "open"))
          .contains(
              "outbox holds 1",
              "outbox " + disk.path().resolve("outbox.db") + ": the disk is full",
              "inbox the inbox cannot write to its disk");
      disk.makeRoom();
      assertThat(runThere(disk, "open"))
          .contains("outbox holds 1", "outbox Stored[]", "inbox accepted");
    }
  }

  @Test
  void aNewStoreOnAFullDiskSaysSo() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory, 4)) {
      disk.fill();

      assertThatThrownBy(() -> Outbox.open(disk.path().resolve("outbox.db")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("outbox.db: the disk is full")
          .hasMessageContaining("free disk space");
    }
  }

  /** In a process of its own: a crash in the kernel must not end the tests. */
  private static List<String> runThere(SmallDisk disk, String what) throws Exception {
    try (ChildProcess child = ChildProcess.ofMain(Owner.class, what, disk.path().toString())) {
      assertThat(child.awaitExit()).as(child.err().toString()).isZero();
      return child.out().lines();
    }
  }

  /** Opens an outbox and an inbox, uses them once, and dies. */
  static final class Owner {
    public static void main(String[] arguments) throws Exception {
      Path disk = Path.of(arguments[1]);
      Outbox outbox = Outbox.open(disk.resolve("outbox.db"));
      Inbox inbox = Inbox.open(disk.resolve("inbox.db"));
      System.out.println("outbox holds " + outbox.size());
      String id = arguments[0];
      System.out.println("outbox " + put(outbox, id));
      Ack ack = inbox.handle(message("tg:1", id, "agent:a"));
      System.out.println("inbox " + ack.message());
      System.out.flush();
      Runtime.getRuntime().halt(0);
    }

    private static String put(Outbox outbox, String id) throws InterruptedException {
      try {
        return outbox.put(message("tg:1", id, "agent:a")).toString();
      } catch (IOException refused) {
        return String.valueOf(refused.getMessage());
      }
    }
  }
}
