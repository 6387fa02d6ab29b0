package bub.cli.mcp;

import bub.cli.connect.BubDirectories;
import bub.cli.connect.LocalTokens;
import bub.client.BusClient;
import bub.client.TimeSource;
import bub.client.files.InvalidSettings;
import bub.client.lobby.LobbyToken;
import bub.gateway.mcpclient.McpConnections;
import bub.gateway.mcpclient.McpServerIdentities;
import bub.gateway.mcpclient.McpServers;
import bub.gateway.mcpclient.McpStatusFile;
import bub.gateway.mcpclient.config.McpServerEntry;
import bub.gateway.mcpclient.config.McpServersFile;
import bub.gateway.mcpclient.oauth.OAuthAuthorizer;
import bub.gateway.mcpclient.transport.PlainLauncher;
import bub.gateway.mcpclient.transport.ServerLauncher;
import bub.protocol.Address;
import bub.system.spawn.Spawner;
import bub.system.spawn.SystemdSpawner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files and tokens of MCP servers on this machine. */
public record McpServerWiring(BubDirectories directories, LocalTokens tokens) {
  private static final Logger LOG = LoggerFactory.getLogger(McpServerWiring.class);

  /** Addresses that the file needs; a file that cannot be read needs none. */
  public static List<Address> addresses(McpServersFile file) {
    try {
      return file.read(System::getenv).servers().stream().map(McpServerEntry::address).toList();
    } catch (IOException | InvalidSettings unusable) {
      return List.of(); // McpServers reports it
    }
  }

  public static void release(LocalTokens tokens, String server) {
    if (McpServerEntry.isName(server)) {
      tokens.release(McpServerEntry.addressOf(server));
    }
  }

  /** Servers run like agents: in a sandbox where there is one. */
  public static ServerLauncher launcher(Spawner spawner) {
    return spawner instanceof SystemdSpawner systemd
        ? new SandboxedLauncher(systemd.pipedUnits())
        : new PlainLauncher();
  }

  public McpServers.Wiring of(
      McpServersFile file, ServerLauncher launcher, Function<Address, BusClient> clients) {
    return new McpServers.Wiring(
        file,
        McpStatusFile.in(directories.state()),
        connections(directories, launcher),
        new McpServerIdentities() {
          @Override
          public BusClient client(Address server) {
            return clients.apply(server);
          }

          @Override
          public LobbyToken lobbyToken(Address server) {
            return LobbyToken.file(tokens.lobbyToken(server));
          }

          @Override
          public void release(Address server) {
            try {
              tokens.revoke(server);
            } catch (IOException failed) {
              LOG.warn("Cannot revoke the token of {}: {}", server, failed.getMessage());
            }
          }
        });
  }

  /** Tokens that {@code bub mcp login} gets. */
  static Path tokenFile(BubDirectories directories, String server) {
    return directories.state().resolve("mcp-logins").resolve(server + ".json");
  }

  static McpConnections connections(BubDirectories directories, ServerLauncher launcher) {
    return new McpConnections(
        directories.state().resolve("mcp"),
        launcher,
        (server, remote) ->
            new OAuthAuthorizer(remote, tokenFile(directories, server.name()), null),
        TimeSource.system());
  }
}
