package bub.console.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import bub.client.TimeSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lifetime of login codes and sessions, and the data stored for them. */
class LoginTimesTest {
  @TempDir Path directory;
  private Instant now = Instant.parse("2026-02-17T12:00:00Z");
  private final TimeSource time =
      new TimeSource() {
        @Override
        public Instant now() {
          return now;
        }

        @Override
        public void sleep(Duration duration) {
          throw new IllegalStateException("nobody sleeps here");
        }
      };

  @Test
  void aCodeIsGoodForTenMinutes() throws Exception {
    LoginCodes codes = LoginCodes.in(directory, time);
    String code = codes.create(ConsoleRole.VIEWER);
    String late = codes.create(ConsoleRole.OPERATOR);
    now = now.plus(Duration.ofMinutes(9));
    assertThat(codes.redeem(code)).isEqualTo(ConsoleRole.VIEWER);
    now = now.plus(Duration.ofMinutes(2));
    assertThat(codes.redeem(late)).isNull();
    assertThat(codes.redeem(late)).isNull();
  }

  @Test
  void writesNothingThroughALinkThatSomebodyPutsInTheWay() throws Exception {
    Path victim = Files.writeString(directory.resolve("victim"), "precious");
    Path own = directory.resolve("console");
    TimeSource meddler =
        new TimeSource() {
          @Override
          public Instant now() {
            try (var files = Files.newDirectoryStream(own, "*.login")) {
              for (Path file : files) {
                Files.delete(file);
                Files.createSymbolicLink(file, victim);
              }
            } catch (IOException failed) {
              throw new UncheckedIOException(failed);
            }
            return now;
          }

          @Override
          public void sleep(Duration duration) {
            throw new IllegalStateException("nobody sleeps here");
          }
        };
    LoginCodes.in(own, meddler).create(ConsoleRole.OPERATOR);
    assertThat(victim).hasContent("precious");
  }

  @Test
  void keepsNoCodeOnDiskAndNothingForOthersToRead() throws Exception {
    Path own = directory.resolve("console");
    String code = LoginCodes.in(own, time).create(ConsoleRole.OPERATOR);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own)))
        .isEqualTo("rwx------");
    try (var files = Files.list(own)) {
      assertThat(files)
          .singleElement()
          .satisfies(
              file -> {
                assertThat(file.toString() + Files.readString(file)).doesNotContain(code);
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
              });
    }
  }

  @Test
  void aCodeThatRootMakesIsForWhoeverRunsTheConsole() throws Exception {
    assumeThat(System.getProperty("user.name")).isEqualTo("root");
    UserPrincipal somebody =
        directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
    Path own = Files.setOwner(Files.createDirectory(directory.resolve("console")), somebody);
    LoginCodes.in(own, time).create(ConsoleRole.OPERATOR);
    try (var files = Files.list(own)) {
      assertThat(files)
          .singleElement()
          .satisfies(file -> assertThat(Files.getOwner(file)).isEqualTo(somebody));
    }
  }

  @Test
  void aLoginEndsWhenNobodyUsesItAndInAnyCaseAfterAWeek() {
    LoginSessions sessions = LoginSessions.with(time);
    String idle = sessions.begin(ConsoleRole.OPERATOR);
    String busy = sessions.begin(ConsoleRole.VIEWER);
    for (int hours = 0; hours < 7 * 24; hours += 6) {
      assertThat(sessions.of(busy)).isEqualTo(ConsoleRole.VIEWER);
      now = now.plus(Duration.ofHours(6));
    }
    now = now.plus(Duration.ofHours(1));
    assertThat(sessions.of(busy)).isNull();
    assertThat(sessions.of(idle)).isNull();
  }

  @Test
  void theOldestOfTooManyLoginsEnds() {
    LoginSessions sessions = LoginSessions.with(time);
    String first = sessions.begin(ConsoleRole.OPERATOR);
    for (int i = 0; i < 1_000; i++) {
      sessions.begin(ConsoleRole.VIEWER);
    }
    assertThat(sessions.of(first)).isNull();
  }

  @Test
  void wrongCodesOfAnAddressAreForgivenAfterAMinute() {
    var wrong = new WrongCodes(time);
    for (int i = 0; i < WrongCodes.PER_MINUTE; i++) {
      assertThat(wrong.count("10.0.0.1")).isNull();
    }
    now = now.plus(Duration.ofSeconds(20));
    assertThat(wrong.count("10.0.0.1")).isEqualTo(Duration.ofSeconds(40));
    assertThat(wrong.count("10.0.0.2")).isNull();
    now = now.plus(Duration.ofSeconds(40));
    assertThat(wrong.count("10.0.0.1")).isNull();
  }

  @Test
  void wrongCodesOfManyAddressesTakeLittleMemory() {
    var wrong = new WrongCodes(time);
    for (int i = 0; i < 3 * WrongCodes.REMEMBERED; i++) {
      wrong.count("10.0." + i / 256 + "." + i % 256);
    }
    assertThat(wrong.remembered()).isEqualTo(WrongCodes.REMEMBERED);
  }
}
