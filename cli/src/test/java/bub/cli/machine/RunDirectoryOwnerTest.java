package bub.cli.machine;

import static org.assertj.core.api.Assertions.assertThat;

import bub.cli.machine.RunDirectoryOwner.Held;
import bub.cli.machine.RunDirectoryOwner.Unclear;
import bub.cli.machine.RunDirectoryOwner.Vacant;
import bub.testkit.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryOwnerTest {
  @TempDir private Path run = Path.of("");
  private final List<ChildProcess> started = new ArrayList<>();

  @AfterEach
  void release() {
    started.forEach(ChildProcess::close);
  }

  @Test
  void nobodyIsWhereNothingIs() throws Exception {
    assertThat(RunDirectoryOwner.of(run.resolve("missing"))).isEqualTo(new Vacant());
  }

  @Test
  void aPidThatNobodyHoldsALockForIsNobodys() throws Exception {
    Files.writeString(pidFile(), ProcessHandle.current().pid() + "\n");

    assertThat(RunDirectoryOwner.of(run)).isEqualTo(new Vacant());
  }

  @Test
  void theProcessThatHoldsTheLockIsTheOne() throws Exception {
    ChildProcess holder = hold();
    assertThat(RunDirectoryOwner.of(run)).isInstanceOf(Held.class);
    Files.writeString(run.resolve("bus.port"), "17892\n");

    var held = (Held) RunDirectoryOwner.of(run);

    assertThat(held.pid()).isEqualTo(holder.pid());
    assertThat(held.port()).isEqualTo(17892);
  }

  @Test
  void lookingDoesNotDisturbTheHolder() throws Exception {
    hold();

    assertThat(RunDirectoryOwner.of(run)).isInstanceOf(Held.class);
    assertThat(RunDirectoryOwner.of(run)).isInstanceOf(Held.class);
  }

  @Test
  void aKilledHolderLeavesAVacantDirectory() throws Exception {
    ChildProcess holder = hold();

    holder.kill();

    assertThat(pidFile()).hasContent(String.valueOf(holder.pid()));
    assertThat(RunDirectoryOwner.of(run)).isEqualTo(new Vacant());
  }

  @Test
  void aProcessThatBeganAfterItsPidWasWrittenIsAnotherOne() throws Exception {
    hold(ProcessHandle.current().pid() + "\n");
    Instant before = Instant.now().minus(Duration.ofDays(1));
    Files.setLastModifiedTime(pidFile(), FileTime.from(before));

    assertThat(((Unclear) RunDirectoryOwner.of(run)).why()).contains("another one");
  }

  @Test
  void aPidThatIsNotHereCannotBeTold() throws Exception {
    hold("99999999999\n");

    assertThat(((Unclear) RunDirectoryOwner.of(run)).why()).contains("99999999999", "container");
  }

  @Test
  void aLockWithoutAPidIsABubThatComesOrGoes() throws Exception {
    hold("");

    assertThat(((Unclear) RunDirectoryOwner.of(run)).why()).contains("starting or stopping");
  }

  private ChildProcess hold(String... content) throws Exception {
    String[] arguments = new String[content.length + 1];
    arguments[0] = pidFile().toString();
    System.arraycopy(content, 0, arguments, 1, content.length);
    ChildProcess holder = ChildProcess.ofMain(LockHolder.class, arguments);
    started.add(holder);
    holder.awaitLine("locked");
    return holder;
  }

  private Path pidFile() {
    return run.resolve("bus.pid");
  }
}
