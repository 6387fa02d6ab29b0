package bub.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.bench.measure.ReportRow;
import bub.bench.measure.ServerUnderTest;
import bub.bench.server.BenchWorkspace;
import bub.bench.server.ServerCommand;
import bub.bench.server.ServerProcess;
import bub.bench.wire.BenchDialer;
import bub.bench.wire.BenchFailure;
import bub.bench.wire.BenchTransport;
import bub.bench.wire.LoadGenerator;
import bub.bench.wire.RelayWire;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RelayRunTest {
  private final BenchTransport transport = BenchTransport.best();
  private final EventLoopGroup loop = transport.oneLoop();

  @AfterEach
  void stopTheDriver() {
    loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }

  @Test
  void measuresARealRelayAndLeavesNothingBehind() throws IOException {
    Path files;
    ProcessHandle relay;
    try (BenchWorkspace workshop = BenchWorkspace.open()) {
      files = workshop.directory("some");
      ServerUnderTest entrant = entrant(workshop);
      relay = relay();
      entrant.measure(Duration.ofSeconds(2)); // enough for a message on a busy machine
      ReportRow.Measured row = entrant.row();
      assertThat(row.summary().perSecond()).isPositive();
      assertThat(row.summary().p99Micros()).isGreaterThanOrEqualTo(row.summary().p50Micros());
      assertThat(row.residentKib()).isPositive();
    }
    assertThat(relay.isAlive()).isFalse();
    assertThat(files).doesNotExist();
  }

  @Test
  void endsTheRunWhenTheServerGoesAway() throws IOException {
    try (BenchWorkspace workshop = BenchWorkspace.open()) {
      ServerUnderTest entrant = entrant(workshop);
      relay().destroyForcibly();
      assertThatThrownBy(() -> entrant.measure(Duration.ofMinutes(1)))
          .isInstanceOf(BenchFailure.class)
          .hasMessageStartingWith("relay: ");
    }
  }

  @Test
  void saysWhatAServerPrintedThatDidNotStart() throws IOException {
    ServerCommand launch =
        new ServerCommand(List.of("sh", "-c", "echo no port left"), Pattern.compile("(never)"));
    try (BenchWorkspace workshop = BenchWorkspace.open();
        ServerProcess server = workshop.start(launch)) {
      assertThatThrownBy(server::awaitReady).hasMessageContaining("did not become ready");
      assertThat(server.lastWords()).contains("no port left");
    }
  }

  private static ProcessHandle relay() {
    return ProcessHandle.current().children().findFirst().orElseThrow();
  }

  private ServerUnderTest entrant(BenchWorkspace workshop) throws IOException {
    ServerProcess server = workshop.start(ServerCommand.relay());
    ServerProcess.Ready ready = server.awaitReady();
    BenchDialer dialer = new BenchDialer(loop.next(), transport.client(), ready.port());
    return new ServerUnderTest(
        "relay", server, ready.startup(), LoadGenerator.connect(new RelayWire("hi"), dialer));
  }
}
