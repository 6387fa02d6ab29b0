package bub.client.discovery;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run directory that another user could have prepared is refused. */
class RunDirectoryCheckTest {
  @TempDir private Path directory = Path.of("");
  private Path shared;
  private long user;

  @BeforeEach
  void begin() throws IOException {
    shared = Files.createDirectory(directory.resolve("shared"));
    permit(shared, "rwxrwxrwx");
    user = ((Number) Files.getAttribute(shared, "unix:uid")).longValue();
  }

  private static Path permit(Path path, String permissions) throws IOException {
    return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  private static Path make(Path path, String permissions) throws IOException {
    return permit(Files.createDirectory(path), permissions);
  }

  @Test
  void acceptsWhatIsNotThereYet() {
    assertThatCode(() -> RunDirectoryCheck.check(shared.resolve("run"), user))
        .doesNotThrowAnyException();
  }

  @Test
  void acceptsThisUsersOwnDirectory() throws IOException {
    Path own = make(shared.resolve("run"), "rwx------");
    assertThatCode(() -> RunDirectoryCheck.check(own, user)).doesNotThrowAnyException();
    Path readable = make(directory.resolve("run"), "rwxr-xr-x");
    assertThatCode(() -> RunDirectoryCheck.check(readable, user)).doesNotThrowAnyException();
  }

  @Test
  void refusesADirectoryThatOthersMayUse() throws IOException {
    Path readable = make(shared.resolve("run"), "rwxr-x---");
    assertThatThrownBy(() -> RunDirectoryCheck.check(readable, user))
        .isInstanceOf(UnsafeRunDirectory.class)
        .hasMessageContaining("accessible to other users (mode 750)");
    Path writable = make(directory.resolve("run"), "rwxrwx---");
    assertThatThrownBy(() -> RunDirectoryCheck.check(writable, user))
        .isInstanceOf(UnsafeRunDirectory.class)
        .hasMessageContaining("mode 770");
  }

  @Test
  void refusesTheDirectoryOfAnotherUser() throws IOException {
    Path theirs = make(directory.resolve("run"), "rwx------");
    long somebodyElse = user + 4_711;
    if (user == 0) {
      Files.setAttribute(theirs, "unix:uid", 12_345);
    }
    assertThatThrownBy(() -> RunDirectoryCheck.check(theirs, somebodyElse))
        .isInstanceOf(UnsafeRunDirectory.class)
        .hasMessageContaining("not to you");
  }

  @Test
  void refusesALinkInASharedPlace() throws IOException {
    Path own = make(directory.resolve("own"), "rwx------");
    Path link = Files.createSymbolicLink(shared.resolve("run"), own);
    assertThatThrownBy(() -> RunDirectoryCheck.check(link, user))
        .isInstanceOf(UnsafeRunDirectory.class)
        .hasMessageContaining("is a symbolic link");
  }
}
