package bub.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;

class ListenerProofTest {
  private static final String KEY = "a key of this test";
  private final InetSocketAddress client = at(1, 40_001);
  private final InetSocketAddress listener = at(1, 7_892);
  private final String challenge =
      ListenerProof.newChallenge(ListenerProof.RUN_DIRECTORY_KEY, new SecureRandom());

  /** A port of 127.0.0.{@code host}. */
  private static InetSocketAddress at(int host, int port) {
    try {
      return new InetSocketAddress(
          InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) host}), port);
    } catch (UnknownHostException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private String answer() {
    return ListenerProof.answer(KEY, challenge, client, listener);
  }

  @Test
  void bothSidesComeToTheSameAnswer() {
    assertThat(ListenerProof.isChallenge(challenge)).isTrue();
    assertThat(ListenerProof.keyName(challenge)).isEqualTo("run-directory");
    assertThat(ListenerProof.isSame(answer(), answer())).isTrue();
  }

  @Test
  void anAnswerFitsOneChallengeOneKeyAndOneConnection() {
    String again = ListenerProof.newChallenge(ListenerProof.RUN_DIRECTORY_KEY, new SecureRandom());
    var otherPort = at(1, 7_893);
    var otherHost = at(2, 7_892);
    assertThat(answer())
        .isNotEqualTo(ListenerProof.answer(KEY, again, client, listener))
        .isNotEqualTo(ListenerProof.answer("another key", challenge, client, listener))
        .isNotEqualTo(ListenerProof.answer(KEY, challenge, client, otherPort))
        .isNotEqualTo(ListenerProof.answer(KEY, challenge, client, otherHost))
        .isNotEqualTo(ListenerProof.answer(KEY, challenge, otherPort, listener))
        .isNotEqualTo(ListenerProof.answer(KEY, challenge, listener, client));
  }

  @Test
  void anIpv4AddressInsideAnIpv6OneIsTheSame() throws UnknownHostException {
    byte[] mapped = new byte[16];
    mapped[10] = -1;
    mapped[11] = -1;
    System.arraycopy(listener.getAddress().getAddress(), 0, mapped, 12, 4);
    var inside = new InetSocketAddress(Inet6Address.getByAddress(null, mapped, -1), 7_892);
    assertThat(ListenerProof.answer(KEY, challenge, client, inside)).isEqualTo(answer());
    assertThat(InetAddress.getByAddress(mapped)).isEqualTo(listener.getAddress());
  }

  @Test
  void onlyTextOfTheRightFormIsAChallenge() {
    for (String other : new String[] {"", "x", challenge + "x", challenge.replace(' ', '\n')}) {
      assertThat(ListenerProof.isChallenge(other)).as(other).isFalse();
    }
  }
}
