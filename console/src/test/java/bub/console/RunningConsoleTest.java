package bub.console;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.console.login.ConsoleRole;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Discovery of a console by another process. */
class RunningConsoleTest {
  @TempDir Path directory;

  @Test
  void isFoundWhileItRuns() throws Exception {
    var locked = new AtomicBoolean();
    Path state;
    try (var scene = new Scene(directory, settings -> settings.withLoginNeeded(locked::get))) {
      state = scene.state;
      assertThat(RunningConsole.in(state))
          .isEqualTo(new RunningConsole(scene.console.url(), scene.console.url(), false));
      locked.set(true);
      assertThat(RunningConsole.in(state))
          .isEqualTo(new RunningConsole(scene.console.url(), scene.console.url(), true));
    }
    assertThat(RunningConsole.in(state)).isNull();
    assertThatThrownBy(() -> ConsoleLogin.in(state).link(ConsoleRole.OPERATOR))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void isFoundBehindAProxyThatThisMachineCannotReach() throws Exception {
    try (var scene =
        new Scene(
            directory,
            settings ->
                settings
                    .withTlsProxy(true)
                    .withHosts(Set.of("bub.invalid"))
                    .withLoginNeeded(() -> true))) {
      RunningConsole found = requireNonNull(RunningConsole.in(scene.state));
      assertThat(found.url()).isEqualTo(URI.create("https://bub.invalid/"));
      assertThat(found.door()).hasHost("127.0.0.1");
      assertThat(found.loginNeeded()).isTrue();
    }
  }

  @Test
  void whatCannotBeReadIsNoConsole() throws Exception {
    Path file = Files.createDirectories(directory.resolve("console")).resolve("console.url");
    for (String text : List.of("", "http://127.0.0.1:1/\n", "not a url\nneither\n")) {
      Files.writeString(file, text);
      assertThat(RunningConsole.in(directory)).as(text).isNull();
    }
  }

  @Test
  void aStrangerInItsPlaceIsNoConsole() throws Exception {
    var home = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer stranger = HttpServer.create(home, 0);
    byte[] answer = "<html>hello</html>".getBytes(StandardCharsets.UTF_8);
    stranger.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    stranger.start();
    try {
      var door = URI.create("http://127.0.0.1:" + stranger.getAddress().getPort() + "/");
      ConsoleLogin.in(directory).tell(new ConsoleLogin.Places(door, door));
      assertThat(RunningConsole.in(directory)).isNull();
    } finally {
      stranger.stop(0);
    }
  }
}
