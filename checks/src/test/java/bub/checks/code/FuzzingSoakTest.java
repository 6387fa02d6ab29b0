package bub.checks.code;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.server.FrameReaderFuzz;
import bub.checks.kit.Workshop;
import bub.testkit.BubProgram;
import bub.testkit.ChildProcess;
import bub.testkit.Product;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jazzer searches for bytes that break the parsers of untrusted input. */
@Tag("soak")
class FuzzingSoakTest {
  private static final Duration TIME = Duration.ofSeconds(Integer.getInteger("fuzz.seconds", 120));

  @RegisterExtension final Workshop workshop = new Workshop();

  @ParameterizedTest
  @ValueSource(classes = {CodecFuzz.class, FrameReaderFuzz.class})
  void noBytesBreakIt(Class<?> target) throws Exception {
    ChildProcess jazzer = workshop.keep(ChildProcess.start(jazzer(target)));

    int exitCode = jazzer.awaitExit(TIME.plusMinutes(1));

    jazzer.err().lines().stream()
        .filter(line -> line.startsWith("Done"))
        .forEach(System.out::println);
    assertThat(exitCode).as(jazzer.toString()).isZero();
  }

  private ProcessBuilder jazzer(Class<?> target) throws IOException {
    // What it finds and what leads there stays beside the reports, for the next run to begin with.
    Path corpus =
        Files.createDirectories(Product.target().resolve("fuzz").resolve(target.getSimpleName()));
    return new ProcessBuilder(
            BubProgram.java().toString(),
            "-cp",
            Product.target().resolve("jazzer") + "/*:" + System.getProperty("java.class.path"),
            "com.code_intelligence.jazzer.Jazzer",
            "--target_class=" + target.getName(),
            "--instrumentation_includes=bub.**",
            "--reproducer_path=" + corpus,
            "-artifact_prefix=" + corpus + "/",
            "-max_total_time=" + TIME.toSeconds(),
            "-max_len=65536",
            "-print_final_stats=1",
            corpus.toString())
        .directory(workshop.directory().toFile());
  }
}
