package bub.gateway.mcpclient.transport;

import bub.gateway.mcpclient.config.McpServerEntry;
import bub.gateway.mcpclient.config.McpServerEntry.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Launcher of child processes without a sandbox. They see few variables of bub. */
public final class PlainLauncher implements ServerLauncher {
  private static final Pattern INHERITED =
      Pattern.compile(
          "PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|LANG|LC_[A-Z]+|TZ|JAVA_HOME"
              + "|(?i:https?_proxy|all_proxy|no_proxy)|SSL_CERT_(FILE|DIR)|NODE_EXTRA_CA_CERTS"
              + "|(?i:npm_config|uv|pip)_[A-Za-z0-9_]+");

  @Override
  public Process start(McpServerEntry server, Program program, Path workspace) throws IOException {
    Path directory = program.directory();
    var builder =
        new ProcessBuilder(program.command())
            .directory((directory == null ? workspace : directory).toFile());
    Map<String, String> variables = builder.environment();
    variables.clear();
    variables.putAll(environment(program, System.getenv()));
    return builder.start();
  }

  /** Variables of a server: what it needs to run, and those that {@code mcp.json} sets. */
  public static Map<String, String> environment(Program program, Map<String, String> ours) {
    var variables = new TreeMap<String, String>();
    ours.forEach(
        (name, value) -> {
          if (INHERITED.matcher(name).matches()) {
            variables.put(name, value);
          }
        });
    variables.putAll(program.environment());
    return variables;
  }
}
