package bub.checks.access;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.FakeListener;
import bub.checks.kit.LiveBub;
import bub.checks.kit.WebPage;
import bub.checks.kit.Workshop;
import bub.testkit.BubProgram.Finished;
import bub.testkit.ChildProcess;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Commands send no secret to a listener that has not proven to be the console of this bub. */
class ProvenConsoleTest {
  private static final String INITIALIZE =
      """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
      "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}\
      """;

  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void aClientOutlivesARestartOfBubAndTellsNobodyElseItsToken() throws Exception {
    LiveBub bub = LiveBub.start(workshop, "--console-port", "0");
    int port = WebPage.in(bub.process().awaitLine("  console ")).url().getPort();
    ChildProcess client =
        workshop.keep(bub.program().start("mcp", "--run-dir", bub.runDir().toString()));
    client.type(INITIALIZE);
    assertThat(client.awaitLine("\"id\":1")).contains("\"name\":\"bub\"");
    bub.process().kill();

    try (FakeListener fake = FakeListener.on(port)) {
      client.type("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}");
      assertThat(client.awaitLine("\"id\":2")).contains("bub cannot be reached");
      assertThat(fake.callers()).isPositive();
      assertThat(fake.heard()).contains("Bub-Challenge").doesNotContain("bub_");
    }

    LiveBub again = LiveBub.start(workshop, "--console-port", "0");
    client.type("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/list\"}");
    assertThat(client.awaitLine("\"id\":3")).contains("\"ask_agent\"");
    assertThat(again.runDir()).isEqualTo(bub.runDir());
    client.endInput();
    assertThat(client.awaitExit()).isZero();
  }

  private static List<Finished> commands(LiveBub bub) throws Exception {
    return List.of(bub.bub("mcp"), bub.bub("hooks", "test", "alarm"), bub.bub("console", "login"));
  }

  @Test
  void aProgramInTheMiddleCannotPassOnTheProof() throws Exception {
    LiveBub bub = LiveBub.start(workshop, "--console-port", "0");
    URI console = WebPage.in(bub.process().awaitLine("  console ")).url();
    assertThat(bub.bub("hooks", "add", "alarm", "--to", "agent:nobody").exitCode()).isZero();
    Path place = bub.runDir().resolve("state").resolve("console").resolve("console.url");
    String own = Files.readString(place);
    try (FakeListener relay = FakeListener.relayTo(console.getPort())) {
      Files.writeString(
          place, own.replace(":" + console.getPort() + "/", ":" + relay.port() + "/"));
      for (Finished refused : commands(bub)) {
        assertThat(refused.exitCode()).isEqualTo(69);
        assertThat(refused.out()).isBlank();
        assertThat(refused.err())
            .contains("127.0.0.1:" + relay.port() + " did not prove", "bub up");
      }
      assertThat(relay.callers()).isPositive();
      assertThat(relay.heard())
          .contains("Bub-Challenge")
          .doesNotContain("bub_", "Authorization", "X-Hook");
    }
    Files.writeString(place, own);
    assertThat(bub.bub("hooks", "test", "alarm").exitCode()).isZero();
  }
}
