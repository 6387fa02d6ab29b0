package bub.system;

import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Role;
import bub.protocol.message.SpawnResult;
import bub.system.route.Route;
import bub.system.route.RouteRequest;
import bub.system.route.SessionList;
import bub.system.route.SessionReport;
import bub.system.session.Chat;
import bub.system.session.Session;
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
 * Answers questions about sessions, and carries out what people order. A chat has a say over its
 * own session; nobody else gets here but operators, for the bus refuses these types to all others.
 */
final class RouteDesk {
  // Shorter than the bus waits for an ack, so that ours comes first.
  private static final Duration PATIENCE = Duration.ofSeconds(50);
  private static final int SOON = 2;

  private final Means means;
  private final Guardians guardians;

  RouteDesk(Means means, Guardians guardians) {
    this.means = means;
    this.guardians = guardians;
  }

  Ack answer(Address from, RouteRequest request) throws InterruptedException {
    return switch (request) {
      case RouteRequest.RouteQuery(Chat chat) -> Ack.ok("route", route(chat));
      case RouteRequest.ListSessions _ -> Ack.ok("sessions", list(from));
      case RouteRequest.StopSession(Address agent) -> order(from, agent, this::stop);
      case RouteRequest.RestartSession(Address agent) -> order(from, agent, this::restart);
    };
  }

  private Route route(Chat chat) {
    Session session = means.book().of(chat);
    return session == null || session.status() == SessionStatus.STOPPED
        ? Route.NONE
        : new Route(session.clientId(), session.status().word());
  }

  private SessionList list(Address from) {
    List<Session> all = means.book().all().stream().filter(one -> mayOrder(from, one)).toList();
    List<SessionReport> first =
        all.stream()
            .sorted(
                Comparator.comparing((Session one) -> one.status() == SessionStatus.STOPPED)
                    .thenComparing(one -> one.life().lastActivity(), Comparator.reverseOrder()))
            .limit(SessionList.MOST)
            .map(this::report)
            .toList();
    return new SessionList(first, all.size());
  }

  private SessionReport report(Session session) {
    Guardian guardian = guardians.find(session.clientId());
    Instant since = session.life().startedAt();
    boolean isRunning = session.status() == SessionStatus.RUNNING && since != null;
    return new SessionReport(
        session,
        isRunning ? Math.max(0, Duration.between(since, means.now()).toSeconds()) : 0,
        guardian == null ? 0 : guardian.residentBytes());
  }

  private interface Order {
    Ack carryOut(Guardian guardian) throws InterruptedException;
  }

  private Ack order(Address from, Address agent, Order order) throws InterruptedException {
    Guardian guardian = guardians.find(agent);
    if (guardian == null || means.book().find(agent) == null) {
      return Ack.failed("there is no session of " + agent);
    }
    return mayOrder(from, guardian.session())
        ? order.carryOut(guardian)
        : Ack.failed(from + " has no say over " + agent);
  }

  private boolean mayOrder(Address from, Session session) {
    return Role.of(from) != Role.CHAT
        || from.equals(session.talkto())
        || from.equals(means.settings().channels().address(session.chat()));
  }

  private Ack stop(Guardian guardian) throws InterruptedException {
    var done = new CompletableFuture<Void>();
    if (!guardian.post(new Event.StopAsked("stopped by request", done))) {
      return busy();
    }
    return isDone(done) ? Ack.ok("stopped", just(guardian)) : busy();
  }

  private Ack restart(Guardian guardian) throws InterruptedException {
    var stopped = new CompletableFuture<Void>();
    var result = new CompletableFuture<SpawnResult>();
    if (!guardian.post(new Event.StopAsked("restarted by request", stopped))
        || !guardian.post(new Event.Wanted(result::complete))) {
      return busy();
    }
    if (!isDone(result)) {
      return busy();
    }
    return switch (result.join()) {
      case SpawnResult.Running _ -> Ack.ok("running", just(guardian));
      case SpawnResult.Failed(@Nullable Address _, String error) -> Ack.failed(error);
    };
  }

  private static boolean isDone(CompletableFuture<?> future) throws InterruptedException {
    try {
      future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException late) {
      return false;
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static Ack busy() {
    return Ack.retryIn(SOON, "it takes longer; ask again");
  }

  private SessionList just(Guardian guardian) {
    return new SessionList(List.of(report(guardian.session())), 1);
  }
}
