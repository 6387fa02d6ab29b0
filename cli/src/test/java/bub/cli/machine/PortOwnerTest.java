package bub.cli.machine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
class PortOwnerTest {
  @TempDir private Path proc = Path.of("");

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "0.0.0.0", "::1"})
  void findsWhoListens(String host) throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getByName(host))) {
      PortOwner owner = requireNonNull(PortOwner.of(socket.getLocalPort()));

      assertThat(owner.pid()).isEqualTo(ProcessHandle.current().pid());
      assertThat(owner.name()).isNotBlank();
      assertThat(PortOwner.isListening(owner.pid())).isTrue();
    }
  }

  @Test
  void findsNobodyOnAFreePort() throws IOException {
    int port;
    try (var socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    assertThat(PortOwner.of(port)).isNull();
  }

  @Test
  void aProcessThatIsNotThereDoesNotListen() {
    assertThat(PortOwner.isListening(99_999_999)).isFalse();
  }

  @Test
  void whoCannotBeSeenIsNotGuessed() throws IOException {
    Path net = Files.createDirectory(proc.resolve("net"));
    Files.writeString(
        net.resolve("tcp"),
        """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:1ED4 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1
        """);

    assertThat(PortOwner.of(proc, 7892)).isNull();
  }
}
