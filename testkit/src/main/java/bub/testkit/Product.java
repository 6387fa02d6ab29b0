package bub.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Files that the build has made. */
public final class Product {
  /** JVM options of {@code ./bub}. */
  private static final List<String> OPTIONS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:+UseCompactObjectHeaders",
          "-XX:+ExitOnOutOfMemoryError",
          "-Xmx256m");

  private Product() {}

  public static Path root() {
    return Path.of(System.getProperty("bub.root", "..")).toAbsolutePath().normalize();
  }

  public static Path jar() {
    return Path.of(System.getProperty("bub.jar", root().resolve("cli/target/bub.jar").toString()));
  }

  public static Path target() {
    return Path.of(System.getProperty("bub.target", "target")).toAbsolutePath();
  }

  public static BubProgram program(Path home) {
    return BubProgram.of(jar(), home).withJava(javaOptions().toArray(String[]::new));
  }

  /** Returns options for a fast start, because no test profits from optimized code. */
  public static List<String> javaOptions() {
    var options = new ArrayList<>(OPTIONS);
    options.add("-XX:TieredStopAtLevel=1");
    options.addAll(List.of("-XX:AOTCache=" + FastStart.CACHE, "-Xlog:aot=off", "-Xlog:cds=off"));
    return options;
  }

  /** Class cache for a fast start, made once per jar; other modules wait for it. */
  private static final class FastStart {
    static final Path CACHE = make();

    private static Path make() {
      Path cache = jar().resolveSibling("tests.aot");
      try (var file =
              FileChannel.open(
                  jar().resolveSibling("tests.lock"),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          var _ = file.lock()) {
        if (!isOfThisJar(cache)) {
          practise(cache);
        }
        return cache;
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      } catch (InterruptedException hurried) {
        throw new IllegalStateException(hurried);
      }
    }

    private static boolean isOfThisJar(Path cache) throws IOException {
      return Files.exists(cache)
          && Files.getLastModifiedTime(cache).compareTo(Files.getLastModifiedTime(jar())) > 0;
    }

    private static void practise(Path cache) throws IOException, InterruptedException {
      Files.deleteIfExists(cache);
      try (ChildProcess practice =
          BubProgram.of(jar(), target())
              .withJava(OPTIONS.toArray(String[]::new))
              .withJava("-XX:AOTCacheOutput=" + cache, "-Xlog:aot=off")
              .start("practice")) {
        practice.awaitExit(Duration.ofMinutes(3)); // two JVMs, and the second writes much data
      }
    }
  }
}
