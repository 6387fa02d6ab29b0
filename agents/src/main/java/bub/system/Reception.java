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
import bub.system.route.RouteRequest;
import bub.system.session.Chat;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes every message for the system agent, checks it, and hands it on. Nothing here takes long.
 */
final class Reception implements MessageHandler {
  private static final Logger LOG = LoggerFactory.getLogger(Reception.class);
  private static final int SOON = 1;
  private static final int LATER = 30;

  private final Means means;
  private final Guardians guardians;
  private final RouteDesk desk;
  private final SpawnQuota quota;

  Reception(Means means, Guardians guardians) {
    this.means = means;
    this.guardians = guardians;
    this.desk = new RouteDesk(means, guardians);
    this.quota = new SpawnQuota(means.settings().limits().spawnRequests(), means.time());
  }

  @Override
  public Ack handle(Envelope envelope) throws InterruptedException {
    try {
      RouteRequest question = RouteRequest.read(envelope.payload());
      if (question != null) {
        return desk.answer(envelope.from(), question);
      }
      return switch (AppMessage.read(envelope.payload())) {
        case SpawnRequest request -> spawn(envelope.from(), request);
        case AgentEvent event -> note(envelope.from(), event);
        case AppMessage other -> Ack.failed("agent:system does not take " + other.type());
      };
    } catch (InvalidField refused) {
      return Ack.failed(String.valueOf(refused.getMessage()));
    }
  }

  private Ack spawn(Address from, SpawnRequest request) {
    var chat = new Chat(request.channel(), request.chatId());
    means.settings().channels().check(chat.channel());
    Address own = means.settings().channels().address(chat);
    if (!from.equals(own) && !OperatorAddresses.contains(from)) {
      return Ack.failed("only " + own + " itself or an operator can ask for the agent of " + chat);
    }
    if (guardians.isClosing()) {
      return Ack.retryIn(SOON, "the system agent is shutting down");
    }
    Duration wait = quota.take(from);
    if (wait.isPositive()) {
      return SpawnRefusal.SPAWN_QUOTA.ack((int) wait.toSeconds() + 1);
    }
    try {
      Guardian guardian = guardians.of(chat, from);
      if (!means.slots().acquire(guardian.agent())) {
        return SpawnRefusal.MAX_AGENTS.ack(LATER);
      }
      if (from.equals(own)) {
        guardian.belongTo(own);
      }
      String word = guardian.word();
      return guardian.want(from)
          ? Ack.ok(word)
          : Ack.retryIn(SOON, "too many requests are waiting");
    } catch (IOException broken) {
      LOG.error("no session could be made for {}", chat, broken);
      return Ack.retryIn(LATER, Trouble.words(broken));
    }
  }

  /** What agents say about themselves; one that was not spawned here is no concern of ours. */
  private Ack note(Address from, AgentEvent event) {
    Guardian guardian = guardians.find(from);
    if (guardian == null) {
      return Ack.ok("not an agent of this system agent");
    }
    return switch (event.kind()) {
      case SPAWNED -> {
        means.book().moved(from, means.now());
        yield guardian.post(new Event.Present())
            ? Ack.ok("noted")
            : Ack.retryIn(SOON, "too much is going on");
      }
      case ACTIVITY -> {
        means.book().moved(from, activity(event));
        yield Ack.ok("noted");
      }
      case STOPPED, FAILED, TYPING, PARTIAL, TOOL_CALL, STEP, OTHER -> Ack.ok("noted");
    };
  }

  /** The agent's own time, but never one that is still to come. */
  private Instant activity(AgentEvent event) {
    Instant now = means.now();
    Instant said = Times.optionalTime(event.data().fields(), "at");
    return said == null || said.isAfter(now) ? now : said;
  }
}
