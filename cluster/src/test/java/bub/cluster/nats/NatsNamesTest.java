package bub.cluster.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.cluster.nats.NatsExposure.Unprotected;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names, settings and rules that need no server. */
class NatsNamesTest {
  @Test
  void subjectsAndBucketsContainTheCluster() {
    var subjects = new Subjects("prod");
    assertThat(subjects.interest()).isEqualTo("bub.prod.all.interest");
    assertThat(subjects.node("n1", 7)).isEqualTo("bub.prod.node.n1.7");
    assertThat(subjects.identityBucket()).isEqualTo("bub_prod_identity");
    assertThatThrownBy(() -> subjects.node("n1.*", 7)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-a", "A", "a.b", "a b", "a>", "012345678901234567890123456789012"})
  void aNameThatNatsCouldMisreadIsRefused(String name) {
    assertThatThrownBy(() -> new Subjects(name)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tg:1", "agent:worker.*>", "ü 漢字 😀", " ", "a/b=c"})
  void everyTextBecomesAValidKeyAndComesBack(String text) {
    String key = KeyNames.encode(text);
    assertThat(key).matches("[-_a-zA-Z0-9]+");
    assertThat(KeyNames.decode(key)).isEqualTo(text);
  }

  @Test
  void serversGetTheDefaultPort() {
    assertThat(NatsSettings.of("nats://a, tls://b:5222,c", "prod").servers())
        .containsExactly(
            URI.create("nats://a:4222"), URI.create("tls://b:5222"), URI.create("nats://c:4222"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "http://a", "nats://user:geheim@a", "nats://geheim@a", "nats://", "a b"})
  void anInvalidServerIsRefusedWithoutItsText(String servers) {
    assertThatThrownBy(() -> NatsSettings.of(servers, "prod"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Invalid URL")
        .message()
        .doesNotContain("geheim");
  }

  @ParameterizedTest
  @CsvSource({
    "2.10.27, true",
    "v2.10.27, true",
    "2.10.26, false",
    "2.9.99, false",
    "2.11.0-RC.1, true",
    "3.0.0, true",
    "'', false",
    "dev, false",
    "2.10, false"
  })
  void onlyVersionsWithACorrectCompareAndSetAreSupported(String version, boolean supported) {
    assertThat(NatsVersion.isSupported(version)).isEqualTo(supported);
  }

  @Test
  void aServerOnTheNetworkNeedsCredentialsOrTls() {
    NatsSettings open = NatsSettings.of("nats://127.0.0.1,nats://192.0.2.1", "prod");
    assertThat(NatsExposure.check(open))
        .isEqualTo(new Unprotected(URI.create("nats://192.0.2.1:4222")));
    assertThat(NatsExposure.check(open.with(new NatsCredentials.TokenFile(Path.of("token")))))
        .isNull();
    assertThat(NatsExposure.check(open.with(new NatsTls(Path.of("ca.pem"), null, null)))).isNull();
    assertThat(NatsExposure.check(NatsSettings.of("tls://192.0.2.1", "prod"))).isNull();
    assertThat(NatsExposure.check(NatsSettings.of("tls://127.0.0.1,nats://192.0.2.1", "prod")))
        .isNotNull();
    assertThat(NatsExposure.check(NatsSettings.of("localhost,127.0.0.1,[::1]", "prod"))).isNull();
    assertThat(NatsExposure.check(NatsSettings.of("unknown.invalid", "prod"))).isNotNull();
  }

  @Test
  void outgoingBytesAreCountedUntilTheyAreSent() {
    long[] pending = {0};
    var outgoing = new OutgoingBytes(1000, () -> pending[0]);
    assertThat(outgoing.add(900)).isTrue();
    assertThat(outgoing.add(200)).isFalse();
    pending[0] = 900;
    outgoing.look();
    assertThat(outgoing.add(200)).isFalse();
    pending[0] = 500;
    outgoing.look();
    assertThat(outgoing.add(200)).isTrue();
    assertThat(outgoing.add(400)).isFalse();
    pending[0] = 0;
    outgoing.look();
    assertThat(outgoing.add(1000)).isTrue();
  }
}
