package bub.cli.lobby;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.client.lobby.CallRefused;
import bub.json.RawJson;
import bub.protocol.lobby.Capability;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Programs that perform a capability. */
class CapabilityProgramTest {

  private static RawJson run(String script) throws Exception {
    Capability capability = Capability.named("work", "").withTimeout(1);
    return new CapabilityProgram(List.of("sh", "-c", script), capability)
        .run(RawJson.parse("{\"n\":1}"));
  }

  @Test
  void getsTheInputAndPrintsTheOutput() throws Exception {
    assertThat(run("cat")).hasToString("{\"n\":1}");
  }

  @Test
  void thatFailsIsRefusedWithItsLastWords() {
    assertThatThrownBy(() -> run("echo first >&2; echo 'no paper' >&2; exit 3"))
        .isInstanceOf(CallRefused.class)
        .hasMessage("no paper");
  }

  @Test
  void thatNeverEndsIsEnded() {
    assertThatThrownBy(() -> run("exec sleep 600"))
        .isInstanceOf(CallRefused.class)
        .hasMessageContaining("timed out");
  }

  /** Else a few slow programs would stop everything else that this process does. */
  @Test
  void leavesVirtualThreadsToOthersWhileItRuns() throws Exception {
    var slow = new ArrayList<Thread>();
    for (int i = 0; i < Runtime.getRuntime().availableProcessors() + 2; i++) {
      slow.add(
          Thread.startVirtualThread(
              () -> {
                try {
                  run("exec sleep 600");
                } catch (Exception ended) {
                  // By its time, or by us.
                }
              }));
    }
    var others = new CountDownLatch(100);
    for (int i = 0; i < 100; i++) {
      Thread.startVirtualThread(others::countDown);
    }
    assertThat(others.await(30, TimeUnit.SECONDS)).isTrue();
    for (Thread one : slow) {
      one.interrupt();
      one.join();
    }
  }
}
