package bub.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests to /rpc without a token, which only an open bus on this machine accepts. */
class AnonymousRpcTest {
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

  @TempDir Path directory;

  private int status(UnaryOperator<ConsoleSettings> change, String header, String value)
      throws Exception {
    try (var scene = new Scene(directory, change)) {
      return scene.web.with(header, value).rawPost("/rpc", PING).status();
    }
  }

  @Test
  void anOpenBusTakesThem() throws Exception {
    assertThat(status(settings -> settings, "X-Nothing", "1")).isEqualTo(200);
  }

  @Test
  void anUnknownTokenIsRefusedOnAnOpenBusToo() throws Exception {
    assertThat(status(settings -> settings, "Authorization", "Bearer bub_x.y")).isEqualTo(401);
  }

  @Test
  void aConsoleForLookingOnlyRefusesThem() throws Exception {
    assertThat(status(settings -> settings.withReadOnly(true), "X-Nothing", "1")).isEqualTo(401);
  }
}
