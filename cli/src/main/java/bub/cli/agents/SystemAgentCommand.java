package bub.cli.agents;

import bub.cli.connect.BubDirectories;
import bub.cli.connect.ConnectOptions;
import bub.cli.connect.LocalTokens;
import bub.cli.screen.Screen;
import bub.cli.screen.ShutdownSignal;
import bub.client.ClientEnvironment;
import bub.system.SystemAgent;
import bub.system.SystemSettings;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bub system-agent}: runs the system agent, in production as a separate process. */
@Command(
    name = "system-agent",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the system agent, which starts an agent for each chat.",
      "Runs until Ctrl-C. The agents keep running after it stops."
    })
public final class SystemAgentCommand implements Callable<Integer> {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(10);

  private final Screen screen;

  @Mixin private SpawnOptions spawn = new SpawnOptions();

  @Mixin private ConnectOptions bus = new ConnectOptions();

  SystemAgentCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    spawn.checkModel(screen);
    BubDirectories places = bus.directories();
    places.create();
    var principals = new LocalTokens(places);
    URI url = bus.url();
    ConnectOptions.Line line = bus.line(url, CONNECT_WITHIN, principals.ofSystemAgent());
    SystemSettings settings =
        spawn.settings(url, places).withToken(line.token()).withAgentOptions(bus.trustArguments());
    SystemAgent agent =
        SystemAgent.start(
            settings, spawn.open(places), principals, line.connector(), ClientEnvironment.system());
    ShutdownSignal.before(
        () -> {
          agent.close();
          principals.release(SystemAgent.ADDRESS);
        });
    agent.awaitConnected(TIMEOUT);
    screen.line("bub system agent ready");
    return ShutdownSignal.await();
  }
}
