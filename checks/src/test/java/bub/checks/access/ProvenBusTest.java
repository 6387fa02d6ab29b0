package bub.checks.access;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Chatter;
import bub.checks.kit.Eventually;
import bub.checks.kit.FakeListener;
import bub.checks.kit.LiveBub;
import bub.checks.kit.ServedBus;
import bub.checks.kit.TypedClient;
import bub.checks.kit.Workshop;
import bub.testkit.BubProgram;
import bub.testkit.BubProgram.Finished;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Clients send no token to a listener that has not proven to be the bus of the run directory. */
class ProvenBusTest {
  private static final String TOKEN = "bub_";

  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void whoeverListensInPlaceOfAKilledBusGetsNoToken() throws Exception {
    ServedBus bus = lockedBus();
    bus.process().kill();
    assertThat(bus.runDir().resolve("bus.url")).exists();

    try (FakeListener fake = FakeListener.on(bus.port())) {
      Finished status = local(bus).run("bus", "status");

      assertThat(status.exitCode()).isEqualTo(69);
      assertThat(status.err()).contains("did not prove");
      assertThat(local(bus).run("bus", "send", "--to", "a:1", "secret words").exitCode())
          .isEqualTo(69);
      assertThat(fake.callers()).isGreaterThanOrEqualTo(2);
      assertThat(fake.heard()).contains("Bub-Challenge").doesNotContain(TOKEN, "secret words");
    }
  }

  @Test
  void aProgramInTheMiddleCannotPassOnTheProof() throws Exception {
    ServedBus bus = lockedBus();
    try (FakeListener relay = FakeListener.relayTo(bus.port())) {
      Path url = bus.runDir().resolve("bus.url");
      Files.writeString(url, "ws://127.0.0.1:" + relay.port() + "\n");

      Finished status = local(bus).run("bus", "status");

      assertThat(status.exitCode()).isEqualTo(69);
      assertThat(relay.callers()).isEqualTo(1);
      assertThat(relay.heard()).doesNotContain(TOKEN);
      Files.writeString(url, bus.url() + "\n");
      assertThat(local(bus).run("bus", "status").exitCode()).isZero();
    }
  }

  @Test
  void anAgentThatOutlivesItsBusKeepsItsTokenToItself() throws Exception {
    LiveBub bub = LiveBub.start(workshop, "--spawner", "local");
    Chatter person = bub.chatter("1").says("hello");
    person.awaitAnswers(0);
    person.leavesContent();
    int port = URI.create(Files.readString(bub.runDir().resolve("bus.url")).strip()).getPort();
    long agent = bub.session().path("pid").asLong();

    bub.process().kill();

    try (FakeListener fake = FakeListener.on(port)) {
      Eventually.holds(() -> assertThat(fake.callers()).isPositive());
      assertThat(ProcessHandle.of(agent)).get().matches(ProcessHandle::isAlive);
      assertThat(fake.heard()).doesNotContain(TOKEN);
    }
  }

  @Test
  void aNamedBusThatIsAnotherOneIsUsedWithoutAToken() throws Exception {
    ServedBus own = lockedBus();
    ServedBus other = ServedBus.start(workshop, workshop.directory().resolve("other"), 0);
    BubProgram program =
        workshop
            .program()
            .with("BUB_RUN_DIR", own.runDir().toString())
            .with("BUB_BUS_URL", other.url().toString());

    assertThat(program.run("bus", "status").exitCode()).isZero();
  }

  @Test
  void aRunDirectoryThatOthersMayWriteIsRefused() throws Exception {
    Path run = Files.createDirectory(workshop.directory().resolve("open"));
    Files.setPosixFilePermissions(run, PosixFilePermissions.fromString("rwxrwxrwx"));
    Files.writeString(run.resolve("bus.url"), "ws://127.0.0.1:1\n");

    for (String[] command :
        new String[][] {
          {"bus", "serve", "--port", "0"}, {"bus", "status"}, {"token", "list"}, {"down"}
        }) {
      Finished refused = workshop.program().with("BUB_RUN_DIR", run.toString()).run(command);
      assertThat(refused.exitCode()).as(String.join(" ", command)).isEqualTo(78);
      assertThat(refused.err()).contains("accessible to other users", "chmod 700");
    }
  }

  @Test
  void aLinkInTheRunDirectoryIsNotFollowed() throws Exception {
    Path run = workshop.directory().resolve("run");
    Files.createDirectory(
        run, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Path precious = Files.writeString(workshop.directory().resolve("precious"), "precious");
    for (String name : new String[] {"bus.url", "bus.port", "bus.key"}) {
      Files.createSymbolicLink(run.resolve(name), precious);
    }

    ServedBus bus = workshop.bus();

    assertThat(precious).hasContent("precious");
    assertThat(local(bus).run("bus", "status").exitCode()).isZero();
  }

  private ServedBus lockedBus() throws Exception {
    ServedBus bus = workshop.bus();
    assertThat(local(bus).run("token", "create", "--client-id", "agent:x").exitCode()).isZero();
    Eventually.holds(
        () -> {
          try (TypedClient stranger = bus.connect()) {
            stranger.type(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"clientId\":\"x\"}}");
            assertThat(stranger.next().has("error")).isTrue();
          }
        });
    return bus;
  }

  /** A command that finds the bus by the run directory. */
  private BubProgram local(ServedBus bus) {
    return workshop.program().with("BUB_RUN_DIR", bus.runDir().toString());
  }
}
