package bub.bus.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import bub.protocol.Address;
import bub.protocol.Pattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenFileTest {
  @TempDir private Path directory = Path.of("");

  @Test
  void withoutAFileTheBusIsOpen() throws IOException {
    assertThat(TokenFile.in(directory).read()).isNull();
  }

  @Test
  void keepsGrantsAndHashesButNoSecret() throws IOException {
    TokenSecret secret = TokenSecret.random(new SecureRandom());
    StoredToken grant = grant(secret);
    TokenFile file = TokenFile.in(directory);
    file.update(_ -> List.of(grant));

    assertThat(file.read()).containsExactly(grant);
    assertThat(Files.readString(file.path()))
        .doesNotContain(secret.text(), secret.text().substring(14));
    assertThat(Files.getPosixFilePermissions(file.path()))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(secret).hasToString("token " + secret.id());
    assertThat(grant.toString()).doesNotContain(grant.hash());
  }

  @Test
  void keepsTheGrantOfPeople() throws IOException {
    TokenSecret secret = TokenSecret.random(new SecureRandom());
    Pattern own = Pattern.exactly(new Address("relay"));
    var principal =
        new Principal(secret.id(), own, List.of(), List.of(), Set.of(), false, false, true, null);
    var grant = new StoredToken(principal, secret.hash(), Instant.parse("2026-01-01T00:00:00Z"));
    TokenFile file = TokenFile.in(directory);
    file.update(_ -> List.of(grant));
    assertThat(file.read()).containsExactly(grant);
  }

  @Test
  void readsAFileOfVersion020WithoutTheGrantOfPeople() throws IOException {
    TokenFile file = TokenFile.in(directory);
    Files.writeString(
        file.path(),
        """
        {"version":1,"tokens":[{"id":"0badcafe","clientId":"relay","subscribe":["tg:*"],"sendAs":["tg:*"],\
        "types":[],"intercept":false,"operator":false,"hash":"00","createdAt":"2026-02-17T12:00:00Z"}]}\
        """);
    assertThat(read(file)).hasSize(1);
    Principal old = read(file).getFirst().principal();
    assertThat(old.chat()).isFalse();
    assertThat(old.maySendAs(new Address("tg:1"))).isTrue();
  }

  @Test
  void keepsTheGrantToReadWorkspaces() throws IOException {
    TokenSecret secret = TokenSecret.random(new SecureRandom());
    StoredToken plain = grant(secret);
    var grant =
        new StoredToken(
            plain.principal().withWorkspaces(List.of(Pattern.of("terminal:*"))),
            plain.hash(),
            plain.createdAt());
    TokenFile file = TokenFile.in(directory);
    file.update(_ -> List.of(grant));
    assertThat(file.read()).containsExactly(grant);
    StoredToken rotated = grant.rotated(TokenSecret.random(new SecureRandom()), Instant.EPOCH);
    assertThat(rotated.principal().workspaces()).containsExactly(Pattern.of("terminal:*"));
  }

  @Test
  void aTokenOfVersion020ReadsNoWorkspaceAndIsWrittenAsBefore() throws IOException {
    TokenFile file = TokenFile.in(directory);
    String old =
        """
        {"version":1,"tokens":[{"id":"0badcafe","clientId":"relay","subscribe":[],"sendAs":[],\
        "types":[],"intercept":false,"operator":false,"hash":"00","createdAt":"2026-02-17T12:00:00Z"}]}\
        """;
    Files.writeString(file.path(), old);
    assertThat(read(file).getFirst().principal().workspaces()).isEmpty();
    file.update(before -> before);
    assertThat(Files.readString(file.path())).isEqualTo(old);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"*\"", "true", "[1]", "[\"\"]", "[\"a b\"]", "{}"})
  void anUnclearGrantToReadWorkspacesIsDamage(String grant) throws IOException {
    TokenFile file = TokenFile.in(directory);
    Files.writeString(
        file.path(),
        """
        {"version":1,"tokens":[{"id":"0badcafe","clientId":"relay","subscribe":[],"sendAs":[],\
        "types":[],"intercept":false,"operator":false,"readWorkspaces":%s,"hash":"00",\
        "createdAt":"2026-02-17T12:00:00Z"}]}\
        """
            .formatted(grant));
    assertThatThrownBy(file::read).isInstanceOf(DamagedTokens.class);
  }

  @Test
  void whatRootMakesIsForWhoeverRunsTheBus() throws IOException {
    assumeThat(System.getProperty("user.name")).isEqualTo("root");
    UserPrincipal somebody =
        directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
    Path state = Files.setOwner(Files.createDirectory(directory.resolve("state")), somebody);
    TokenFile.in(state).update(grants -> grants);
    try (var files = Files.list(state)) {
      assertThat(files)
          .hasSize(2)
          .allSatisfy(file -> assertThat(Files.getOwner(file)).isEqualTo(somebody));
    }
  }

  @Test
  void aFileThatCannotBeReplacedIsLeftAsItIs() throws IOException {
    Files.createDirectories(directory.resolve("tokens.json/full"));
    TokenFile file = TokenFile.in(directory);
    assertThatThrownBy(() -> file.update(grants -> grants)).isInstanceOf(IOException.class);
    assertThat(directory).isDirectoryNotContaining("glob:**.new");
  }

  @Test
  void staysLockedWhenTheLastTokenIsGone() throws IOException {
    TokenFile file = TokenFile.in(directory);
    file.update(grants -> grants);
    assertThat(file.read()).isEmpty();
  }

  @Test
  void changesAtTheSameTimeAllCount() {
    TokenFile file = TokenFile.in(directory);
    IntStream.range(0, 8)
        .mapToObj(
            i ->
                Thread.startVirtualThread(
                    () -> {
                      try {
                        synchronized (file) {
                          file.update(
                              grants -> {
                                grants.add(grant(TokenSecret.random(new SecureRandom())));
                                return grants;
                              });
                        }
                      } catch (IOException failed) {
                        throw new IllegalStateException(failed);
                      }
                    }))
        .toList()
        .forEach(
            thread -> {
              try {
                thread.join();
              } catch (InterruptedException hurried) {
                throw new IllegalStateException(hurried);
              }
            });
    assertThat(read(file)).hasSize(8);
  }

  @Test
  void saysThatAFileIsDamaged() throws IOException {
    TokenFile file = TokenFile.in(directory);
    for (String broken : List.of("", "{", "[]", "{\"tokens\":[{\"id\":7}]}")) {
      Files.writeString(file.path(), broken);
      assertThatThrownBy(file::read)
          .as(broken)
          .hasMessageContaining("damaged")
          .hasMessageContaining("tokens.json");
    }
  }

  private static List<StoredToken> read(TokenFile file) {
    try {
      List<StoredToken> grants = file.read();
      return grants == null ? List.of() : grants;
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static StoredToken grant(TokenSecret secret) {
    return new StoredToken(
        new Principal(
            secret.id(),
            Pattern.exactly(new Address("agent:a")),
            List.of(Pattern.of("tg:*")),
            List.of(),
            Set.of("job"),
            false,
            true,
            Instant.parse("2030-01-01T00:00:00Z")),
        secret.hash(),
        Instant.parse("2026-01-01T00:00:00Z"));
  }
}
