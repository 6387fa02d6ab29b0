package bub.cli.up;

import bub.channel.telegram.TelegramBridge;
import bub.channel.telegram.TelegramSettings;
import bub.cli.agents.SpawnOptions;
import bub.cli.connect.BubDirectories;
import bub.cli.connect.LocalTokens;
import bub.cli.connect.OAuthTokens;
import bub.cli.connect.TokenAdministration;
import bub.cli.connect.TopicOptions;
import bub.cli.console.ConsoleOptions;
import bub.cli.mcp.McpServerOptions;
import bub.cli.mcp.McpServerWiring;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.serve.RunningBus;
import bub.cli.serve.ServeOptions;
import bub.cli.telegram.TelegramCommand;
import bub.cli.telegram.TelegramOptions;
import bub.client.Backoff;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.ClientSettings;
import bub.client.NoAnswer;
import bub.client.TokenSource;
import bub.client.transport.WebSocketConnector;
import bub.console.Console;
import bub.gateway.Gateway;
import bub.gateway.GatewaySettings;
import bub.gateway.a2a.remote.RemoteAgents;
import bub.gateway.a2a.remote.RemoteAgentsFile;
import bub.gateway.mcpclient.McpServers;
import bub.gateway.mcpclient.config.McpServersFile;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import bub.protocol.Pattern;
import bub.system.SystemAgent;
import bub.system.SystemSettings;
import bub.system.spawn.Spawner;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All of bub in this process: bus, lobby, system agent, console and chat bridges. */
final class RunningBub implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final RunningBus bus;
  private final SystemAgent systemAgent;
  private final Gateway gateway;
  private final RemoteAgents remotes;
  private final McpServers mcpServers;
  private final Console console;
  private final @Nullable TelegramBridge telegram;
  private final LocalTokens principals;

  private RunningBub(
      RunningBus bus,
      SystemAgent systemAgent,
      Gateway gateway,
      RemoteAgents remotes,
      McpServers mcpServers,
      Console console,
      @Nullable TelegramBridge telegram,
      LocalTokens principals) {
    this.bus = bus;
    this.systemAgent = systemAgent;
    this.gateway = gateway;
    this.remotes = remotes;
    this.mcpServers = mcpServers;
    this.console = console;
    this.telegram = telegram;
    this.principals = principals;
  }

  /** Returns when all parts answer. */
  static RunningBub start(
      ServeOptions serve,
      SpawnOptions spawn,
      ConsoleOptions page,
      DoorOptions doors,
      TelegramOptions telegram,
      TopicOptions topics,
      McpServerOptions mcp)
      throws CommandFailure, IOException, RpcException, NoAnswer, InterruptedException {
    if (serve.tls().asksClients()) {
      throw new CommandFailure(
          ExitCodes.CONFIG,
          "bub up does not support --tls-client-ca, because agents have no certificates.",
          "Run the parts separately:  bub bus serve …   and   bub system-agent --client-cert …");
    }
    BubDirectories directories = serve.directories().resolve();
    TelegramSettings plain = telegram.settings(directories, topics);
    TelegramSettings bot =
        plain == null ? null : plain.withWorkspaces(spawn.workspaces(directories));
    directories.create();
    var principals = new LocalTokens(directories);
    principals.reserveParts(page.writing()); // before any peer can connect
    McpServersFile mcpFile = mcp.file(directories);
    principals.reserveMcpServers(McpServerWiring.addresses(mcpFile));
    serve.rules().reserve(principals.coveredBy(Console.ADDRESS));
    serve.rules().reserve(principals.coveredBy(Gateway.ADDRESS));
    if (bot != null) {
      serve.rules().reserve(principals.coveredBy(TelegramBridge.NAME));
    }
    serve.rules().limitSpawnRequests(spawn.maxSpawnRequests());
    RunningBus bus = RunningBus.start(serve);
    SystemAgent systemAgent = null;
    Gateway gateway = null;
    Console console = null;
    RemoteAgents remotes = null;
    McpServers servers = null;
    try {
      refuseIfClosed(bus);
      var connection = new InternalConnection(bus.ownUrl(), serve.tls().certificate(), principals);
      Spawner spawner = spawn.open(directories);
      systemAgent = startAgent(connection, spawn, directories, spawner);
      systemAgent.awaitConnected(TIMEOUT);
      gateway =
          Gateway.start(
              connection.gatewayClient(),
              new GatewaySettings(
                  directories.state(),
                  doors.doors(page.isLoopback()),
                  bus::isLocked,
                  page.takesAnonymousCalls(),
                  doors.a2a(directories.state()),
                  spawn.starters(),
                  new OAuthTokens(new TokenAdministration(directories))));
      servers =
          McpServers.start(
              new McpServerWiring(directories, principals)
                  .of(mcpFile, McpServerWiring.launcher(spawner), connection::mcpClient));
      console =
          page.start(
              directories,
              topics,
              bus::isLocked,
              gateway.mounts(),
              name -> connection.consoleClient(name, page.writing()));
      remotes =
          RemoteAgents.start(
              RemoteAgentsFile.in(directories.state()),
              directories.state().resolve("a2a"),
              doors.allowsPrivate(),
              connection::remoteAgentClient,
              ClientEnvironment.system());
      TelegramBridge bridge =
          bot == null ? null : TelegramBridge.start(bot, connection::bridgeClient);
      return new RunningBub(
          bus, systemAgent, gateway, remotes, servers, console, bridge, connection.principals());
    } catch (IOException
        | RpcException
        | NoAnswer
        | CommandFailure
        | InterruptedException
        | RuntimeException failed) {
      if (remotes != null) {
        remotes.close();
      }
      if (console != null) {
        console.close();
      }
      if (servers != null) {
        servers.close();
      }
      if (gateway != null) {
        gateway.close();
      }
      if (systemAgent != null) {
        systemAgent.close();
      }
      bus.close();
      throw failed;
    }
  }

  /** The parts of bub could not connect either. */
  private static void refuseIfClosed(RunningBus bus) throws CommandFailure {
    String problem = bus.problem();
    if (problem != null) {
      throw new CommandFailure(
          ExitCodes.CONFIG,
          "This bus is locked and rejects all connections: " + problem,
          "Restore the file, or open the bus:  bub token unlock");
    }
  }

  private static SystemAgent startAgent(
      InternalConnection connection,
      SpawnOptions spawn,
      BubDirectories directories,
      Spawner spawner)
      throws IOException, CommandFailure {
    SystemSettings settings =
        spawn
            .settings(connection.bus(), directories)
            .withToken(connection.principals().ofSystemAgent())
            .withAgentOptions(connection.arguments());
    return SystemAgent.start(
        settings,
        spawner,
        connection.principals(),
        connection.connector(),
        ClientEnvironment.system());
  }

  RunningBus bus() {
    return bus;
  }

  Gateway gateway() {
    return gateway;
  }

  Console console() {
    return console;
  }

  /** Returns null when there is no bot. */
  @Nullable TelegramBridge telegram() {
    return telegram;
  }

  /** Stops the sources of new messages, then the agents, which may still send, then the bus. */
  @Override
  public void close() {
    if (telegram != null) {
      TelegramCommand.close(telegram);
    }
    gateway.endCalls();
    remotes.close();
    console.close();
    gateway.close();
    mcpServers.close();
    systemAgent.stopAgents();
    systemAgent.close();
    bus.drainAndClose();
    principals.releaseParts();
    mcpServers.states().forEach(server -> McpServerWiring.release(principals, server.name()));
  }

  /** Connection of bub's own parts; the certificate is null when the bus speaks plain ws://. */
  private record InternalConnection(URI bus, @Nullable Path certificate, LocalTokens principals) {
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(10);

    WebSocketConnector connector() {
      WebSocketConnector way = WebSocketConnector.to(bus).within(CONNECT_WITHIN);
      return certificate == null ? way : way.trusting(certificate);
    }

    List<String> arguments() {
      return certificate == null
          ? List.of()
          : List.of("--ca", certificate.toAbsolutePath().toString());
    }

    BusClient consoleClient(Address console, List<Pattern> writing) {
      return client(console, principals.ofConsole(console, writing));
    }

    BusClient gatewayClient() {
      return client(Gateway.ADDRESS, principals.ofGateway());
    }

    BusClient remoteAgentClient(Address agent) {
      return client(agent, principals.ofRemoteAgent(agent));
    }

    BusClient mcpClient(Address server) {
      return client(server, principals.ofMcpServer(server));
    }

    BusClient bridgeClient(Address bridge) {
      return client(bridge, principals.ofTelegram(bridge));
    }

    private BusClient client(Address name, TokenSource token) {
      return BusClient.over(
          ClientSettings.of(bus, name).withToken(token).withReconnect(Backoff.WATCHED),
          connector());
    }
  }
}
