package bub.cli.mcp;

import bub.cli.connect.BubDirectories;
import bub.cli.connect.ClientTokens;
import bub.cli.connect.DirectoryOptions;
import bub.cli.connect.LocalDoors;
import bub.cli.option.ValidText.LowerCaseText;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.ShutdownSignal;
import bub.gateway.local.DoorFinder;
import bub.gateway.mcp.StdioBridge;
import bub.protocol.Address;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bub mcp}: an MCP server on standard input and output, for clients that start one. */
@Command(
    name = "mcp",
    subcommands = {
      McpAddCommand.class,
      McpListCommand.class,
      McpLoginCommand.class,
      McpRemoveCommand.class,
      McpTestCommand.class
    },
    mixinStandardHelpOptions = true,
    description = {
      "Runs an MCP server on standard input, or manages MCP servers.",
      "An MCP client such as Claude Desktop starts this command without a subcommand. It connects"
          + " the client to the bub that runs on this machine: each capability of the lobby is a"
          + " tool. The subcommands do the opposite: they make the tools of MCP servers"
          + " capabilities of the lobby."
    },
    footer = {
      "",
      "Configuration of most clients:",
      "",
      "  {\"mcpServers\": {\"bub\": {\"command\": \"bub\", \"args\": [\"mcp\"]}}}",
      "",
      "Let agents use an MCP server:",
      "",
      "  bub mcp add files -- npx -y @modelcontextprotocol/server-filesystem ~/notes"
    })
public final class McpCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(McpCommand.class);
  private static final int RANDOM_BYTES = 4;

  /** Accepts the name of an MCP client. */
  static final class ClientName extends LowerCaseText {
    ClientName() {
      super(
          Pattern.compile("[a-z0-9][a-z0-9_-]{0,31}"),
          "a name: use 1 to 32 lower-case letters, digits, '_' and '-'");
    }
  }

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "client",
      converter = ClientName.class,
      description = "Name of the client in its address on the bus, mcp:NAME-RANDOM.")
  private String name = "";

  @Override
  public Integer call() throws Exception {
    BubDirectories places = directories.resolve();
    DoorFinder doors = LocalDoors.running(places);
    var tokens = new ClientTokens(places);
    tokens.sweep();
    var client = new Address("mcp:" + name + "-" + random());
    ClientTokens.ClientToken token = tokens.issue(client);
    ShutdownSignal.before(() -> end(client, token));
    try (var bridge =
            new StdioBridge(doors, token.text(), new FileOutputStream(FileDescriptor.out));
        var in = new FileInputStream(FileDescriptor.in)) {
      bridge.run(in);
    }
    return ExitCodes.OK;
  }

  private static String random() {
    byte[] bytes = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** The client has the rights of this token only while the command runs. */
  private static void end(Address client, ClientTokens.ClientToken token) {
    try {
      token.close();
    } catch (IOException failed) {
      LOG.warn("Cannot revoke the token of {}: {}", client, failed.getMessage());
    }
  }
}
