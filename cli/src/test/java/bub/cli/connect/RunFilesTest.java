package bub.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFilesTest {
  private static final URI BUS = URI.create("ws://127.0.0.1:7892/");

  @TempDir private Path directory = Path.of("");

  @Test
  void anAddressThatCouldNotBeWrittenIsWrittenAsSoonAsItCanBe() throws Exception {
    // A directory in its place refuses the file, as a full disk does.
    Path obstacle = Files.createDirectory(directory.resolve("bus.url"));
    try (RunFiles files = RunFiles.claim(directory)) {
      assertThatThrownBy(() -> files.tell(BUS)).isInstanceOf(IOException.class);
      assertThat(RunFiles.url(directory)).isNull();
      assertThat(files.restoreIfRemoved()).isInstanceOf(RunFiles.InPlace.class);

      Files.delete(obstacle);

      assertThat(files.restoreIfRemoved()).isInstanceOf(RunFiles.Completed.class);
      assertThat(RunFiles.url(directory)).isEqualTo(BUS);
      assertThat(RunFiles.proofKey(directory)).isNotNull();
      assertThat(files.restoreIfRemoved()).isInstanceOf(RunFiles.InPlace.class);
    }
    assertThat(RunFiles.url(directory)).isNull();
  }
}
