package bub.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import bub.cli.screen.CommandFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bus listens on a network only when it is locked and encrypted. */
class ExposureCheckTest {

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost", "127.8.8.8", "::1"})
  void onThisMachineItMayBeOpen(String host) {
    assertThatCode(new ExposureCheck(host, false, false)::check).doesNotThrowAnyException();
  }

  @Test
  void lockedAndEncryptedItMayFaceANetwork() {
    assertThatCode(new ExposureCheck("0.0.0.0", true, true)::check).doesNotThrowAnyException();
  }

  @Test
  void otherwiseItSaysWhatIsMissingAndHowToMendIt() {
    CommandFailure both = refusal(false, false);
    assertThat(both.exitCode()).isEqualTo(78);
    assertThat(both)
        .hasMessage(
            "Refusing to listen on 0.0.0.0: this bus is open (no tokens) and uses unencrypted"
                + " ws://.");
    assertThat(both.hints()).hasSize(3).first().asString().contains("bub token create");
    assertThat(refusal(false, true).hints()).hasSize(1);
    assertThat(refusal(true, false).hints())
        .hasSize(2)
        .last()
        .asString()
        .contains("--behind-tls-proxy");
  }

  private static CommandFailure refusal(boolean locked, boolean encrypted) {
    return catchThrowableOfType(
        CommandFailure.class, new ExposureCheck("0.0.0.0", locked, encrypted)::check);
  }
}
