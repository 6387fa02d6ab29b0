package bub.cluster.lease;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.cluster.interest.NodeId;
import bub.cluster.nats.NatsBucket;
import bub.cluster.nats.NatsConnection;
import bub.cluster.nats.NatsSettings;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.time.Duration;

/** Process of a test that holds leases; each line of its input acquires or asks for one. */
final class LeaseProgram {
  private LeaseProgram() {}

  static void main(String[] arguments) throws Exception {
    var listener =
        new Leases.Listener() {
          @Override
          public void lost(String name) {
            say("lost " + name);
          }

          @Override
          public void died(NodeId node) {
            say("died " + node.name());
          }
        };
    try (var connection = new NatsConnection(NatsSettings.of(arguments[0], "test"), arguments[1]);
        var leases =
            new Leases(
                new NatsBucket(connection, "bub_test_lease"),
                new NodeId(arguments[1], 1),
                listener,
                Duration.ofMillis(Long.parseLong(arguments[2])),
                System::nanoTime)) {
      connection.start();
      leases.start();
      say("ready");
      var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.startsWith("acquire ")) {
          say(leases.acquire(line.substring("acquire ".length())).toString());
        } else {
          say("token " + leases.token(line));
        }
      }
    }
  }

  private static synchronized void say(String line) {
    System.out.println(line);
  }
}
