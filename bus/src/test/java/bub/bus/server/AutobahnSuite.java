package bub.bus.server;

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

  /**
   * Left out, because the bus refuses binary frames: 1.2 sends small binary messages, 9.2 large
   * ones, 9.4 fragmented ones, 9.6 chopped ones and 9.8 many.
   */
  private static final List<String> BINARY = List.of("1.2.*", "9.2.*", "9.4.*", "9.6.*", "9.8.*");

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
        new ArrayList<>(BINARY));
    System.exit(0);
  }
}
