package bub.checks;

import bub.testkit.BubProgram;
import bub.testkit.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the build has made, and where. */
final class Product {
  /** As {@code ./bub} starts it. */
  private static final List<String> OPTIONS =
      List.of("-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders", "-Xmx256m");

  private Product() {}

  static Path root() {
    return Path.of(System.getProperty("bub.root", "..")).toAbsolutePath().normalize();
  }

  static Path jar() {
    return Path.of(System.getProperty("bub.jar", root().resolve("cli/target/bub.jar").toString()));
  }

  /** Where the tests of this module may leave reports. */
  static Path target() {
    return Path.of(System.getProperty("bub.target", root().resolve("checks/target").toString()));
  }

  static BubProgram program(Path home) {
    return BubProgram.of(jar(), home).withJava(javaOptions().toArray(String[]::new));
  }

  /** With these a start is fast; no test lasts long enough for well compiled code to pay off. */
  static List<String> javaOptions() {
    var options = new ArrayList<>(OPTIONS);
    options.add("-XX:TieredStopAtLevel=1");
    options.addAll(List.of("-XX:AOTCache=" + FastStart.CACHE, "-Xlog:aot=off", "-Xlog:cds=off"));
    return options;
  }

  /** The cache of loaded classes that makes every start fast; it is made once for all tests. */
  private static final class FastStart {
    static final Path CACHE = make();

    private static Path make() {
      Path cache = target().resolve("bub.aot");
      try (ChildProcess practice = practice(cache)) {
        practice.awaitExit(Duration.ofMinutes(3)); // two Javas, the second with much to write
        return cache;
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      } catch (InterruptedException hurried) {
        throw new IllegalStateException(hurried);
      }
    }

    private static ChildProcess practice(Path cache) throws IOException {
      Files.deleteIfExists(cache);
      return BubProgram.of(jar(), target())
          .withJava(OPTIONS.toArray(String[]::new))
          .withJava("-XX:AOTCacheOutput=" + cache, "-Xlog:aot=off")
          .start("practice");
    }
  }
}
