package bub.bus.activity.log;

import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.ActivityRow;
import bub.testkit.ChildProcess;
import bub.testkit.SmallDisk;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log on a real disk with small blocks that fills up. */
class SmallDiskLogTest {
  private static final String KIBIBYTE = "{\"text\":\"" + "x".repeat(1_000) + "\"}";

  @TempDir Path folder;

  @Test
  void opensAndReopensOnAFullDisk() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(folder, 8)) {
      try (ChildProcess child = start(disk, "leave")) {
        assertThat(child.awaitExit()).as(child.toString()).isZero();
      }
      disk.fill();
      try (ChildProcess child = start(disk, "write")) {
        child.awaitLine("failing");
        disk.makeRoom();
        assertThat(child.awaitExit()).as(child.toString()).isZero();
        assertThat(child.out().lines()).contains("written again");
      }
    }
  }

  @Test
  void opensOnAReadOnlyDiskAndWritesOnceItMay() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(folder, 8)) {
      try (var log = LogUnderTest.in(disk.path())) {
        log.deliver("before");
        log.rowsOf("before");
      }
      disk.remount("ro");
      try (var log = LogUnderTest.in(disk.path())) {
        Awaitility.await().until(() -> log.log().figures().failing());
        log.deliver("during");
        log.log().tick();
        assertThat(log.rowsOf("before")).hasSize(4);

        disk.remount("rw");
        Awaitility.await().until(() -> !log.log().figures().failing());
        assertThat(log.rowsOf("during")).hasSize(4);
        assertThat(log.allRows()).extracting(ActivityRow::id).isSorted().doesNotHaveDuplicates();
      }
    }
  }

  private static ChildProcess start(SmallDisk disk, String what) throws Exception {
    return ChildProcess.ofMain(Owner.class, what, disk.path().toString());
  }

  /**
   * Opens a log on the disk. Leaves it behind like a killed bus, or writes until the disk works
   * again.
   */
  static final class Owner {
    public static void main(String[] arguments) throws Exception {
      var log = LogUnderTest.in(Path.of(arguments[1]));
      log.deliver("m-" + arguments[0]);
      if (arguments[0].equals("leave")) {
        log.rowsOf("m-leave");
      } else {
        for (int i = 0; i < 200; i++) {
          log.deliver("m-" + i, KIBIBYTE);
        }
        log.log().tick();
        Awaitility.await().until(() -> log.log().figures().failing());
        System.out.println("failing");
        Awaitility.await().until(() -> !log.log().figures().failing());
        System.out.println("written again");
        assertThat(log.rowsOf("m-write")).hasSize(4);
        assertThat(log.rowsOf("m-leave")).hasSize(4);
      }
      System.out.flush();
      Runtime.getRuntime().halt(0);
    }
  }
}
