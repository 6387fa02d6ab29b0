package bub.checks;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.ServedBus;
import bub.checks.kit.TypedClient;
import bub.checks.kit.Workshop;
import bub.testkit.BubProgram;
import bub.testkit.ChildProcess;
import bub.testkit.Product;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Autobahn's conformance suite for WebSocket servers, against the real bus. */
@Tag("soak")
class AutobahnSoakTest {
  private static final Duration PATIENCE = Duration.ofMinutes(20);
  private static final int CASES = 301;

  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void noCaseFails() throws Exception {
    // Cases send 16 MiB, and the suite takes its time with them before it reads on.
    ServedBus bus =
        workshop.bus(
            "--activity-log",
            "off",
            "--test-echo",
            "--max-message",
            "32MiB",
            "--max-backlog",
            "64MiB",
            "--max-backlog-total",
            "256MiB",
            "--ping-after",
            "1h");
    Path reports = Files.createDirectories(Product.target().resolve("autobahn-reports"));

    ChildProcess suite = workshop.keep(ChildProcess.start(suite(bus, reports)));
    assertThat(suite.awaitExit(PATIENCE)).as(suite.toString()).isZero();

    JsonNode results =
        TypedClient.tree(
                Files.readString(reports.resolve("target/autobahntestsuite-reports/index.json")))
            .path(AutobahnSuite.AGENT);
    Map<String, Integer> verdicts = new TreeMap<>();
    var failed = new TreeSet<String>();
    for (Map.Entry<String, JsonNode> result : results.properties()) {
      String verdict = result.getValue().path("behavior").asString();
      String close = result.getValue().path("behaviorClose").asString();
      verdicts.merge(verdict + ", close " + close, 1, Integer::sum);
      if (isFailure(verdict) || isFailure(close)) {
        failed.add(result.getKey() + " " + result.getValue());
      }
    }
    System.out.println("Autobahn: " + verdicts);
    assertThat(failed).isEmpty();
    assertThat(results.size()).isEqualTo(CASES);
  }

  private static boolean isFailure(String verdict) {
    return switch (verdict) {
      case "OK", "NON-STRICT", "INFORMATIONAL" -> false;
      default -> true;
    };
  }

  private static ProcessBuilder suite(ServedBus bus, Path reports) {
    return new ProcessBuilder(
            BubProgram.java().toString(),
            "-cp",
            Product.target().resolve("autobahn") + "/*:" + System.getProperty("java.class.path"),
            AutobahnSuite.class.getName(),
            bus.url() + "/echo")
        .directory(reports.toFile());
  }
}
