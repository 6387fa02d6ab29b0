package bub.gateway.chat;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.ChatId;
import bub.protocol.message.ChatReply;
import bub.protocol.message.DeliveryStatus;
import bub.protocol.message.NoticeEvent;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Turns whose callers wait, and the messages of agents about them. Safe for any thread. */
final class PendingTurns {
  private static final Ack NOTED = Ack.ok("noted");

  private final Map<MessageId, AgentTurn> turns = new ConcurrentHashMap<>();

  void add(AgentTurn turn) {
    turns.put(turn.id(), turn);
  }

  void remove(AgentTurn turn) {
    turns.remove(turn.id());
  }

  Ack reply(ChatId chat, Envelope envelope, ChatReply reply) {
    AgentTurn turn = find(chat, envelope.from(), reply.replyToMessageId());
    if (turn == null) {
      return Ack.failed("nobody waits for this answer");
    }
    TurnEvent end =
        reply.failed()
            ? new TurnEvent.Failed(reply.text())
            : new TurnEvent.Answered(reply.text(), content(envelope.payload().fields()).detached());
    return finish(turn, end) ? Ack.ok("delivered") : Ack.retryIn(1, "the answer was not stored");
  }

  /** A question is marked beside the content; readers of the turn get it inside. */
  private static RawJson content(Fields payload) {
    RawJson content = payload.object("content").fields().without(TurnEvent.INPUT_REQUIRED);
    if (!payload.bool(TurnEvent.INPUT_REQUIRED, false)) {
      return content;
    }
    JsonWriter out = new JsonWriter();
    out.extended(content, more -> more.field(TurnEvent.INPUT_REQUIRED, true));
    return RawJson.trusted(out.toByteArray());
  }

  /** Returns false when the turn's listener could not take its end. */
  private boolean finish(AgentTurn turn, TurnEvent end) {
    boolean isTaken = turn.finish(end);
    if (isTaken && turn.isListened()) {
      remove(turn); // nobody closes it
    }
    return isTaken;
  }

  Ack event(ChatId chat, Envelope envelope, AgentEvent event) {
    Fields data = event.data().fields();
    try {
      if (event.kind() == AgentEvent.Kind.PARTIAL) {
        AgentTurn turn = find(chat, envelope.from(), data.string("message_id"));
        if (turn != null) {
          turn.partial(data.string("text"), data.integer("seq", 0));
        }
      }
      return NOTED;
    } catch (InvalidField odd) {
      throw odd.inside("content.data");
    }
  }

  /** Ignores a notice that is not about a turn. */
  void notice(ChatId chat, NoticeEvent notice) {
    MessageId about = notice.messageId();
    of(chat).stream()
        .filter(turn -> turn.id().equals(about))
        .forEach(turn -> turn.paused(notice.text()));
  }

  Ack status(ChatId chat, Address from, DeliveryStatus status) {
    AgentTurn turn = find(chat, from, status.messageId().value());
    if (turn != null && status.status() == DeliveryStatus.Status.FAILED) {
      String error = status.error();
      var end = new TurnEvent.Failed(error == null ? from + " failed" : error);
      return finish(turn, end) ? NOTED : Ack.retryIn(1, "the status was not stored");
    }
    return NOTED;
  }

  /** Turns with a listener outlive this process. */
  void failAll(String why) {
    turns.values().stream()
        .filter(turn -> !turn.isListened())
        .forEach(turn -> finish(turn, new TurnEvent.Failed(why)));
  }

  boolean failAll(ChatId chat, String why) {
    boolean areTaken = true;
    for (AgentTurn turn : of(chat)) {
      areTaken &= finish(turn, new TurnEvent.Failed(why));
    }
    return areTaken;
  }

  /** An agent that names no message answers the only question that it has. */
  private @Nullable AgentTurn find(ChatId chat, Address from, @Nullable String about) {
    List<AgentTurn> own =
        of(chat).stream()
            .filter(turn -> turn.agent().equals(from))
            .filter(turn -> about == null || turn.id().value().equals(about))
            .toList();
    return own.size() == 1 ? own.getFirst() : null;
  }

  private List<AgentTurn> of(ChatId chat) {
    return turns.values().stream().filter(turn -> turn.chat().equals(chat)).toList();
  }
}
