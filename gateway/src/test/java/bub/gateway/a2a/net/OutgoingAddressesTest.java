package bub.gateway.a2a.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.channel.http.HttpRefusal;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutgoingAddressesTest {
  private final OutgoingAddresses strict =
      new OutgoingAddresses(
          OutgoingAddresses::isPublic,
          host ->
              host.equals("rebind.example")
                  ? new InetAddress[] {
                    InetAddress.getByName("93.184.216.34"), InetAddress.getByName("10.0.0.1")
                  }
                  : new InetAddress[] {InetAddress.getByName(host)});

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1/",
        "http://[::1]/",
        "http://10.1.2.3/",
        "http://172.16.0.1/",
        "http://192.168.1.1/",
        "http://169.254.169.254/latest/meta-data",
        "http://100.64.0.1/",
        "http://0.0.0.0/",
        "http://224.0.0.1/",
        "http://255.255.255.255/",
        "http://198.18.0.1/",
        "http://[fe80::1]/",
        "http://[fd00::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[64:ff9b::7f00:1]/",
        "http://[2002:7f00:1::]/",
        "http://rebind.example/"
      })
  void aPrivateAddressIsRefused(String url) {
    assertThatThrownBy(() -> strict.check(url))
        .isInstanceOfSatisfying(
            HttpRefusal.class,
            refused -> assertThat(refused.reason()).isEqualTo("private_address"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ftp://93.184.216.34/", "http://user@93.184.216.34/", "file:///etc/passwd", "x"})
  void onlyPlainHttpUrlsAreAllowed(String url) {
    assertThatThrownBy(() -> strict.check(url))
        .isInstanceOfSatisfying(
            HttpRefusal.class, refused -> assertThat(refused.reason()).isEqualTo("invalid_url"));
  }

  @Test
  void aPublicAddressIsPinned() throws Exception {
    assertThat(strict.check("https://93.184.216.34:8443/a?b").address().getHostAddress())
        .isEqualTo("93.184.216.34");
    assertThat(strict.check("http://[2606:2800:220:1::1]/").address().getHostAddress())
        .startsWith("2606:");
  }
}
