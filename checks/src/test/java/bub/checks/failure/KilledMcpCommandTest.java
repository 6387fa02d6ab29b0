package bub.checks.failure;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.LiveBub;
import bub.checks.kit.ServedBus;
import bub.checks.kit.Workshop;
import bub.testkit.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The token of a {@code bub mcp} that was killed does not stay valid. */
class KilledMcpCommandTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void theNextCommandOrBusRevokesTheTokenOfAKilledClientAndNoOther() throws Exception {
    LiveBub bub = LiveBub.start(workshop, "--console-port", "0");
    ChildProcess killed = client(bub, "killed");
    assertThat(tokens(bub.runDir())).contains("mcp:killed-");
    killed.kill();
    assertThat(tokens(bub.runDir())).contains("mcp:killed-");

    ChildProcess living = client(bub, "living");
    assertThat(tokens(bub.runDir())).contains("mcp:living-").doesNotContain("mcp:killed-");
    assertThat(files(bub.runDir())).hasSize(1);
    ChildProcess other = client(bub, "other");
    assertThat(tokens(bub.runDir())).contains("mcp:living-", "mcp:other-");
    other.kill();
    bub.process().kill();

    ServedBus bus = ServedBus.start(workshop, bub.runDir(), 0);
    assertThat(tokens(bus.runDir())).contains("mcp:living-").doesNotContain("mcp:other-");
    living.endInput();
    assertThat(living.awaitExit()).isZero();
    Eventually.holds(() -> assertThat(tokens(bus.runDir())).doesNotContain("mcp:living-"));
    assertThat(files(bus.runDir())).isEmpty();
  }

  private ChildProcess client(LiveBub bub, String name) throws Exception {
    ChildProcess client =
        workshop.keep(
            bub.program().start("mcp", "--run-dir", bub.runDir().toString(), "--name", name));
    client.type(
        """
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
        "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}\
        """);
    assertThat(client.awaitLine("\"id\":1")).contains("\"name\":\"bub\"");
    return client;
  }

  private static String tokens(Path runDir) throws Exception {
    return Files.readString(runDir.resolve("state").resolve("own-tokens.json"));
  }

  private static List<Path> files(Path runDir) throws Exception {
    try (var all = Files.walk(runDir.resolve("state").resolve("agent-tokens"))) {
      return all.filter(file -> file.getFileName().toString().startsWith("mcp_"))
          .filter(file -> file.toString().endsWith(".token"))
          .toList();
    }
  }
}
