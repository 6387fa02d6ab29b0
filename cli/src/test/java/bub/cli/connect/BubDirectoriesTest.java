package bub.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BubDirectoriesTest {
  @TempDir private Path directory = Path.of("");

  @Test
  void takesWhatItIsGiven() {
    BubDirectories given = BubDirectories.resolve(Path.of("r"), Path.of("s"), _ -> null);
    assertThat(given).isEqualTo(new BubDirectories(Path.of("r"), Path.of("s")));
  }

  @Test
  void keepsStateInsideARunDirectoryThatIsGivenAlone() {
    assertThat(BubDirectories.resolve(Path.of("r"), null, _ -> null).state())
        .isEqualTo(Path.of("r/state"));
  }

  @Test
  void makesDirectoriesForTheirOwnerOnly() throws IOException {
    var directories = BubDirectories.resolve(directory.resolve("a/run"), null, _ -> null);
    directories.create();
    directories.create();
    assertThat(Files.getPosixFilePermissions(directories.run()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    assertThat(Files.getPosixFilePermissions(directories.state()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void oneRunDirectoryHasOneBus() throws Exception {
    try (RunFiles first = RunFiles.claim(directory)) {
      first.tell(URI.create("ws://127.0.0.1:7892"));
      assertThat(directory.resolve("bus.port")).hasContent("7892");
      assertThat(RunFiles.url(directory)).isEqualTo(URI.create("ws://127.0.0.1:7892"));
      assertThat(directory.resolve("bus.pid"))
          .hasContent(String.valueOf(ProcessHandle.current().pid()));
    }
    assertThat(directory.resolve("bus.port")).doesNotExist();
    assertThat(RunFiles.url(directory)).isNull();
    RunFiles.claim(directory).close();
  }
}
