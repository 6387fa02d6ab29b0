package bub.channel.telegram.store;

import static org.assertj.core.api.Assertions.assertThat;

import bub.channel.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairingsTest {
  @TempDir private Path directory;
  private final ManualTime time = new ManualTime();
  private Pairings bridge;
  private Pairings operator;

  @BeforeEach
  void begin() throws Exception {
    bridge = Pairings.open(directory, time, new Random(1)::nextInt);
    operator = Pairings.open(directory, time, _ -> 0);
  }

  @AfterEach
  void end() throws Exception {
    bridge.close();
    operator.close();
  }

  private String code(long user) throws Exception {
    return ((PairingInvitation.Code) bridge.invite(user, "Eve", null, "m1")).code();
  }

  @Test
  void aCodeHasEightCharactersThatNobodyConfuses() throws Exception {
    assertThat(code(1)).matches("[A-HJKMNP-Z2-9]{8}");
  }

  @Test
  void approvalIsSeenAtOnceByTheOther() throws Exception {
    String code = code(1);
    assertThat(bridge.isPaired(1)).isFalse();
    assertThat(operator.approve(code.toLowerCase(Locale.ROOT))).isPresent();
    assertThat(bridge.isPaired(1)).isTrue();
    assertThat(operator.list()).allMatch(Pairing::isApproved);
    assertThat(operator.revoke(1)).isTrue();
    assertThat(bridge.isPaired(1)).isFalse();
    assertThat(operator.revoke(1)).isFalse();
  }

  @Test
  void whoWasLetInIsGreetedOnceAndAgainWhenThatHappensAgain() throws Exception {
    operator.approve(code(1));
    Pairing first = bridge.ungreeted().getFirst();
    bridge.greeted(first);
    assertThat(bridge.ungreeted()).isEmpty();

    operator.revoke(1);
    time.advance(Duration.ofSeconds(1));
    String again = ((PairingInvitation.Code) bridge.invite(1, "Eve", null, "m2")).code();
    assertThat(bridge.ungreeted()).isEmpty();
    operator.approve(again);
    bridge.greeted(first); // by somebody who was slow
    assertThat(bridge.ungreeted()).hasSize(1);
  }

  @Test
  void aCodeIsGoodOnce() throws Exception {
    String code = code(1);
    assertThat(operator.approve(code)).isPresent();
    assertThat(operator.approve(code)).isEmpty();
    assertThat(operator.approve("WRONGONE")).isEmpty();
  }

  @Test
  void aCodeIsGoodForAnHour() throws Exception {
    String code = code(1);
    time.advance(Pairings.LIFETIME.minus(Duration.ofMillis(1)));
    assertThat(operator.list()).hasSize(1);
    time.advance(Duration.ofMillis(1));
    assertThat(operator.list()).isEmpty();
    assertThat(operator.approve(code)).isEmpty();
  }

  @Test
  void theSameMessageGetsTheSameCodeAndTheNextNone() throws Exception {
    String code = code(1);
    assertThat(bridge.invite(1, "Eve", null, "m1")).isEqualTo(new PairingInvitation.Code(code));
    assertThat(bridge.invite(1, "Eve", null, "m2")).isEqualTo(new PairingInvitation.Pending());
  }

  @Test
  void atMostThreeWait() throws Exception {
    code(1);
    code(2);
    String third = code(3);
    assertThat(bridge.invite(4, "Eve", null, "m")).isEqualTo(new PairingInvitation.Full());
    operator.approve(third);
    assertThat(bridge.invite(4, "Eve", null, "m")).isInstanceOf(PairingInvitation.Code.class);
  }

  @Test
  void aNameMayBeAnything() throws Exception {
    bridge.invite(1, "'; DROP TABLE pairing; --" + "x".repeat(10_000), "eve", "m");
    assertThat(operator.list().getFirst().name()).startsWith("'; DROP").hasSize(100);
  }
}
