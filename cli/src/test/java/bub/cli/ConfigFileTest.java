package bub.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigFileTest {
  @TempDir private Path directory = Path.of("");

  @Test
  void readsOptionsAndSkipsCommentsAndEmptyLines() throws IOException {
    ConfigFile config = ConfigFile.read(file("# mine\n\nport = 7900\n  activity-log=off  \n"));
    assertThat(config.get("port")).isEqualTo("7900");
    assertThat(config.get("activity-log")).isEqualTo("off");
    assertThat(config.get("host")).isNull();
  }

  @Test
  void namesTheLineThatIsWrong() throws IOException {
    Path typo = file("port = 1\nprot = 2\n");
    assertThatThrownBy(() -> ConfigFile.read(typo))
        .hasMessageContaining("line 2")
        .hasMessageContaining("prot = 2");
    Path bare = file("port\n");
    assertThatThrownBy(() -> ConfigFile.read(bare)).hasMessageContaining("line 1");
  }

  @Test
  void saysWhichFileItCannotRead() {
    assertThatThrownBy(() -> ConfigFile.read(directory.resolve("none")))
        .hasMessageContaining("none");
  }

  @Test
  void theFlagWinsOverTheVariableAndBothOverTheUsersOwn() throws IOException {
    Path flagged = file("port = 1");
    Path named = file("port = 2");
    Path own = Files.createDirectories(directory.resolve("xdg/bub")).resolve("config");
    Files.writeString(own, "port = 3");

    assertThat(
            ConfigFile.load(List.of("up", "--config", flagged.toString()), _ -> named.toString())
                .get("port"))
        .isEqualTo("1");
    assertThat(ConfigFile.load(List.of("--config=" + flagged), _ -> null).get("port"))
        .isEqualTo("1");
    assertThat(
            ConfigFile.load(
                    List.of("up"), name -> name.equals("BUB_CONFIG") ? named.toString() : null)
                .get("port"))
        .isEqualTo("2");
    assertThat(
            ConfigFile.load(
                    List.of("up"),
                    name ->
                        name.equals("XDG_CONFIG_HOME") ? directory.resolve("xdg").toString() : null)
                .get("port"))
        .isEqualTo("3");
  }

  private Path file(String text) throws IOException {
    return Files.writeString(Files.createTempFile(directory, "config", ""), text);
  }
}
