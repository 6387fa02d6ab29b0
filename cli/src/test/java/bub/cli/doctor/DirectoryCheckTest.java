package bub.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import bub.cli.doctor.DirectoryCheck.DirectoryFacts;
import bub.cli.doctor.Finding.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DirectoryCheckTest {
  private static final String ADA = "ada";
  private static final long GIB = 1L << 30;

  @TempDir private Path home = Path.of("");
  private String user = "";

  @BeforeEach
  void whoami() throws IOException {
    user = Files.getOwner(home).getName();
  }

  @Test
  void aPrivateDirectoryIsFine() throws IOException {
    Path state = directory("rwx------");

    Finding finding = new DirectoryCheck(DirectoryCheck.Use.RUN, state, user).look();

    assertThat(finding.severity()).as(finding.text()).isEqualTo(Severity.FINE);
    assertThat(finding.text()).startsWith(state + " (").endsWith(" free)");
  }

  @Test
  void oneThatCanBeMadeIsFine() throws IOException {
    Path deep = home.resolve("a/b/c");

    Finding finding = new DirectoryCheck(DirectoryCheck.Use.RUN, deep, user).look();

    assertThat(finding.severity()).as(finding.text()).isEqualTo(Severity.FINE);
    assertThat(finding.text()).contains("not created yet");
    assertThat(deep).doesNotExist();
  }

  @Test
  void oneThatOthersMayReadShouldBeClosed() throws IOException {
    Path state = directory("rwxr-x---");

    Finding finding = new DirectoryCheck(DirectoryCheck.Use.RUN, state, user).look();

    assertThat(finding.severity()).isEqualTo(Severity.CAUTION);
    assertThat(finding.remedies()).containsExactly("Make it private:  chmod 700 " + state);
  }

  @Test
  void aFileInItsPlaceIsBroken() throws IOException {
    Path file = Files.createFile(home.resolve("state"));

    assertThat(new DirectoryCheck(DirectoryCheck.Use.STATE, file, user).look().text())
        .contains("is not a directory");
    assertThat(
            new DirectoryCheck(DirectoryCheck.Use.STATE, file.resolve("x"), user).look().severity())
        .isEqualTo(Severity.BROKEN);
  }

  @ParameterizedTest
  @CsvSource({
    "STATE, ext4, 50, FINE",
    "STATE, tmpfs, 50, CAUTION",
    "RUN, tmpfs, 50, FINE",
    "STATE, nfs4, 50, CAUTION",
    "RUN, nfs4, 50, CAUTION",
    "STATE, ext4, 0, BROKEN",
    "RUN, ext4, 0, BROKEN"
  })
  void theDiskMustSuitTheUse(
      DirectoryCheck.Use use, String fileSystem, long gib, Severity severity) {
    Path path = Path.of("/x");
    var facts =
        new DirectoryFacts(
            path, path, true, true, ADA, permissions("rwx------"), fileSystem, gib * GIB);

    assertThat(new DirectoryCheck(use, path, ADA).judge(facts).severity()).isEqualTo(severity);
  }

  @Test
  void littleRoomIsSaidEarly() {
    Path path = Path.of("/x");
    var facts =
        new DirectoryFacts(path, path, true, true, ADA, permissions("rwx------"), "ext4", GIB / 2);

    assertThat(new DirectoryCheck(DirectoryCheck.Use.STATE, path, ADA).judge(facts).text())
        .contains("512 MiB free", "little free space");
  }

  @Test
  void saysWhoseItIsWhenOneMayNotWrite() {
    Path path = Path.of("/var/lib/bub");
    var theirs =
        new DirectoryFacts(
            path, path, true, false, "root", permissions("rwx------"), "ext4", GIB * 9);
    var above =
        new DirectoryFacts(
            path, Path.of("/var/lib"), true, false, "root", permissions("rwxr-xr-x"), "ext4", GIB);
    var check = new DirectoryCheck(DirectoryCheck.Use.STATE, path, ADA);

    assertThat(check.judge(theirs).text()).contains("belongs to root", "ada cannot write");
    assertThat(check.judge(theirs).remedies().toString()).contains("chown", "--state-dir DIR");
    assertThat(check.judge(above).text()).contains("cannot be created", "/var/lib");
  }

  @Test
  void whatRootWritesIntoSomebodysDirectoryIsLostOnThem() {
    Path path = Path.of("/var/lib/bub");
    var facts =
        new DirectoryFacts(
            path, path, true, true, "bub", permissions("rwx------"), "ext4", GIB * 9);

    Finding finding = new DirectoryCheck(DirectoryCheck.Use.STATE, path, "root").judge(facts);

    assertThat(finding.severity()).isEqualTo(Severity.CAUTION);
    assertThat(finding.remedies()).containsExactly("Run bub as bub:  sudo -u bub bub …");
  }

  private static Set<PosixFilePermission> permissions(String text) {
    return PosixFilePermissions.fromString(text);
  }

  private Path directory(String permissions) throws IOException {
    Path made = Files.createDirectory(home.resolve("state"));
    return Files.setPosixFilePermissions(made, permissions(permissions));
  }
}
