package bub.bus.policy;

import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.Address;
import bub.protocol.Pattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Missing or unreadable files never unlock a locked bus. */
class LockReaderTest {
  @TempDir private Path directory = Path.of("");
  private Path state;
  private LockFiles files;
  private LockReader reader;

  @BeforeEach
  void begin() throws IOException {
    state = Files.createDirectory(directory.resolve("state"));
    files = LockFiles.in(state);
    reader = newReader();
  }

  private LockReader newReader() {
    return new LockReader(files, Clock.systemUTC());
  }

  private TokenSecret create(String client) throws IOException {
    TokenSecret secret = TokenSecret.random(new SecureRandom());
    files.update(
        grants -> {
          grants.add(grant(secret, client));
          return grants;
        },
        () -> {});
    return secret;
  }

  private static StoredToken grant(TokenSecret secret, String client) {
    var principal =
        new Principal(
            secret.id(),
            Pattern.exactly(new Address(client)),
            List.of(),
            List.of(),
            Set.of(),
            false,
            false,
            null);
    return new StoredToken(principal, secret.hash(), Instant.now());
  }

  @Test
  void aBusThatNeverHadTokensIsOpen() {
    assertThat(reader.read().isLocked()).isFalse();
    assertThat(reader.read().problem()).isNull();
  }

  @Test
  void aStateDirectoryThatDisappearsClosesALockedBusUntilItIsBack() throws IOException {
    TokenSecret secret = create("agent:a");
    assertThat(reader.read().recognize(secret)).isNotNull();
    Files.move(state, directory.resolve("away"));

    assertThat(reader.read().problem()).contains("tokens.json is missing");
    Files.createDirectory(state);
    assertThat(reader.read().problem()).contains("tokens.json is missing");

    Files.delete(state);
    Files.move(directory.resolve("away"), state);
    assertThat(reader.read().problem()).isNull();
    assertThat(reader.read().recognize(secret)).isNotNull();
  }

  @Test
  void aMarkerWithoutATokenFileClosesABusThatStarts() throws IOException {
    create("agent:a");
    Files.delete(files.tokens().path());
    assertThat(newReader().read().problem()).contains("is missing");
  }

  @Test
  void aDamagedFileClosesTheBus() throws IOException {
    create("agent:a");
    Files.writeString(files.tokens().path(), "{\"tokens\":");
    assertThat(newReader().read().problem()).contains("damaged");
    Files.delete(files.tokens().path());
    Files.writeString(state.resolve("lock.json"), "{");
    assertThat(newReader().read().problem()).contains("damaged");
  }

  @Test
  void anUnlockOpensTheRunningBus() throws IOException {
    create("agent:a");
    assertThat(reader.read().isLocked()).isTrue();
    files.unlock();
    assertThat(reader.read().isLocked()).isFalse();
    assertThat(newReader().read().isLocked()).isFalse();
  }

  @Test
  void anUnlockOpensABusThatHasLostItsTokens() throws IOException {
    create("agent:a");
    Files.delete(files.tokens().path());
    assertThat(reader.read().problem()).isNotNull();
    files.unlock();
    assertThat(reader.read().isLocked()).isFalse();
  }

  @Test
  void theRecordOfAnEarlierUnlockOpensNothing() throws IOException {
    create("agent:a");
    files.unlock();
    byte[] earlier = Files.readAllBytes(state.resolve("lock.json"));
    create("agent:b");
    assertThat(reader.read().isLocked()).isTrue();

    Files.delete(files.tokens().path());
    Files.write(state.resolve("lock.json"), earlier);

    assertThat(reader.read().problem()).contains("is missing");
  }

  @Test
  void aTokenFileOfAnEarlierVersionGetsItsMarkerOnFirstSight() throws IOException {
    create("agent:a");
    Files.delete(state.resolve("lock.json"));

    assertThat(reader.read().isLocked()).isTrue();

    Files.delete(files.tokens().path());
    assertThat(newReader().read().problem()).contains("is missing");
  }

  @Test
  void aRevocationThatCouldNotBeReadIsReadLater() throws IOException {
    TokenSecret kept = create("agent:a");
    TokenSecret revoked = create("agent:b");
    assertThat(reader.read().recognize(revoked)).isNotNull();
    files.update(grants -> grants.removeIf(grant -> grant.isOf(revoked)) ? grants : null, () -> {});
    Path tokens = files.tokens().path();
    Path aside = directory.resolve("tokens.json");
    Files.move(tokens, aside);
    Files.createDirectory(tokens); // what is no file cannot be read

    assertThat(reader.read().problem()).contains("cannot read the tokens");

    Files.delete(tokens);
    Files.move(aside, tokens);
    assertThat(reader.read().recognize(revoked)).isNull();
    assertThat(reader.read().recognize(kept)).isNotNull();
  }

  @Test
  void aDamagedListOfOwnTokensKeepsTheOneBefore() throws IOException {
    TokenSecret own = TokenSecret.random(new SecureRandom());
    files
        .own()
        .update(
            grants -> {
              grants.add(grant(own, "agent:system"));
              return grants;
            });
    assertThat(reader.read().recognize(own)).isNotNull();
    Files.writeString(files.own().path(), "{");
    assertThat(reader.read().recognize(own)).isNotNull();
    assertThat(reader.read().isLocked()).isFalse();
    assertThat(files.all()).isEmpty();
    assertThat(state).isDirectoryContaining("glob:**/own-tokens.json.damaged-*");
  }
}
