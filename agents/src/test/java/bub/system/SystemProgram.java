package bub.system;

import bub.system.spawn.LocalSpawner;
import bub.system.spawn.SpawnSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A system agent in a separate process, for tests that kill it. */
final class SystemProgram {
  private SystemProgram() {}

  public static void main(String[] arguments) throws Exception {
    Path runDir = Path.of(arguments[1]);
    Path stateDir = Path.of(arguments[2]);
    List<String> launcher = List.of(arguments).subList(3, arguments.length);
    var spawner = new LocalSpawner(SpawnSettings.of(runDir, stateDir).withRestarts(Stage.QUICK));
    SystemAgent agent =
        SystemAgent.start(
            SystemSettings.of(URI.create(arguments[0]), runDir, stateDir, launcher)
                .withChannels(Stage.CHANNELS),
            spawner,
            SessionTokens.none());
    agent.awaitConnected(Duration.ofSeconds(30));
    System.out.println("ready");
    new CountDownLatch(1).await();
  }
}
