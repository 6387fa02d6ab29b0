package bub.cli.mcp;

import bub.gateway.mcpclient.config.McpServerEntry;
import bub.gateway.mcpclient.config.McpServerEntry.Program;
import bub.gateway.mcpclient.transport.PlainLauncher;
import bub.gateway.mcpclient.transport.ServerLauncher;
import bub.system.spawn.PipedUnits;
import bub.system.spawn.PipedUnits.PipedProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Launcher of MCP servers in units of systemd, with the protections of agents. */
final class SandboxedLauncher implements ServerLauncher {
  private final PipedUnits units;

  SandboxedLauncher(PipedUnits units) {
    this.units = units;
  }

  @Override
  public Process start(McpServerEntry server, Program program, Path workspace) throws IOException {
    Path own = workspace.toRealPath();
    Path directory = program.directory();
    return units.start(
        new PipedProgram(
            server.address(),
            program.command(),
            own,
            directory == null ? own : directory.toRealPath(),
            writable(server, program),
            PlainLauncher.environment(program, System.getenv())));
  }

  /** Paths that mcp.json names: its {@code paths}, and directories among the arguments. */
  static List<Path> writable(McpServerEntry server, Program program) throws IOException {
    var writable = new ArrayList<Path>();
    for (Path path : server.paths()) {
      writable.add(path.toRealPath());
    }
    for (String argument : program.command().subList(1, program.command().size())) {
      if (isDirectory(argument)) {
        writable.add(Path.of(argument).toRealPath());
      }
    }
    return writable.stream().filter(path -> path.getNameCount() > 0).distinct().toList();
  }

  private static boolean isDirectory(String argument) {
    try {
      return argument.startsWith("/") && Files.isDirectory(Path.of(argument));
    } catch (InvalidPathException odd) {
      return false;
    }
  }
}
