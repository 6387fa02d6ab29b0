package bub.cli.reach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.bus.policy.Principal;
import bub.protocol.Address;
import bub.protocol.Pattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of the bus when a token cannot be made. */
class TokensTest {
  @TempDir private Path directory = Path.of("");
  private Tokens tokens;

  @BeforeEach
  void begin() throws IOException {
    Directories directories = Directories.resolve(directory.resolve("run"), null, _ -> null);
    directories.create();
    tokens = new Tokens(directories);
  }

  private static Principal principal(String id, String client) {
    return new Principal(
        id,
        Pattern.exactly(new Address(client)),
        List.of(),
        List.of(),
        Set.of(),
        false,
        false,
        null);
  }

  @Test
  void aNameThatIsNoneDoesNotLockTheBus() throws IOException {
    assertThatThrownBy(() -> tokens.create(id -> principal(id, "a b")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(tokens.isLocked()).isFalse();
  }

  @Test
  void aTokenThatCannotBeWrittenIsNotMade() throws IOException {
    for (Path nowhere : List.of(directory.resolve("nowhere/token"), directory)) {
      assertThatThrownBy(() -> tokens.create(id -> principal(id, "a"), nowhere))
          .isInstanceOf(IOException.class);
      assertThat(tokens.isLocked()).isFalse();
    }
  }

  @Test
  void writesTheSecretAndNothingElse() throws IOException {
    Path out = directory.resolve("out/a.token");
    Files.createDirectory(directory.resolve("out"));
    var secret = tokens.create(id -> principal(id, "a"), out);
    assertThat(out).hasContent(secret.text());
    assertThat(directory.resolve("out")).isDirectoryNotContaining("glob:**.new");
    assertThat(tokens.isLocked()).isTrue();
  }
}
