package bub.system;

import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Role;
import bub.protocol.message.SpawnResult;
import bub.system.route.RouteRequest;
import bub.system.route.RouteRequest.Route;
import bub.system.route.SessionList;
import bub.system.route.SessionReport;
import bub.system.session.AgentSession;
import bub.system.session.ChatKey;
import bub.system.session.SessionStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Answers to session requests. A chat may control only its own session; other senders are
 * operators, because the bus refuses these types to everyone else. The bus also checks who may read
 * a workspace.
 */
final class SessionRequests {
  // Shorter than the ack timeout of the bus, so that this answer arrives first.
  private static final Duration TIMEOUT = Duration.ofSeconds(50);
  private static final int SOON = 2;

  private final SystemContext context;
  private final AgentSupervisors supervisors;
  private final WorkspaceFiles files;

  SessionRequests(SystemContext context, AgentSupervisors supervisors) {
    this.context = context;
    this.supervisors = supervisors;
    this.files = new WorkspaceFiles(context.workspaces());
  }

  Ack answer(Address from, RouteRequest request) throws InterruptedException {
    return switch (request) {
      case RouteRequest.RouteQuery(ChatKey chat) -> Ack.ok("route", route(chat));
      case RouteRequest.ListSessions _ -> Ack.ok("sessions", list(from));
      case RouteRequest.StopSession(Address agent) -> order(from, agent, this::stop);
      case RouteRequest.RestartSession(Address agent) -> order(from, agent, this::restart);
      case RouteRequest.ReadWorkspace(ChatKey chat, String path) -> files.read(chat, path);
    };
  }

  private Route route(ChatKey chat) {
    AgentSession session = context.sessions().of(chat);
    return session == null || session.status() == SessionStatus.STOPPED
        ? Route.NONE
        : new Route(session.clientId(), session.status().word());
  }

  private SessionList list(Address from) {
    List<AgentSession> all =
        context.sessions().all().stream().filter(one -> mayOrder(from, one)).toList();
    List<SessionReport> first =
        all.stream()
            .sorted(
                Comparator.comparing((AgentSession one) -> one.status() == SessionStatus.STOPPED)
                    .thenComparing(one -> one.life().lastActivity(), Comparator.reverseOrder()))
            .limit(SessionList.MOST)
            .map(this::report)
            .toList();
    return new SessionList(first, all.size());
  }

  private SessionReport report(AgentSession session) {
    AgentSupervisor supervisor = supervisors.find(session.clientId());
    Instant since = session.life().startedAt();
    boolean isRunning = session.status() == SessionStatus.RUNNING && since != null;
    return new SessionReport(
        session,
        isRunning ? Math.max(0, Duration.between(since, context.now()).toSeconds()) : 0,
        supervisor == null ? 0 : supervisor.residentBytes());
  }

  private interface Order {
    Ack carryOut(AgentSupervisor supervisor) throws InterruptedException;
  }

  private Ack order(Address from, Address agent, Order order) throws InterruptedException {
    AgentSupervisor supervisor = supervisors.find(agent);
    if (supervisor == null || context.sessions().find(agent) == null) {
      return Ack.failed("there is no session of " + agent);
    }
    return mayOrder(from, supervisor.session())
        ? order.carryOut(supervisor)
        : Ack.failed(from + " may not control " + agent);
  }

  private boolean mayOrder(Address from, AgentSession session) {
    return Role.of(from) != Role.CHAT
        || from.equals(session.talkto())
        || from.equals(context.settings().channels().address(session.chat()));
  }

  private Ack stop(AgentSupervisor supervisor) throws InterruptedException {
    var done = new CompletableFuture<Void>();
    if (!supervisor.post(new LifecycleEvent.StopAsked("stopped by request", done))) {
      return busy();
    }
    return isDone(done) ? Ack.ok("stopped", just(supervisor)) : busy();
  }

  private Ack restart(AgentSupervisor supervisor) throws InterruptedException {
    var stopped = new CompletableFuture<Void>();
    var result = new CompletableFuture<SpawnResult>();
    if (!supervisor.post(new LifecycleEvent.StopAsked("restarted by request", stopped))
        || !supervisor.post(new LifecycleEvent.Wanted(result::complete))) {
      return busy();
    }
    if (!isDone(result)) {
      return busy();
    }
    return switch (result.join()) {
      case SpawnResult.Running _ -> Ack.ok("running", just(supervisor));
      case SpawnResult.Failed(@Nullable Address _, String error) -> Ack.failed(error);
    };
  }

  private static boolean isDone(CompletableFuture<?> future) throws InterruptedException {
    try {
      future.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException late) {
      return false;
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static Ack busy() {
    return Ack.retryIn(SOON, "not finished yet; try again");
  }

  private SessionList just(AgentSupervisor supervisor) {
    return new SessionList(List.of(report(supervisor.session())), 1);
  }
}
