package bub.checks.printed;

import bub.checks.docs.Scene;
import bub.checks.kit.LiveBub;
import bub.checks.kit.Workshop;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every exchange of the protocols in print comes as printed, all of them on one running bub. */
class PrintedExchangesTest {
  @RegisterExtension static final Workshop WORKSHOP = new Workshop();
  private static LiveBub bub;

  @BeforeAll
  static void oneBub() throws Exception {
    // A busy machine must not let a message pass an interceptor that is about to halt it.
    bub = LiveBub.start(WORKSHOP, "--console-port", "0", "--interceptor-timeout", "60s");
  }

  static List<String> files() throws IOException, URISyntaxException {
    Path printed = Path.of(resource("exchanges").toURI());
    try (Stream<Path> files = Files.list(printed)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void comesAsPrinted(String file) throws Exception {
    Path text = Path.of(resource("exchanges/" + file).toURI());
    PrintedExchange.replay(Scene.of(Files.readAllLines(text)), bub);
  }

  private static URL resource(String name) {
    return Objects.requireNonNull(PrintedExchangesTest.class.getResource(name), name);
  }
}
