package bub.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.json.InvalidField;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileSandboxTest {
  @TempDir private Path directory;
  private Path data;
  private FileSandbox files;

  @BeforeEach
  void open() throws IOException {
    data = Files.createDirectory(directory.resolve("data"));
    Files.writeString(directory.resolve("secret"), "secret");
    files = FileSandbox.in(data);
  }

  @Test
  void keepsWhatIsPutThere() throws IOException {
    files.write("a/b/c.txt", "one");
    files.write("a/b/c.txt", "two");
    assertThat(files.read("a/b/c.txt")).isEqualTo("two");
    assertThat(files.list("")).containsExactly("a/");
    assertThat(files.list("a/b")).containsExactly("c.txt");
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve("a/b/c.txt"))))
        .isEqualTo("rw-------");
  }

  @Test
  void mayItselfBeReachedByALink() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), data);
    FileSandbox.in(link).write("x", "text");
    assertThat(files.read("x")).isEqualTo("text");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../secret",
        "a/../../secret",
        "..",
        "./../secret",
        "/etc/passwd",
        "a\nb",
        "a\u0000b",
        " ",
      })
  void noPathLeadsOut(String path) {
    assertThatThrownBy(() -> files.read(path)).isInstanceOf(InvalidField.class);
    assertThatThrownBy(() -> files.write(path, "x")).isInstanceOf(InvalidField.class);
    assertThat(directory.resolve("secret")).hasContent("secret");
  }

  @Test
  void aPathOfTenThousandCharactersIsRefused() {
    assertThatThrownBy(() -> files.read("x".repeat(10_000))).isInstanceOf(InvalidField.class);
    assertThatThrownBy(() -> files.write("x".repeat(400), "")).isInstanceOf(IOException.class);
  }

  @Test
  void noLinkLeadsOut() throws IOException {
    Files.createSymbolicLink(data.resolve("file"), directory.resolve("secret"));
    Files.createSymbolicLink(data.resolve("folder"), directory);
    for (String path : new String[] {"file", "folder/secret", "folder/new"}) {
      assertThatThrownBy(() -> files.read(path)).isInstanceOf(InvalidField.class);
      assertThatThrownBy(() -> files.write(path, "x")).isInstanceOf(InvalidField.class);
    }
    assertThatThrownBy(() -> files.list("folder")).isInstanceOf(InvalidField.class);
    assertThat(directory.resolve("secret")).hasContent("secret");
    assertThat(directory.resolve("new")).doesNotExist();
  }

  @Test
  void whatIsNoFileIsNotRead() throws IOException, InterruptedException {
    Files.createDirectory(data.resolve("folder"));
    assertThat(new ProcessBuilder("mkfifo", data.resolve("pipe").toString()).start().waitFor())
        .isZero();
    for (String path : new String[] {"folder", "pipe", "none"}) {
      assertThatThrownBy(() -> files.read(path)).isInstanceOf(IOException.class);
    }
    assertThatThrownBy(() -> files.write("pipe", "x")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> files.list("none")).isInstanceOf(IOException.class);
  }

  @Test
  void isFullAtSomeTime() throws IOException {
    assertThatThrownBy(() -> files.write("large", "x".repeat(1024 * 1024 + 1)))
        .isInstanceOf(InvalidField.class);
    String megabyte = "x".repeat(1024 * 1024);
    for (int i = 0; i < 64; i++) {
      files.write("file" + i, megabyte);
    }
    assertThatThrownBy(() -> files.write("one-more", "x"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no room");
    files.write("file0", "shorter");
    files.write("one-more", "x");
  }
}
