package bub.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.ServedBus;
import bub.checks.kit.Workshop;
import bub.testkit.BubProgram.Finished;
import bub.testkit.ChildProcess;
import bub.testkit.NatsServers;
import bub.testkit.Product;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The page about clusters is true: six commands make a cluster. */
@Tag("soak")
class ClusterDocumentationSoakTest {
  private static final Path FILES = Product.root().resolve("ops/cluster");
  private static final int PORTS = 15;

  @RegisterExtension final Workshop workshop = new Workshop();

  /** The commands are for a checkout. */
  @BeforeEach
  void copyTheFilesOfTheCheckout() throws Exception {
    Path copy = Files.createDirectories(workshop.directory().resolve("ops"));
    sh("cp -r \"%s\" \"%s\"".formatted(FILES, copy));
  }

  @Test
  void thePageShowsTheConfigurationOfNats() throws IOException {
    assertThat(Files.readString(Product.root().resolve("docs/cluster.md")))
        .contains(
            "<!-- file: ops/cluster/nats.conf -->\n```\n"
                + Files.readString(FILES.resolve("nats.conf"))
                + "```\n");
  }

  @Test
  void sixCommandsLeadToAClusterOnOneMachine() throws Exception {
    PastedTour tour = PastedTour.of("docs/cluster.md", "cluster");
    assertThat(tour.commands().strip().lines()).hasSize(6);
    String ports = "ops/cluster/prepare --ports " + freePorts();

    String said =
        new PastedTour(tour.replace("ops/cluster/prepare", ports).commands() + "kill $!\n")
            .run(workshop, path());

    assertThat(said.split("bub is up", -1)).hasSize(4);
    assertThat(said).contains("hello", "ok  ");
    Path node = workshop.directory().resolve("nodes/n2/bub.conf");
    Eventually.holds(
        () -> {
          Finished status = workshop.program().run("status", "--config", node.toString());
          assertThat(status.exitCode()).isZero();
          assertThat(status.out()).containsPattern("n1 +up").containsPattern("n3 +up");
        });
    Finished doctor = workshop.program().run("doctor", "--config", node.toString());
    assertThat(doctor.out()).contains("node n2 of bub", "3 nodes up");

    PastedTour.of("docs/cluster.md", "cluster end").run(workshop, path());
    assertThat(workshop.program().run("status", "--config", node.toString()).exitCode())
        .isEqualTo(69);
  }

  @Test
  void theTourOfTheReadmeRunsOnEveryNode() throws Exception {
    try (NatsServers nats = NatsServers.one()) {
      for (String name : List.of("n1", "n2")) {
        Path run = workshop.directory().resolve("run-" + name);
        ServedBus node =
            ServedBus.start(workshop, run, 0, "--cluster", nats.urls(), "--node-name", name);
        assertThat(PastedTour.of("README.md", "").run(workshop, node.runDir()))
            .contains("ok  ", "received", "No one is listening on demo-typo:1", "exit code 2")
            .contains("\"messageId\":\"tour-1\"", "accepted", "answered, ok")
            .contains("demo:*", "no_recipient");
      }
    }
  }

  @Test
  void threeMachinesGetTheirFilesUnitsAndOptions() throws Exception {
    sh("ops/cluster/prepare nodes n1=a.example.org n2=b.example.org n3=192.0.2.3");
    Path root = Files.createDirectories(workshop.directory().resolve("root/etc/bub"));
    Files.writeString(root.resolve("config"), "model = echo\ncluster = old\nnode-name = old\n");
    for (int round = 1; round <= 2; round++) {
      sh("DESTDIR=root nodes/n2/install");
      assertThat(Files.readString(root.resolve("config")))
          .isEqualTo(
              """
              model = echo
              cluster = tls://a.example.org:4222,tls://b.example.org:4222,tls://192.0.2.3:4222
              node-name = n2
              cluster-user-file = /etc/bub/cluster/node.user
              cluster-tls-ca = /etc/bub/cluster/ca.pem
              """);
    }
    assertThat(Files.readString(root.resolve("cluster/nats.conf")))
        .contains("server_name: \"n2\"", "listen: \"0.0.0.0:4222\"", "/var/lib/bub-nats")
        .contains("[\"nats-route://a.example.org:6222\", \"nats-route://192.0.2.3:6222\"]")
        .doesNotContain("@");
    assertThat(Files.getPosixFilePermissions(root.resolve("cluster/key.pem"))).hasSize(3);
    assertThat(root.resolve("cluster/ca.key")).doesNotExist();
    assertThat(root.resolveSibling("systemd/system/bub-nats.service")).exists();
    assertThat(sh("openssl verify -CAfile nodes/ca.pem nodes/n3/cert.pem")).contains("OK");
    assertThat(sh("openssl x509 -noout -ext subjectAltName -in nodes/n3/cert.pem"))
        .contains("IP Address:192.0.2.3");
  }

  private String sh(String command) throws Exception {
    var shell = new ProcessBuilder("bash", "-ec", command);
    shell.directory(workshop.directory().toFile()).redirectErrorStream(true);
    ChildProcess done = workshop.keep(ChildProcess.start(shell));
    assertThat(done.awaitExit()).as(done::toString).isZero();
    return done.out().text();
  }

  private static Map<String, String> path() throws Exception {
    return Map.of("PATH", NatsServers.program().getParent() + ":" + System.getenv("PATH"));
  }

  /** The first of a row of free ports. */
  private static int freePorts() {
    while (true) {
      int first = ThreadLocalRandom.current().nextInt(20_000, 30_000);
      if (areFree(first)) {
        return first;
      }
    }
  }

  private static boolean areFree(int first) {
    for (int port = first; port < first + PORTS; port++) {
      try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        if (!socket.isBound()) {
          return false;
        }
      } catch (IOException taken) {
        return false;
      }
    }
    return true;
  }
}
