package bub.bus.server;

import static org.assertj.core.api.Assertions.assertThat;

import bub.testkit.BubProgram;
import bub.testkit.ChildProcess;
import bub.testkit.Product;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Autobahn's conformance suite for WebSocket servers, against a bus that echoes texts. */
@Tag("soak")
class AutobahnSoakTest {
  private static final Duration TIMEOUT = Duration.ofMinutes(20);
  private static final long MIB = 1024 * 1024;

  /** Autobahn has 301 cases without compression; 35 of them need binary frames. */
  private static final int CASES = 266;

  // Cases send 16 MiB, and the suite takes its time with them before it reads on.
  @AutoClose
  private final TestServer bus =
      new Setup()
          .withMessagesOf((int) (32 * MIB))
          .withBacklog(64 * MIB, 256 * MIB)
          .pinging(Duration.ofHours(1), Duration.ofSeconds(10))
          .start();

  @Test
  void noCaseFails() throws Exception {
    Path reports = Files.createDirectories(Product.target().resolve("autobahn-reports"));

    try (ChildProcess suite = ChildProcess.start(suite(bus, reports))) {
      assertThat(suite.awaitExit(TIMEOUT)).as(suite.toString()).isZero();
    }

    JsonNode results =
        JsonMapper.shared()
            .readTree(
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

  private static ProcessBuilder suite(TestServer bus, Path reports) {
    return new ProcessBuilder(
            BubProgram.java().toString(),
            "-cp",
            Product.target().resolve("autobahn") + "/*:" + System.getProperty("java.class.path"),
            AutobahnSuite.class.getName(),
            "ws://127.0.0.1:" + bus.port() + "/echo")
        .directory(reports.toFile());
  }
}
