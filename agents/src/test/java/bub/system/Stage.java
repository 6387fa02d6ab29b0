package bub.system;

import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;

import bub.client.TimeSource;
import bub.protocol.Address;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatId;
import bub.system.SystemSettings.ChannelPrefixes;
import bub.system.session.AgentSession;
import bub.system.session.ChatKey;
import bub.system.session.SessionStatus;
import bub.system.session.SessionStore;
import bub.system.spawn.LocalSpawner;
import bub.system.spawn.RestartPolicy;
import bub.system.spawn.SpawnSettings;
import bub.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A bus, two directories and a system agent for one test, all closed with it, agents included. */
final class Stage implements AutoCloseable {
  /** Quick enough for a test, slow enough to be seen. */
  static final RestartPolicy QUICK =
      new RestartPolicy(
          3,
          Duration.ofSeconds(60),
          Duration.ofMillis(50),
          Duration.ofMillis(200),
          Duration.ofSeconds(5));

  /** Channels whose chats have a prefix of their own. */
  static final ChannelPrefixes CHANNELS =
      new ChannelPrefixes(Map.of("terminal", "term", "telegram", "tg"));

  private final Path directory;
  private final TestBus bus;
  private final List<Runnable> guests = new ArrayList<>();
  private final Puppets puppets;
  private List<String> launcher;
  private UnaryOperator<SystemSettings> settings = UnaryOperator.identity();
  private @Nullable SystemAgent systemAgent;

  private Stage(Path directory, TestBus bus, Puppets puppets) {
    this.directory = directory;
    this.bus = bus;
    this.puppets = puppets;
    this.launcher = puppets.launcher();
  }

  static Stage in(Path directory) throws IOException, InterruptedException {
    return new Stage(directory, TestBus.start(), Puppets.open());
  }

  /** Agents are this shell script, which gets an agent's arguments. */
  Stage withAgentsThat(String script) {
    launcher = List.of("/bin/sh", "-c", script, "agent");
    return this;
  }

  Stage withLauncher(List<String> command) {
    launcher = command;
    return this;
  }

  Stage with(UnaryOperator<SystemSettings> more) {
    settings = more;
    return this;
  }

  SystemAgent start() throws Exception {
    var spawner = new LocalSpawner(spawnSettings());
    SystemAgent agent = SystemAgent.start(systemSettings(), spawner, SessionTokens.none());
    systemAgent = agent;
    agent.awaitConnected(Duration.ofSeconds(30));
    return agent;
  }

  /** Starts a system agent that is a process of its own. */
  ChildProcess startProgram() throws Exception {
    var arguments = new ArrayList<String>();
    arguments.add(bus.url().toString());
    arguments.addAll(List.of(runDir().toString(), stateDir().toString()));
    arguments.addAll(launcher);
    ChildProcess program =
        ChildProcess.ofMain(SystemProgram.class, arguments.toArray(String[]::new));
    guests.add(program::close);
    program.awaitLine("ready");
    return program;
  }

  SpawnSettings spawnSettings() {
    return SpawnSettings.of(runDir(), stateDir())
        .withRestarts(QUICK)
        .withEnvironment(Map.of("BUB_MODEL", "echo/test", "PATH", "/usr/bin:/bin"));
  }

  SystemSettings systemSettings() {
    return settings.apply(
        SystemSettings.of(bus.url(), runDir(), stateDir(), launcher).withChannels(CHANNELS));
  }

  TestChat chat(String id) throws Exception {
    TestChat chat = TestChat.join(bus.url(), id);
    guests.add(chat::close);
    return chat;
  }

  Puppets puppets() {
    return puppets;
  }

  TestBus bus() {
    return bus;
  }

  Path runDir() {
    return directory.resolve("run");
  }

  Path stateDir() {
    return directory.resolve("state");
  }

  Path workspace(String chatId) {
    return stateDir().resolve("workspaces/terminal:" + chatId);
  }

  /** The session of a chat as the file has it now. */
  AgentSession session(String chatId) throws IOException {
    AgentSession session = find(chatId);
    if (session == null) {
      throw new AssertionError("there is no session of " + chatId);
    }
    return session;
  }

  @Nullable AgentSession find(String chatId) throws IOException {
    return SessionStore.open(runDir(), TimeSource.system())
        .of(new ChatKey(new Channel("terminal"), new ChatId(chatId)));
  }

  AgentSession awaitSession(String chatId, SessionStatus status) {
    var found = new @Nullable AgentSession[1];
    await()
        .until(
            () -> {
              found[0] = find(chatId);
              return found[0] != null && found[0].status() == status;
            });
    return found[0];
  }

  /** The agent's process, which may be written down a little later than the agent is seen. */
  ProcessHandle process(String chatId) throws IOException {
    await()
        .until(
            () -> {
              AgentSession session = find(chatId);
              return session != null && session.life().process() != null;
            });
    return ProcessHandle.of(requireNonNull(session(chatId).life().process()).pid()).orElseThrow();
  }

  /** How many processes there are of an agent. */
  long countProcesses(Address agent) {
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      return all.filter(one -> Processes.commandLine(one.pid()).contains(agent.value())).count();
    }
  }

  @Override
  public void close() throws IOException {
    guests.forEach(Runnable::run);
    if (systemAgent != null) {
      systemAgent.stopAgents();
      systemAgent.close();
    }
    puppets.close();
    bus.close();
  }
}
