package bub.system;

import bub.client.MessageHandler;
import bub.json.InvalidField;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.OperatorAddresses;
import bub.protocol.Times;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.AppMessage;
import bub.protocol.message.SpawnRequest;
import bub.protocol.trace.TraceNotice;
import bub.system.route.RouteRequest;
import bub.system.session.ChatKey;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handler that validates every message for the system agent and passes it to its supervisor. */
final class SystemMessageHandler implements MessageHandler {
  private static final Logger LOG = LoggerFactory.getLogger(SystemMessageHandler.class);
  private static final int SOON = 1;
  private static final int LATER = 30;

  private final SystemContext context;
  private final AgentSupervisors supervisors;
  private final SessionRequests requests;
  private final SpawnQuota quota;
  private final GuardNotices guard;

  SystemMessageHandler(SystemContext context, AgentSupervisors supervisors) {
    this.context = context;
    this.supervisors = supervisors;
    this.requests = new SessionRequests(context, supervisors);
    this.quota = new SpawnQuota(context.settings().limits().spawnRequests(), context.time());
    this.guard = new GuardNotices(context.client(), context.environment());
  }

  @Override
  public Ack handle(Envelope envelope) throws InterruptedException {
    try {
      if (envelope.to().equals(TraceNotice.ADDRESS)) {
        return guard.take(envelope);
      }
      RouteRequest question = RouteRequest.read(envelope.payload());
      if (question != null) {
        return requests.answer(envelope.from(), question);
      }
      return switch (AppMessage.read(envelope.payload())) {
        case SpawnRequest request -> spawn(envelope.from(), request);
        case AgentEvent event -> note(envelope.from(), event);
        case AppMessage other ->
            Ack.failed("agent:system does not accept messages of type " + other.type());
      };
    } catch (InvalidField refused) {
      return Ack.failed(String.valueOf(refused.getMessage()));
    }
  }

  private Ack spawn(Address from, SpawnRequest request) {
    var chat = new ChatKey(request.channel(), request.chatId());
    context.settings().channels().check(chat.channel());
    Address own = context.settings().channels().address(chat);
    if (!from.equals(own) && !OperatorAddresses.contains(from)) {
      return Ack.failed("only " + own + " or an operator may request the agent of " + chat);
    }
    if (supervisors.isClosing()) {
      return Ack.retryIn(SOON, "the system agent is shutting down");
    }
    Duration wait = quota.take(from);
    if (wait.isPositive()) {
      return SpawnRefusal.SPAWN_QUOTA.ack((int) wait.toSeconds() + 1);
    }
    try {
      AgentSupervisor supervisor = supervisors.of(chat, from);
      if (!context.slots().acquire(supervisor.agent())) {
        return SpawnRefusal.MAX_AGENTS.ack(LATER);
      }
      if (from.equals(own)) {
        supervisor.belongTo(own);
      }
      String word = supervisor.word();
      return supervisor.want(from)
          ? Ack.ok(word)
          : Ack.retryIn(SOON, "too many requests are waiting");
    } catch (IOException broken) {
      LOG.error("Could not create a session for {}", chat, broken);
      return Ack.retryIn(LATER, SpawnErrors.words(broken));
    }
  }

  /** Ignores agents that this system agent did not start. */
  private Ack note(Address from, AgentEvent event) {
    AgentSupervisor supervisor = supervisors.find(from);
    if (supervisor == null) {
      return Ack.ok("not an agent of this system agent");
    }
    return switch (event.kind()) {
      case SPAWNED -> {
        context.sessions().moved(from, context.now());
        yield supervisor.post(new LifecycleEvent.Present())
            ? Ack.ok("noted")
            : Ack.retryIn(SOON, "too many events are waiting");
      }
      case ACTIVITY -> {
        context.sessions().moved(from, activity(event));
        yield Ack.ok("noted");
      }
      case STOPPED, FAILED, TYPING, PARTIAL, TOOL_CALL, STEP, OTHER -> Ack.ok("noted");
    };
  }

  /** Never a time in the future. */
  private Instant activity(AgentEvent event) {
    Instant now = context.now();
    Instant said = Times.optionalTime(event.data().fields(), "at");
    return said == null || said.isAfter(now) ? now : said;
  }
}
