package bub.checks.command;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.ServedBus;
import bub.checks.kit.TypedClient;
import bub.checks.kit.Workshop;
import bub.testkit.BubProgram.Finished;
import bub.testkit.ChildProcess;
import bub.testkit.Signals;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code bub down} stops the bub of a run directory, and no other process. */
class DownTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void endsABusInOrder() throws Exception {
    ServedBus bus = workshop.bus();

    Finished down = down(bus.runDir());

    assertThat(down.exitCode()).as(down.err()).isZero();
    assertThat(down.out()).contains("bub has stopped (pid " + bus.process().pid() + ").");
    assertThat(bus.process().awaitExit()).isZero();
    assertThat(bus.runDir().resolve("bus.port")).doesNotExist();
  }

  @Test
  void endsBubUp() throws Exception {
    Path run = workshop.directory().resolve("run");
    ChildProcess up = workshop.start("up", "--port", "0", "--run-dir", run.toString());
    Eventually.holds(() -> assertThat(run.resolve("bus.port")).exists());

    assertThat(down(run).exitCode()).isZero();
    assertThat(up.awaitExit()).isZero();
  }

  @Test
  void isContentWhenNothingRuns() throws Exception {
    Path run = workshop.directory().resolve("run");

    Finished down = down(run);

    assertThat(down.exitCode()).isZero();
    assertThat(down.out()).contains("bub is not running in " + run);
  }

  @Test
  void aStrangerWithTheOldPidOfAKilledBubLives() throws Exception {
    ServedBus bus = workshop.bus();
    bus.process().kill();
    ChildProcess stranger = workshop.keep(ChildProcess.start(new ProcessBuilder("sleep", "600")));
    Files.writeString(bus.runDir().resolve("bus.pid"), stranger.pid() + "\n");

    Finished down = down(bus.runDir(), "--force", "--wait", "100ms");

    assertThat(down.exitCode()).isZero();
    assertThat(down.out()).contains("bub is not running");
    assertThat(stranger.isAlive()).isTrue();
  }

  @Test
  void aStrangerWhosePidIsInALockedFileLives() throws Exception {
    ServedBus bus = workshop.bus();
    ChildProcess stranger = workshop.keep(ChildProcess.start(new ProcessBuilder("sleep", "600")));
    Path pidFile = bus.runDir().resolve("bus.pid");
    var written = Files.getLastModifiedTime(bus.runDir());
    Files.writeString(pidFile, stranger.pid() + "\n");
    Files.setLastModifiedTime(pidFile, FileTime.from(written.toInstant().minusSeconds(3600)));

    Finished down = down(bus.runDir(), "--force", "--wait", "100ms");

    assertThat(down.exitCode()).isEqualTo(1);
    assertThat(down.err()).contains("another one", "Nothing was stopped");
    assertThat(stranger.isAlive()).isTrue();
    assertThat(bus.process().isAlive()).isTrue();
  }

  @Test
  void saysThatItWaitsForMessagesInFlight() throws Exception {
    ServedBus bus = workshop.bus("--drain", "4s");
    TypedClient sender = bus.connectAs("tg:1");
    TypedClient receiver = bus.connectAs("agent:1");
    sender.type(
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"sendMessage\",\"params\":{\"from\":\"tg:1\","
            + "\"to\":\"agent:1\",\"messageId\":\"m7\",\"payload\":{}}}");
    receiver.next();

    Finished down = down(bus.runDir());

    assertThat(down.exitCode()).isZero();
    assertThat(down.err()).contains("waiting for pid " + bus.process().pid() + " to stop (");
  }

  @Test
  void killsWhatHangsOnlyWhenTold() throws Exception {
    ServedBus bus = workshop.bus();
    Signals.stop(bus.process());

    Finished polite = down(bus.runDir(), "--wait", "300ms");

    assertThat(polite.exitCode()).isEqualTo(1);
    assertThat(polite.err()).contains("did not stop within", "bub down --force", "jstack");
    assertThat(bus.process().isAlive()).isTrue();

    Finished forced = down(bus.runDir(), "--wait", "300ms", "--force");

    assertThat(forced.exitCode()).as(forced.err()).isZero();
    assertThat(forced.out()).contains("Killed bub");
    assertThat(bus.process().awaitExit()).isEqualTo(137);
  }

  private Finished down(Path run, String... more) throws Exception {
    var all = new ArrayList<>(List.of("down", "--run-dir", run.toString()));
    all.addAll(List.of(more));
    return workshop.program().run(all.toArray(String[]::new));
  }
}
