package bub.system;

import bub.json.JsonValue;
import bub.protocol.Address;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.RouteAssigned;
import bub.protocol.message.SpawnResult;
import bub.system.session.AgentSession;
import bub.system.session.ChatKey;
import bub.system.session.SessionStatus;
import bub.system.spawn.AgentLaunch;
import bub.system.spawn.ProcessMark;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Session, workspace, token and notices of one agent. Used by its supervisor. */
final class AgentRecord {
  private static final Logger LOG = LoggerFactory.getLogger(AgentRecord.class);
  private static final int LONGEST_REASON = 300;

  private final SystemContext context;
  private final AgentSession initial;
  private final ChatNotifier notifier;

  /** {@code initial} serves until the session store has a session for this agent. */
  AgentRecord(SystemContext context, AgentSession initial) {
    this.context = context;
    this.initial = initial;
    this.notifier = notifierFor(() -> session().talkto());
  }

  private ChatNotifier notifierFor(Supplier<Address> recipient) {
    return new ChatNotifier(context.client(), recipient, context.environment());
  }

  AgentSession session() {
    AgentSession known = context.sessions().find(initial.clientId());
    return known == null ? initial : known;
  }

  ChatKey chat() {
    return initial.chat();
  }

  AgentLaunch launch() throws IOException {
    AgentSession session = session();
    Path workspace =
        context.workspaces().prepare(session.chat(), session.clientId(), session.talkto());
    LOG.info("{}: workspace {} is ready", session.clientId(), workspace);
    Path token = context.credentials().issue(session.clientId());
    return launch(workspace, token);
  }

  private AgentLaunch launch(Path workspace, @Nullable Path tokenFile) {
    SystemSettings settings = context.settings();
    AgentSession session = session();
    var command = new ArrayList<>(settings.launcher());
    command.addAll(List.of("--client-id", session.clientId().value()));
    command.addAll(List.of("--talkto", session.talkto().value()));
    command.addAll(List.of("--workspace", shown().toString()));
    command.addAll(List.of("--bus-url", settings.bus().toString()));
    if (tokenFile != null) {
      command.addAll(List.of("--token-file", tokenFile.toString()));
    }
    if (settings.model() != null) {
      command.addAll(List.of("--model", settings.model()));
    }
    command.addAll(settings.agentOptions());
    return new AgentLaunch(session.clientId(), workspace, tokenFile, command);
  }

  private Path shown() {
    return context.workspaces().shown(initial.chat());
  }

  /** This entry must be on disk before the process starts. */
  void spawning(AgentLaunch launch) throws IOException {
    String log = context.spawner().logOf(launch);
    write(session -> session.spawning(shown().toString(), log));
    LOG.info("{} of {}: spawning", initial.clientId(), initial.chat());
  }

  void spawningAgain(String why) {
    change(session -> session.spawningAgain(clip(why)));
  }

  void runsAs(ProcessMark mark) {
    LOG.info("{} runs as process {}", initial.clientId(), mark.pid());
    change(session -> session.on(mark));
  }

  void running() {
    change(session -> session.running(context.now()));
    context.node().started(initial.chat());
    LOG.info("{} of {}: running", initial.clientId(), initial.chat());
  }

  void ended(String reason) {
    change(session -> session.stopped(context.now(), clip(reason)));
    LOG.info("{} of {}: stopped ({})", initial.clientId(), initial.chat(), reason);
    revoke();
    context.node().ended(initial.chat());
  }

  void revoke() {
    try {
      context.credentials().revoke(initial.clientId());
    } catch (IOException failed) {
      LOG.error("Could not revoke the token of {}", initial.clientId(), failed);
    }
  }

  /** Supervision goes on after a disk failure; a later write includes the change. */
  private void change(UnaryOperator<AgentSession> change) {
    try {
      write(change);
    } catch (IOException failed) {
      LOG.error("Could not write sessions.json", failed);
    }
  }

  private void write(UnaryOperator<AgentSession> change) throws IOException {
    if (context.sessions().find(initial.clientId()) == null) {
      context.sessions().put(change.apply(initial));
    } else {
      context.sessions().change(initial.clientId(), change);
    }
  }

  private static String clip(String reason) {
    return reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON) + "…";
  }

  /** Null for never. */
  @Nullable Instant idleAt() {
    Duration timeout = context.settings().timeouts().idle();
    return timeout.isZero() ? null : session().life().lastActivity().plus(timeout);
  }

  boolean isIdle() {
    Instant at = idleAt();
    return at != null && !context.now().isBefore(at);
  }

  void expire(Instant before) {
    AgentSession session = context.sessions().find(initial.clientId());
    Instant stopped = session == null ? null : session.life().stoppedAt();
    if (session == null
        || session.status() != SessionStatus.STOPPED
        || stopped == null
        || !stopped.isBefore(before)) {
      return;
    }
    try {
      context.sessions().remove(initial.clientId());
      switch (context.settings().limits().workspaces()) {
        case KEEP -> {}
        case REMOVE -> context.workspaces().remove(session.chat());
      }
      context.node().forgot(session.chat());
      LOG.info("Deleted the session of {} for {}", session.clientId(), session.chat());
    } catch (IOException failed) {
      LOG.error("Could not delete the session of {}", session.clientId(), failed);
    }
  }

  void tidyLog() {
    try {
      Path workspace = context.workspaces().place(initial.chat());
      context.spawner().tidy(launch(workspace, null));
    } catch (IOException failed) {
      LOG.warn("Could not trim the log of {}", initial.clientId(), failed);
    }
  }

  /** The requester may be an operator instead of the chat. */
  void answer(Address requester, SpawnResult result) {
    ChatNotifier to =
        requester.equals(session().talkto()) ? notifier : notifierFor(() -> requester);
    to.tell(result);
    if (result instanceof SpawnResult.Running) {
      ChatKey chat = initial.chat();
      to.tell(new RouteAssigned(chat.id(), chat.channel(), initial.clientId()));
    }
  }

  /** On behalf of an earlier system agent. */
  void answerChat(SpawnResult result) {
    answer(session().talkto(), result);
  }

  /** Takes effect at the next start. */
  void talkTo(Address other) throws IOException {
    write(session -> session.talkingTo(other));
  }

  void tellStopped(String reason) {
    tell(AgentEvent.Kind.STOPPED, "reason", reason);
  }

  void tellFailed(String error) {
    tell(AgentEvent.Kind.FAILED, "error", error);
  }

  private void tell(AgentEvent.Kind kind, String name, String words) {
    JsonValue data =
        out ->
            out.beginObject().field("client_id", initial.clientId()).field(name, words).endObject();
    notifier.tell(new AgentEvent(kind, data.toRaw()));
  }
}
