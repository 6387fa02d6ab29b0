package bub.system.spawn;

import static java.util.stream.Collectors.toCollection;

import bub.system.spawn.Spawner.AgentProcess;
import bub.system.spawn.Spawner.AgentWatcher;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Spawner of child processes in sessions of their own, which outlive Ctrl-C and this process. */
public final class LocalSpawner implements Spawner {
  private static final List<String> OWN_SESSION =
      Stream.of("/usr/bin/setsid", "/bin/setsid").filter(LocalSpawner::canRun).limit(1).toList();

  private final SpawnSettings settings;
  private final Set<LocalProcess> running = ConcurrentHashMap.newKeySet();

  public LocalSpawner(SpawnSettings settings) {
    this.settings = settings;
  }

  @Override
  public AgentProcess start(AgentLaunch launch, AgentWatcher watcher) throws IOException {
    return supervise(launch, watcher, launch(launch));
  }

  @Override
  public @Nullable AgentProcess adopt(
      AgentLaunch launch, @Nullable ProcessMark last, AgentWatcher watcher) {
    ProcessMark alive = last != null && ProcessTable.isAlive(last) ? last : search(launch);
    return alive == null ? null : supervise(launch, watcher, SessionLeader.adopted(alive));
  }

  private AgentProcess supervise(AgentLaunch launch, AgentWatcher watcher, SessionLeader leader) {
    var process =
        new LocalProcess(() -> launch(launch), leader, settings, watcher, running::remove);
    running.add(process);
    process.start();
    return process;
  }

  private SessionLeader launch(AgentLaunch launch) throws IOException {
    var log = new AgentLog(launch.workspace());
    log.prepare();
    List<String> command =
        Stream.concat(OWN_SESSION.stream(), launch.command().stream())
            .collect(toCollection(ArrayList::new));
    var builder = new ProcessBuilder(command).directory(launch.workspace().toFile());
    builder.environment().clear();
    builder.environment().putAll(settings.environment());
    builder.redirectInput(new File("/dev/null")).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.file().toFile()));
    return SessionLeader.of(builder.start());
  }

  /** For a start that was not recorded, or a lost record. */
  private static @Nullable ProcessMark search(AgentLaunch launch) {
    String us = System.getProperty("user.name");
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      return all.filter(process -> process.info().user().filter(us::equals).isPresent())
          .filter(process -> isSameAgent(ProcessTable.arguments(process), launch.command()))
          .flatMap(process -> Stream.ofNullable(ProcessTable.find(process.pid())))
          .filter(entry -> entry.isAlive() && leads(entry))
          .map(ProcessTable.Entry::mark)
          .findFirst()
          .orElse(null);
    }
  }

  private static boolean leads(ProcessTable.Entry entry) {
    return entry.session() == entry.mark().pid() || OWN_SESSION.isEmpty();
  }

  private static boolean isSameAgent(List<String> given, List<String> command) {
    return Stream.of("--client-id", "--workspace")
        .allMatch(
            option -> {
              String wanted = after(option, command);
              return wanted != null && wanted.equals(after(option, given));
            });
  }

  private static @Nullable String after(String option, List<String> arguments) {
    int at = arguments.indexOf(option);
    return at < 0 || at + 1 == arguments.size() ? null : arguments.get(at + 1);
  }

  private static boolean canRun(String program) {
    return Files.isExecutable(Path.of(program));
  }

  @Override
  public String logOf(AgentLaunch launch) {
    return new AgentLog(launch.workspace()).file().toString();
  }

  @Override
  public void tidy(AgentLaunch launch) throws IOException {
    new AgentLog(launch.workspace()).trim();
  }

  @Override
  public void close() {
    running.forEach(LocalProcess::leaveAlone);
  }
}
