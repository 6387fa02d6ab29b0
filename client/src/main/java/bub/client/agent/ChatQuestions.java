package bub.client.agent;

import bub.client.Backoff;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.CurrentCause;
import bub.client.NoAnswer;
import bub.client.Reject;
import bub.client.SendAttempt;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.AppMessage;
import bub.protocol.message.ChatMessage;
import bub.protocol.message.ChatReply;
import bub.protocol.message.Payload;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Questions of an agent to other agents, and their replies. Safe for any thread. */
final class ChatQuestions {
  private static final Ack RECEIVED = Ack.ok("received");

  private final BusClient client;
  private final ClientEnvironment environment;
  private final Map<String, OpenQuestion> open = new ConcurrentHashMap<>();

  ChatQuestions(BusClient client, ClientEnvironment environment) {
    this.client = client;
    this.environment = environment;
    client.serveAtOnce(ChatReply.TYPE, this::replied);
    client.serveAtOnce(AgentEvent.TYPE, this::progressed);
  }

  /** {@code parts} gets the growing reply; {@code atMost} begins again with each part. */
  String ask(Address to, String text, Duration atMost, Consumer<String> parts)
      throws Reject, RpcException, NoAnswer, InterruptedException {
    Envelope question = client.compose(to, Payload.of(ChatMessage.of(text)));
    var waiting = new OpenQuestion(to);
    open.put(question.messageId().value(), waiting);
    Thread sending =
        Thread.ofVirtual()
            .name("question")
            .start(CurrentCause.capture(() -> send(question, waiting)));
    try {
      while (true) {
        OpenQuestion.Progress next = next(waiting, atMost);
        parts.accept(next.text());
        if (next.isLast()) {
          return next.text();
        }
      }
    } finally {
      open.remove(question.messageId().value());
      sending.interrupt();
    }
  }

  private static OpenQuestion.Progress next(OpenQuestion waiting, Duration atMost)
      throws Reject, RpcException, NoAnswer, InterruptedException {
    OpenQuestion.Progress next;
    try {
      next = waiting.next(atMost);
    } catch (Reject | RpcException | NoAnswer | InterruptedException known) {
      throw known;
    } catch (Exception impossible) {
      throw new IllegalStateException(impossible);
    }
    if (next == null) {
      throw new NoAnswer(
          waiting.to() + " did not reply within " + atMost.toSeconds() + " s",
          new Reply.TimedOut());
    }
    return next;
  }

  /** Repeats the question under its id while the agent says that it is not done with it yet. */
  private void send(Envelope question, OpenQuestion waiting) {
    try {
      int failures = 0;
      while (true) {
        Duration pause = attempt(question, waiting);
        if (pause == null) {
          return;
        }
        environment.time().sleep(Backoff.REDELIVER.delay(failures++, environment.chance(), pause));
      }
    } catch (InterruptedException answered) {
      // Nobody waits any more.
    }
  }

  /** Returns the shortest pause before the next attempt; null when there is none. */
  private @Nullable Duration attempt(Envelope question, OpenQuestion waiting)
      throws InterruptedException {
    SendAttempt attempt;
    Exception problem = null;
    try {
      attempt = SendAttempt.of(client.send(question));
    } catch (RpcException refused) {
      problem = refused;
      attempt = SendAttempt.of(refused.error());
    } catch (NoAnswer failed) {
      problem = failed;
      attempt = SendAttempt.of(failed);
    }
    switch (attempt) {
      case SendAttempt.Retry(Duration atLeast, _) -> {
        return atLeast;
      }
      case SendAttempt.NoRecipient _ -> {
        String text = question.to() + " is not connected";
        waiting.fail(new NoAnswer(text, new Reply.Disconnected(text)));
      }
      case SendAttempt.Refused(String why) ->
          waiting.fail(problem == null ? new Reject(why) : problem);
      case SendAttempt.Offline _ -> {
        if (problem != null) {
          waiting.fail(problem);
        }
      }
      case SendAttempt.Delivered _ -> {}
    }
    return null;
  }

  private @Nullable Ack replied(Envelope envelope) {
    try {
      if (AppMessage.read(envelope.payload()) instanceof ChatReply reply) {
        OpenQuestion question = question(reply.replyToMessageId(), envelope.from());
        if (question != null) {
          if (reply.failed()) {
            question.fail(new Reject(reply.text()));
          } else {
            question.reply(reply.text());
          }
          return RECEIVED;
        }
      }
    } catch (InvalidField odd) {
      return null;
    }
    return null;
  }

  private @Nullable Ack progressed(Envelope envelope) {
    try {
      if (AppMessage.read(envelope.payload()) instanceof AgentEvent event
          && event.kind() == AgentEvent.Kind.PARTIAL) {
        RawJson data = event.data();
        OpenQuestion question =
            question(data.fields().optionalString("message_id"), envelope.from());
        String text = data.fields().optionalString("text");
        if (question != null && text != null) {
          question.grow(text);
          return RECEIVED;
        }
      }
    } catch (InvalidField odd) {
      return null;
    }
    return null;
  }

  private @Nullable OpenQuestion question(@Nullable String id, Address from) {
    OpenQuestion question = id == null ? null : open.get(id);
    return question != null && question.to().equals(from) ? question : null;
  }
}
