package bub.cli.connect;

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

/** State of the bus after a token could not be created. */
class TokenAdministrationTest {
  @TempDir private Path directory = Path.of("");
  private TokenAdministration tokens;

  @BeforeEach
  void begin() throws IOException {
    BubDirectories directories = BubDirectories.resolve(directory.resolve("run"), null, _ -> null);
    directories.create();
    tokens = new TokenAdministration(directories);
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
    assertThatThrownBy(() -> tokens.create(id -> principal(id, "a b"), null))
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

  @Test
  void revokingOrRotatingATokenThatIsNotThereChangesNothing() throws IOException {
    assertThat(tokens.revoke("nosuch")).isFalse();
    assertThat(tokens.rotate("nosuch", directory.resolve("out.token"))).isNull();
    assertThat(tokens.isLocked()).isFalse();
    assertThat(directory.resolve("run/state")).isEmptyDirectory();
    assertThat(directory.resolve("out.token")).doesNotExist();
  }

  @Test
  void aTokenThatCannotBeRotatedStaysGood() throws IOException {
    var secret = tokens.create(id -> principal(id, "a"), null);
    assertThatThrownBy(() -> tokens.rotate(secret.id(), directory)).isInstanceOf(IOException.class);
    assertThat(tokens.list()).anyMatch(grant -> grant.isOf(secret));
  }

  @Test
  void withoutSpaceForTheListNothingIsLocked() throws IOException {
    // A directory in the way of the guard file fails every change of the list.
    Files.createDirectory(directory.resolve("run/state/tokens.json.lock"));
    assertThatThrownBy(() -> tokens.create(id -> principal(id, "a"), directory.resolve("a.token")))
        .isInstanceOf(IOException.class);
    assertThat(tokens.isLocked()).isFalse();
    assertThat(tokens.list()).isEmpty();
    assertThat(directory.resolve("a.token")).doesNotExist();
  }

  @Test
  void unlockOpensTheBusAndTheCommandLineKeepsAToken() throws IOException {
    tokens.create(id -> principal(id, "a"), null);
    assertThat(tokens.unlock()).isTrue();
    assertThat(tokens.isLocked()).isFalse();
    assertThat(tokens.unlock()).isFalse();
    assertThat(tokens.list()).hasSize(1).allMatch(grant -> grant.principal().operator());
  }

  @Test
  void aTokenIsNotMadeInPlaceOfALostList() throws IOException {
    tokens.create(id -> principal(id, "a"), null);
    Files.delete(directory.resolve("run/state/tokens.json"));
    assertThatThrownBy(() -> tokens.create(id -> principal(id, "b"), null))
        .hasMessageContaining("bub token unlock");
    assertThat(tokens.isLocked()).isTrue();
  }
}
