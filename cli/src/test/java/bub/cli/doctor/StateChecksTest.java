package bub.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.policy.LockFiles;
import bub.bus.policy.Principal;
import bub.bus.policy.StoredToken;
import bub.bus.policy.TokenSecret;
import bub.cli.doctor.Finding.Severity;
import bub.lobby.store.LobbyStore;
import bub.protocol.ClientInfo;
import bub.protocol.Pattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks of the files of bub. */
class StateChecksTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

  @TempDir private Path state = Path.of("");

  // ---- tokens

  @Test
  void withoutATokenFileTheBusIsOpen() throws IOException {
    assertThat(tokens().look().text()).contains("every program on this machine can connect");
  }

  @Test
  void countsTokensAndThoseThatAreExpired() throws IOException {
    lock(null, NOW.minusSeconds(1));
    Files.createFile(state.resolve("local.token"));

    Finding finding = tokens().look();

    assertThat(finding).isEqualTo(Finding.fine("locked, 2 tokens, 1 of them expired"));
  }

  @Test
  void aLockedBusShouldLetItsOwnerIn() throws IOException {
    lock((Instant) null);

    assertThat(tokens().look().text()).contains("locked, 1 token;", "have no token");
  }

  @Test
  void aTokenFileThatOthersMayReadShouldBeClosed() throws IOException {
    lock((Instant) null);
    Path file = state.resolve("tokens.json");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

    assertThat(tokens().look().remedies()).containsExactly("Make it private:  chmod 600 " + file);
  }

  @Test
  void aDamagedTokenFileIsBroken() throws IOException {
    Files.writeString(state.resolve("tokens.json"), "{\"tokens\":");

    Finding finding = tokens().look();

    assertThat(finding.severity()).isEqualTo(Severity.BROKEN);
    assertThat(finding.text()).contains("tokens.json is damaged");
  }

  @Test
  void aLockedBusWithoutItsTokenFileIsBroken() throws IOException {
    lock((Instant) null);
    Files.delete(state.resolve("tokens.json"));

    Finding finding = tokens().look();

    assertThat(finding.severity()).isEqualTo(Severity.BROKEN);
    assertThat(finding.text()).contains("tokens.json is missing", "rejects all connections");
  }

  private TokensCheck tokens() {
    return new TokensCheck(LockFiles.in(state), state.resolve("local.token"), CLOCK);
  }

  private void lock(@Nullable Instant... expiries) throws IOException {
    for (Instant expiresAt : expiries) {
      TokenSecret secret = TokenSecret.random(new SecureRandom());
      var principal =
          new Principal(
              secret.id(),
              Pattern.of("agent:x"),
              List.of(),
              List.of(),
              Set.of(),
              false,
              false,
              expiresAt);
      LockFiles.in(state)
          .update(
              grants -> {
                grants.add(new StoredToken(principal, secret.hash(), NOW));
                return grants;
              },
              () -> {});
    }
  }

  // ---- stores

  @Test
  void aStoreThatIsNotThereYetIsFine() throws IOException {
    assertThat(store(StoreCheck.Kind.LOBBY, "lobby.db").look().text()).contains("not created yet");
  }

  @Test
  void aStoreThatOpensIsFine() throws IOException {
    LobbyStore.open(state.resolve("lobby.db")).close();

    Finding finding = store(StoreCheck.Kind.LOBBY, "lobby.db").look();

    assertThat(finding.severity()).as(finding.text()).isEqualTo(Severity.FINE);
  }

  @Test
  void aStoreThatAnotherProgramHasIsBroken() throws IOException {
    try (LobbyStore _ = LobbyStore.open(state.resolve("lobby.db"))) {
      assertThat(store(StoreCheck.Kind.LOBBY, "lobby.db").look().text())
          .contains("is in use by another process");
    }
  }

  @Test
  void aDamagedStoreIsBrokenAndTheRemedyIsSaid() throws IOException {
    Files.writeString(state.resolve("activity.db"), "this is no database at all, but long enough");
    Files.writeString(state.resolve("lobby.db"), "this is no database at all, but long enough");

    Finding log = store(StoreCheck.Kind.ACTIVITY, "activity.db").look();
    Finding lobby = store(StoreCheck.Kind.LOBBY, "lobby.db").look();

    assertThat(log.severity()).as(log.text()).isEqualTo(Severity.BROKEN);
    assertThat(lobby.severity()).as(lobby.text()).isEqualTo(Severity.BROKEN);
    assertThat(lobby.remedies()).isNotEmpty();
  }

  @Test
  void aStoreOfSomebodyElseIsNotOpened() throws IOException {
    Files.writeString(state.resolve("lobby.db"), "not even looked into");

    var check =
        new StoreCheck(
            StoreCheck.Kind.LOBBY,
            state.resolve("lobby.db"),
            state,
            "somebody-" + System.nanoTime());

    assertThat(check.look().text()).contains("content not checked");
    assertThat(state.resolve("lobby.db.lock")).doesNotExist();
  }

  private StoreCheck store(StoreCheck.Kind kind, String file) throws IOException {
    return new StoreCheck(kind, state.resolve(file), state, Files.getOwner(state).getName());
  }

  // ---- clock

  @Test
  void aClockThatIsLaterThanAllFilesIsFine() throws IOException {
    assertThat(clock(Duration.ofDays(-3)).look()).isEqualTo(Finding.fine("2026-03-01T12:00:00Z"));
    assertThat(clock(Duration.ofSeconds(30)).look().severity()).isEqualTo(Severity.FINE);
  }

  @Test
  void aClockThatWentBackIsNoticed() throws IOException {
    Finding little = clock(Duration.ofHours(2)).look();
    assertThat(little.severity()).isEqualTo(Severity.CAUTION);
    assertThat(little.text()).contains("activity.db", "2 h ahead");
    assertThat(clock(Duration.ofDays(400)).look().severity()).isEqualTo(Severity.BROKEN);
  }

  private ClockCheck clock(Duration ahead) throws IOException {
    Path file = Files.write(state.resolve("activity.db"), new byte[0]);
    Files.setLastModifiedTime(file, FileTime.from(NOW.plus(ahead)));
    return new ClockCheck(CLOCK, List.of(file, state.resolve("missing")));
  }

  // ---- bus

  @Test
  void aBusOfAnotherVersionIsWorthKnowing() {
    String bus = "pid 1, port 7892";
    assertThat(BusCheck.judge(bus, new BusProbe.Welcome.In(ClientInfo.VERSION, null)).severity())
        .isEqualTo(Severity.FINE);
    assertThat(BusCheck.judge(bus, new BusProbe.Welcome.In("0.0.1", null)).text())
        .contains("bub 0.0.1, but this is bub " + ClientInfo.VERSION);
    assertThat(BusCheck.judge(bus, new BusProbe.Welcome.Refused("a token is needed")).text())
        .contains("rejects this user: a token is needed");
  }
}
