package bub.checks.command;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.ServedBus;
import bub.checks.kit.Workshop;
import bub.client.BusClient;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.testkit.BubProgram.Finished;
import bub.testkit.ChildProcess;
import bub.testkit.FakeNatsServer;
import bub.testkit.NatsServer;
import bub.testkit.NatsServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code bub bus serve --cluster}: the start of a node, and the refusals. */
class ClusterStartTest {
  /** No machine has this address, and no name server is asked. */
  private static final String ELSEWHERE = "nats://192.0.2.1:4222";

  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void refusesAUrlThatIsNoneAndDoesNotRepeatASecretInIt() throws Exception {
    Finished web = serve("--cluster", "http://127.0.0.1:4222");
    assertThat(web.exitCode()).isEqualTo(64);
    assertThat(web.err()).contains("--cluster", "it must begin with nats:// or tls://");

    Finished secret = serve("--cluster", "nats://node:s3cret@127.0.0.1:4222");
    assertThat(secret.exitCode()).isEqualTo(64);
    assertThat(secret.err()).contains("a secret must be in a file").doesNotContain("s3cret");

    Finished name = serve("--cluster", "nats://127.0.0.1:4222", "--node-name", "Node 1");
    assertThat(name.exitCode()).isEqualTo(64);
    assertThat(name.err()).contains("--node-name", "'Node 1' is not a name.");
  }

  @Test
  void refusesANatsServerOnTheNetworkWithoutCredentialsAndTls() throws Exception {
    Finished open = serve("--cluster", "nats://127.0.0.1:4222," + ELSEWHERE);

    assertThat(open.exitCode()).isEqualTo(78);
    assertThat(open.out()).isBlank();
    assertThat(open.err())
        .contains("Refusing to use the NATS server " + ELSEWHERE)
        .contains("--cluster-tls-ca ca.pem", "--cluster-creds node.creds");
  }

  @Test
  void failsWithoutNatsWhenItIsRequiredAndWaitsForItOtherwise() throws Exception {
    try (NatsServers nats = NatsServers.one()) {
      NatsServer server = nats.get(0);
      server.kill();

      Finished required = serve("--cluster", nats.urls(), "--cluster-required");
      assertThat(required.exitCode()).isEqualTo(69);
      assertThat(required.err())
          .contains("No connection to the NATS server " + nats.urls())
          .contains("leave out --cluster-required to wait for it");

      ChildProcess patient = workshop.start(command("n1", "--cluster", nats.urls()));
      patient.awaitErrorLine("Waiting for NATS, and accepting no connections until then.");
      assertThat(patient.out().text()).isBlank();
      server.start();
      patient.awaitLine("bub bus ready");
    }
  }

  @Test
  void refusesAServerThatIsTooOldAndOneWithoutJetStream() throws Exception {
    try (var old = new FakeNatsServer("2.10.26", true);
        var plain = new FakeNatsServer("2.10.27", false)) {
      Finished tooOld = serve("--cluster", old.url());
      assertThat(tooOld.exitCode()).isEqualTo(78);
      assertThat(tooOld.err()).contains("has version 2.10.26", "2.10.27 or newer");

      Finished withoutStore = serve("--cluster", plain.url());
      assertThat(withoutStore.exitCode()).isEqualTo(78);
      assertThat(withoutStore.err()).contains("runs without JetStream");
    }
  }

  @Test
  void refusesWrongCredentialsWithoutShowingThem() throws Exception {
    Path file = Files.writeString(workshop.directory().resolve("node.user"), "node:wr0ng\n");
    try (NatsServers nats = NatsServers.one("authorization { user: node, password: right }")) {
      Finished wrong = serve("--cluster", nats.urls(), "--cluster-user-file", file.toString());

      assertThat(wrong.exitCode()).isEqualTo(78);
      assertThat(wrong.out()).isBlank();
      assertThat(wrong.err())
          .contains("The NATS server " + nats.urls() + " refuses the credentials of this node.")
          .contains("--cluster-user-file")
          .doesNotContain("wr0ng", "Exception");
    }
  }

  @Test
  void refusesASecondNodeOfTheSameNameAndTheFirstIsNotDisturbed() throws Exception {
    try (NatsServers nats = NatsServers.one()) {
      ServedBus first = node("n1", nats.urls());
      ServedBus other = node("n2", nats.urls());
      BusClient worker = first.client("agent:worker").serveEvery(_ -> Ack.ok("done")).connect();
      BusClient boss = other.client("agent:boss").connect();

      ChildProcess second = workshop.start(command("n1", "--cluster", nats.urls()));
      int sent = 0;
      while (second.isAlive()) {
        sent++;
        assertThat(boss.send(worker.clientId(), RawJson.EMPTY_OBJECT).acks())
            .extracting(Ack::message)
            .containsExactly("done");
      }

      assertThat(second.awaitExit()).isEqualTo(78);
      assertThat(second.out().text()).isBlank();
      assertThat(second.err().text())
          .contains("Another node of cluster bub is named n1.", "--node-name NAME");
      assertThat(sent).isPositive();
      assertThat(boss.send(worker.clientId(), RawJson.EMPTY_OBJECT).acks()).allMatch(Ack::success);
      assertThat(other.process().err().text()).doesNotContain("left the cluster");
    }
  }

  private ServedBus node(String name, String servers) throws Exception {
    Path run = workshop.directory().resolve("run-" + name);
    return ServedBus.start(workshop, run, 0, "--cluster", servers, "--node-name", name);
  }

  private Finished serve(String... options) throws Exception {
    return workshop.program().run(command("n1", options));
  }

  /** A later option of the same name would be refused, so a test may pass its own name. */
  private String[] command(String name, String... options) {
    var command = new ArrayList<>(List.of("bus", "serve", "--port", "0"));
    command.addAll(List.of("--run-dir", workshop.directory().resolve("run").toString()));
    if (!List.of(options).contains("--node-name")) {
      command.addAll(List.of("--node-name", name));
    }
    command.addAll(List.of(options));
    return command.toArray(String[]::new);
  }
}
