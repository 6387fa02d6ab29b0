package bub.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands in hints carry the name by which the person has started bub. */
class ProgramNameTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "start one:  bub up                        | start one:  ./bub up",
        "Did you mean 'bub bus status'?            | Did you mean './bub bus status'?",
        "bub top    bub status                     | ./bub top    ./bub status",
        "source <(bub completion)                  | source <(./bub completion)",
        "As its owner:  sudo -u bub bub down       | As its owner:  sudo -u bub ./bub down",
        "For help:  bub --help                     | For help:  ./bub --help",
      })
  void replacesTheNameInCommands(String hint, String shown) {
    assertThat(ProgramName.of("./bub").in(hint)).isEqualTo(shown);
    assertThat(ProgramName.of("bub").in(hint)).isEqualTo(hint);
  }

  @ParameterizedTest
  @CsvSource({
    "bub is up",
    "bub has stopped (pid 7)",
    "the file /var/lib/bub is locked",
    "run ./bub up",
    "bub upgrades itself"
  })
  void leavesTheNameOfTheProduct(String text) {
    assertThat(ProgramName.of("/opt/bub").in(text)).isEqualTo(text);
  }

  @Test
  void showsNoDirectoryToStrangers() {
    String before = System.getProperty(ProgramName.PROPERTY);
    try {
      System.setProperty(ProgramName.PROPERTY, "/opt/tools/bub");
      assertThat(ProgramName.withoutDirectory()).hasToString("bub");
      System.setProperty(ProgramName.PROPERTY, "./bub");
      assertThat(ProgramName.withoutDirectory()).hasToString("./bub");
    } finally {
      if (before == null) {
        System.clearProperty(ProgramName.PROPERTY);
      } else {
        System.setProperty(ProgramName.PROPERTY, before);
      }
    }
  }
}
