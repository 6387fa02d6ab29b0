package bub.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.testkit.NatsServers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Guarantees of a node while NATS is away. */
class NatsOutageTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  @Test
  void peersOfOneNodeGoOnAndNobodyNewIsAdmitted() throws Exception {
    try (NatsServers nats = NatsServers.one();
        TestNode one = TestNode.start("n1", nats.urls());
        TestNode two = TestNode.start("n2", nats.urls())) {
      one.sees("n2");
      BusClient local = one.peer("agent:local", _ -> Ack.ok("local"));
      BusClient remote = two.peer("agent:remote", _ -> Ack.ok("remote"));
      BusClient sender = one.client("agent:s").connect();
      Address toLocal = local.clientId();
      Address toRemote = remote.clientId();
      assertThat(sender.send(toRemote, RawJson.EMPTY_OBJECT).acks()).hasSize(1);

      nats.get(0).kill();

      await().atMost(LONG).until(() -> !one.nats().isConnected());
      assertThat(sender.send(toLocal, RawJson.EMPTY_OBJECT).acks().getFirst().success()).isTrue();
      assertThat(sender.send(toRemote, RawJson.EMPTY_OBJECT).acks()).noneMatch(Ack::success);
      BusClient late =
          BusClient.of(
              ClientSettings.of(one.url(), new Address("agent:late"))
                  .withConnectTimeout(Duration.ofSeconds(10)));
      assertThatThrownBy(late::connect).hasMessageContaining("cluster");
      late.close();

      nats.get(0).start();
      one.sees("n2");
      await()
          .atMost(LONG)
          .untilAsserted(
              () ->
                  assertThat(sender.send(toRemote, RawJson.EMPTY_OBJECT).acks())
                      .extracting(Ack::message)
                      .containsExactly("remote"));
      one.peer("agent:late", _ -> Ack.ok("")).ping();
    }
  }
}
