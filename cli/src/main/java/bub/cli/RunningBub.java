package bub.cli;

import bub.client.NotConnected;
import bub.client.Surroundings;
import bub.client.transport.WebSocketConnector;
import bub.system.SystemAgent;
import bub.system.SystemSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** All of bub in this process: the bus with its lobby, and the system agent. */
final class RunningBub implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(10);

  private final RunningBus bus;
  private final SystemAgent systemAgent;

  private RunningBub(RunningBus bus, SystemAgent systemAgent) {
    this.bus = bus;
    this.systemAgent = systemAgent;
  }

  /** Returns when all of it answers. */
  static RunningBub start(ServeOptions serve, SpawnOptions spawn)
      throws Refusal, IOException, NotConnected, InterruptedException {
    if (serve.tls.asksClients()) {
      throw new Refusal(
          ExitCodes.CONFIG,
          "agents have no certificates of their own to show",
          "run the parts apart:  bub bus serve …   and   bub system-agent --client-cert …");
    }
    RunningBus bus = RunningBus.start(serve);
    try {
      SystemAgent systemAgent = startAgent(bus.ownUrl(), serve, spawn);
      systemAgent.awaitConnected(PATIENCE);
      return new RunningBub(bus, systemAgent);
    } catch (IOException | NotConnected | InterruptedException | RuntimeException failed) {
      bus.close();
      throw failed;
    }
  }

  private static SystemAgent startAgent(URI bus, ServeOptions serve, SpawnOptions spawn)
      throws IOException {
    Directories directories = serve.directories.resolve();
    var principals = new OwnPrincipals(directories);
    SystemSettings settings =
        spawn.settings(bus, directories).withToken(principals.ofSystemAgent());
    WebSocketConnector way = WebSocketConnector.to(bus).within(CONNECT_WITHIN);
    Path certificate = serve.tls.certificate();
    if (certificate != null) {
      way = way.trusting(certificate);
      settings =
          settings.withAgentOptions(List.of("--ca", certificate.toAbsolutePath().toString()));
    }
    return SystemAgent.start(
        settings, spawn.open(directories), principals, way, Surroundings.system());
  }

  RunningBus bus() {
    return bus;
  }

  /** Ends all of it, agents included; they come first, for they still have something to say. */
  @Override
  public void close() {
    systemAgent.stopAgents();
    systemAgent.close();
    bus.drainAndClose();
  }
}
