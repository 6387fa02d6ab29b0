package bub.browser;

import bub.testkit.BubProgram;
import bub.testkit.BubProgram.Finished;
import bub.testkit.Workbench;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The finished program with its web console, as processes that a test can stop and restart. */
final class LiveConsole implements AutoCloseable {
  private static final Pattern WEB = Pattern.compile("https?://\\S+");
  private static final Pattern BUS = Pattern.compile("wss?://\\S+");

  private final BubProgram program;
  private final Path runDir;
  private final Part bus;
  private final Part console;
  private final SequencedSet<Part> parts = new LinkedHashSet<>();
  private final URI busUrl;
  private final URI link;

  private LiveConsole(BubProgram program, Path runDir, Part bus, Part console)
      throws InterruptedException {
    this.program = program;
    this.runDir = runDir;
    this.bus = bus;
    this.console = console;
    this.busUrl = address(BUS, bus.line("ws"));
    this.link = address(WEB, console.line("http://127.0.0.1:"));
  }

  /** {@code bub up}: all of it in one process. */
  static LiveConsole up(Workbench workbench, BubProgram program, String... options)
      throws IOException, InterruptedException {
    Path runDir = workbench.directory().resolve("run");
    var arguments = new ArrayList<>(List.of("up", "--port", "0", "--console-port", "0"));
    arguments.addAll(List.of("--run-dir", runDir.toString(), "--spawner", "local"));
    arguments.addAll(List.of(options));
    Part all = Part.start(program, "  stop ", arguments);
    var live = new LiveConsole(program, runDir, all, all);
    live.parts.add(all);
    all.settleOn("--port", live.busUrl.getPort());
    all.settleOn("--console-port", live.link.getPort());
    return live;
  }

  /** Bus, system agent and console as processes of their own. */
  static LiveConsole inParts(Workbench workbench, BubProgram program)
      throws IOException, InterruptedException {
    String runDir = workbench.directory().resolve("run").toString();
    Part bus =
        Part.start(
            program, "bub bus ready", List.of("bus", "serve", "--port", "0", "--run-dir", runDir));
    Part agent =
        Part.start(
            program,
            "bub system agent ready",
            List.of("system-agent", "--run-dir", runDir, "--spawner", "local"));
    Part console =
        Part.start(
            program,
            "The console is running",
            List.of("console", "--console-port", "0", "--run-dir", runDir));
    var live = new LiveConsole(program, Path.of(runDir), bus, console);
    live.parts.addAll(List.of(bus, agent, console));
    bus.settleOn("--port", live.busUrl.getPort());
    console.settleOn("--console-port", live.link.getPort());
    return live;
  }

  private static URI address(Pattern form, String line) {
    Matcher matcher = form.matcher(line);
    if (!matcher.find()) {
      throw new IllegalStateException("no address in: " + line);
    }
    return URI.create(matcher.group());
  }

  /** The page, of whatever view: {@code url("/chat")}. */
  String url(String path) {
    return link.resolve(path).toString();
  }

  /** What was printed for people to open; on a locked bus it lets its reader in, once. */
  String link() {
    return link.toString();
  }

  URI busUrl() {
    return busUrl;
  }

  Path runDir() {
    return runDir;
  }

  /** The process that the bus is in. */
  Part bus() {
    return bus;
  }

  /** The process that serves the page; with {@code bub up} it is that of the bus. */
  Part console() {
    return console;
  }

  /** Runs another command of bub to its end; it finds this one by its run directory. */
  Finished bub(String... arguments) throws IOException, InterruptedException {
    return program.with("BUB_RUN_DIR", runDir.toString()).run(arguments);
  }

  /** A new one-time link that {@code bub console login} prints. */
  String loginLink(String... options) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("console", "login"));
    command.addAll(List.of(options));
    Finished printed = bub(command.toArray(String[]::new));
    if (printed.exitCode() != 0) {
      throw new IllegalStateException(printed.toString());
    }
    return printed.out().strip();
  }

  /** All of it, for the person who must find out why a test failed. */
  @Override
  public String toString() {
    var text = new StringBuilder();
    parts.forEach(part -> text.append(part.process()).append('\n'));
    return text.toString();
  }

  @Override
  public void close() {
    parts.reversed().forEach(Part::close);
  }
}
