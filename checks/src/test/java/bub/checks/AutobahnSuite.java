package bub.checks;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs Autobahn's cases against a URL in a separate process, because it is Python inside Java and
 * writes its reports below the working directory.
 */
final class AutobahnSuite {
  static final String AGENT = "bub";

  private AutobahnSuite() {}

  /** Takes the url of an echo service. */
  public static void main(String[] arguments) throws Exception {
    // By name: its jars are large, and only fetched for this.
    Method run =
        Class.forName("me.normanmaurer.maven.autobahntestsuite.AutobahnTestSuite")
            .getMethod(
                "runFuzzingClient", String.class, String.class, Map.class, List.class, List.class);
    run.invoke(
        null,
        AGENT,
        arguments[0],
        Map.of(),
        new ArrayList<>(List.of(System.getProperty("cases", "*"))),
        new ArrayList<>());
    System.exit(0);
  }
}
