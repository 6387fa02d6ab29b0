package bub.cluster.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.cluster.interest.NodeId;
import bub.cluster.lease.Acquisition.Held;
import bub.cluster.nats.NatsBucket;
import bub.cluster.nats.NatsConnection;
import bub.cluster.nats.NatsSettings;
import bub.testkit.ChildProcess;
import bub.testkit.NatsServers;
import bub.testkit.Signals;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A real process that holds a lease and stops for longer than the lease lasts. */
class PausedHolderTest {
  private static final Duration DURATION = Duration.ofSeconds(2);

  @Test
  void aPausedHolderLosesItsLeaseAndNeverThinksItHoldsItAfterwards() throws Exception {
    try (var servers = NatsServers.one();
        var holder =
            ChildProcess.ofMain(
                LeaseProgram.class, servers.urls(), "paused", Long.toString(DURATION.toMillis()));
        var connection = new NatsConnection(NatsSettings.of(servers.urls(), "test"), "other");
        var leases =
            new Leases(
                new NatsBucket(connection, "bub_test_lease"),
                new NodeId("other", 1),
                new Silent(),
                DURATION,
                System::nanoTime)) {
      connection.start();
      leases.start();
      holder.awaitLine("ready");
      await().until(() -> says(holder, "acquire chat", "Held["));
      await().until(() -> leases.holder("chat") != null);
      assertThat(leases.acquire("chat")).isInstanceOf(Acquisition.HeldBy.class);

      Signals.stop(holder);
      await().atMost(Duration.ofSeconds(20)).until(() -> leases.acquire("chat") instanceof Held);
      // The paused process reads this first when it continues.
      holder.type("chat");
      Signals.resume(holder);
      assertThat(holder.awaitLine("token ")).isEqualTo("token OptionalLong.empty");
      holder.awaitLine("lost chat");
      assertThat(leases.token("chat")).isPresent();
    }
  }

  private static boolean says(ChildProcess process, String command, String answer)
      throws Exception {
    process.type(command);
    return process.out().text().contains(answer);
  }

  /** Observer that nobody asks. */
  private static final class Silent implements Leases.Listener {
    @Override
    public void lost(String name) {}

    @Override
    public void died(NodeId node) {}
  }
}
