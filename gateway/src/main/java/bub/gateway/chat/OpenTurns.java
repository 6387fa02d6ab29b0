package bub.gateway.chat;

import bub.json.Fields;
import bub.json.InvalidField;
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
final class OpenTurns {
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
    RawJson content = envelope.payload().fields().object("content");
    turn.finish(
        reply.failed()
            ? new TurnEvent.Failed(reply.text())
            : new TurnEvent.Answered(reply.text(), content.detached()));
    return Ack.ok("delivered");
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
      turn.finish(new TurnEvent.Failed(error == null ? from + " failed" : error));
    }
    return NOTED;
  }

  void failAll(String why) {
    turns.values().forEach(turn -> turn.finish(new TurnEvent.Failed(why)));
  }

  void failAll(ChatId chat, String why) {
    of(chat).forEach(turn -> turn.finish(new TurnEvent.Failed(why)));
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
