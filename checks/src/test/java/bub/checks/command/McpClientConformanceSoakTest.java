package bub.checks.command;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.McpConformanceClient;
import bub.checks.kit.NpmPackage;
import bub.checks.kit.Workshop;
import bub.testkit.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** MCP's own conformance suite against bub's MCP client. docs/interop.md has the results. */
@Tag("soak")
@EnabledOnOs(OS.LINUX)
class McpClientConformanceSoakTest {
  private static final String SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12";
  private static final Duration ONE_SCENARIO = Duration.ofMinutes(2);

  @RegisterExtension final Workshop workshop = new Workshop();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "initialize",
        "tools_call",
        "elicitation-sep1034-client-defaults",
        "sse-retry",
        "auth/metadata-default",
        "auth/metadata-var1",
        "auth/metadata-var2",
        "auth/metadata-var3",
        "auth/basic-cimd",
        "auth/scope-from-www-authenticate",
        "auth/scope-from-scopes-supported",
        "auth/scope-omitted-when-undefined",
        "auth/scope-step-up",
        "auth/scope-retry-limit",
        "auth/token-endpoint-auth-basic",
        "auth/token-endpoint-auth-post",
        "auth/token-endpoint-auth-none",
        "auth/pre-registration",
      })
  void passesEveryScenarioThatRevision20251125Requires(String scenario) throws Exception {
    String node = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64";
    Path modules = NpmPackage.install("conformance", SUITE, "node-linux-" + node + "@24");
    Path client = workshop.directory().resolve("client");
    Files.writeString(
        client,
        """
        #!/bin/sh
        exec '%s' -XX:TieredStopAtLevel=1 -cp '%s' %s "$@"
        """
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                McpConformanceClient.class.getName()));
    Files.setPosixFilePermissions(client, PosixFilePermissions.fromString("rwx------"));
    ChildProcess suite =
        workshop.keep(
            ChildProcess.start(
                new ProcessBuilder(
                        modules.resolve("node-linux-" + node + "/bin/node").toString(),
                        modules.resolve(".bin/conformance").toString(),
                        "client",
                        "--command",
                        client.toString(),
                        "--scenario",
                        scenario,
                        "--spec-version",
                        "2025-11-25",
                        "--timeout",
                        "90000")
                    .directory(workshop.directory().toFile())));
    assertThat(suite.awaitExit(ONE_SCENARIO)).as(suite::toString).isZero();
    assertThat(suite.toString()).contains("OVERALL: PASSED");
  }
}
