package bub.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import bub.gateway.DoorScene;
import bub.testkit.ChildProcess;
import bub.testkit.Product;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The conformance suite of the MCP project, against a bus with the fixture agent. */
@Tag("soak")
class McpConformanceSoakTest {
  private static final Duration INSTALL = Duration.ofMinutes(10);
  private static final Duration RUN = Duration.ofMinutes(10);
  private static final Path TOOLS = Product.target().resolve("mcp-conformance");

  @TempDir private Path directory;
  private DoorScene scene;

  @BeforeAll
  static void install() throws Exception {
    Files.createDirectories(TOOLS);
    Files.writeString(TOOLS.resolve("package.json"), "{\"private\":true}");
    run(
        "install",
        INSTALL,
        List.of(
            "npm",
            "install",
            "--no-audit",
            "--no-fund",
            "node@24",
            "@modelcontextprotocol/conformance@0.2.0-alpha.12"));
  }

  @BeforeEach
  void open() throws Exception {
    scene = new DoorScene(directory);
    McpFixtureAgent _ = McpFixtureAgent.in(scene);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2026-07-28"})
  void allRequiredServerScenariosPass(String revision) throws Exception {
    run(
        revision,
        RUN,
        List.of(
            TOOLS.resolve("node_modules/node/bin/node").toString(),
            TOOLS
                .resolve("node_modules/@modelcontextprotocol/conformance/dist/index.js")
                .toString(),
            "server",
            "--url",
            scene.url("/mcp").toString(),
            "--requirements",
            revision));
  }

  /** Leaves the output in {@code NAME.log}. */
  private static void run(String name, Duration atMost, List<String> command) throws Exception {
    var builder = new ProcessBuilder(command).directory(TOOLS.toFile());
    try (ChildProcess process = ChildProcess.start(builder)) {
      int code = process.awaitExit(atMost);
      Files.writeString(TOOLS.resolve(name + ".log"), process.out().text());
      assertThat(code).as(process.toString()).isZero();
    }
  }
}
