package bub.gateway.a2a;

import static org.assertj.core.api.Assertions.assertThat;

import bub.gateway.DoorScene;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The official JavaScript SDK as a client, in both bindings; needs npm and its registry. */
@Tag("soak")
class A2aJsSdkSoakTest {
  private static final String SDK = "@a2a-js/sdk@1.3.0";

  @TempDir Path directory;

  @Test
  void theOfficialSdkTalksToAnAgent() throws Exception {
    Path program = Files.createDirectories(directory.resolve("js"));
    run(program, List.of("npm", "install", "--no-audit", "--no-fund", SDK));
    try (InputStream script = getClass().getResourceAsStream("/a2a/sdk-client.mjs")) {
      Files.write(program.resolve("client.mjs"), Objects.requireNonNull(script).readAllBytes());
    }
    try (var scene = new DoorScene(directory.resolve("scene"));
        var _ = new A2aTckAgent(scene)) {
      String base = scene.url("/a2a/" + A2aTckAgent.ID).toString();
      for (String binding : List.of("JSONRPC", "HTTP+JSON")) {
        assertThat(run(program, List.of("node", "client.mjs", base, binding)))
            .contains(binding + " ok");
      }
    }
  }

  private static String run(Path in, List<String> command) throws Exception {
    Path log = Files.createTempFile(in, "run", ".log");
    Process process =
        new ProcessBuilder(command)
            .directory(in.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean hasEnded = process.waitFor(3, TimeUnit.MINUTES);
    String output = Files.readString(log);
    assertThat(hasEnded && process.exitValue() == 0).as(command + "\n" + output).isTrue();
    return output;
  }
}
