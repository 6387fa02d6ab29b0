package bub.gateway.a2a.remote;

import bub.client.CurrentCause;
import bub.client.SendAttempt;
import bub.gateway.a2a.model.A2aTaskState;
import bub.gateway.a2a.remote.store.RemoteQuestionStore;
import bub.gateway.a2a.remote.store.RemoteQuestionStore.Conversation;
import bub.gateway.a2a.remote.store.RemoteQuestionStore.Question;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.ChatMessage;
import bub.protocol.message.Payload;
import bub.protocol.trace.Causality;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceParent;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Chats with one remote agent: their messages become tasks on disk. Safe for any thread. */
final class RemoteChats {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteChats.class);
  private static final int MOST_OPEN = 128;
  private static final int BUSY_SECONDS = 5;
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_TURN = Duration.ofHours(24);
  private static final Duration LONGEST_REPLY = Duration.ofMinutes(10);

  private final RemoteAgentContext agent;
  private final RunningTurns running;
  private final RemoteQuestionStore store;

  RemoteChats(RemoteAgentContext agent, RunningTurns running) {
    this.agent = agent;
    this.running = running;
    this.store = agent.store();
  }

  /** Continues the questions of the last process. */
  void resume() throws IOException, InterruptedException {
    store.open(agent.name()).forEach(this::start);
  }

  private void start(Question question) {
    agent.threads().start("a2a-" + agent.name(), () -> answer(question));
  }

  Ack take(Envelope envelope, ChatMessage message) throws IOException, InterruptedException {
    Conversation before = store.conversation(agent.name(), envelope.from());
    TraceParent named = Causality.read(envelope.payload()).trace();
    var question =
        new Question(
            envelope.messageId(),
            envelope.from(),
            request(envelope.messageId(), message.text(), before),
            null,
            named == null
                ? TraceId.startedBy(envelope.from(), envelope.messageId())
                : named.trace(),
            false,
            agent.environment().time().now());
    return switch (store.add(agent.name(), question, MOST_OPEN)) {
      case KNOWN -> Ack.ok("accepted");
      case FULL ->
          Ack.retryIn(
              BUSY_SECONDS, agent.entry().address() + " has " + MOST_OPEN + " open questions");
      case NEW -> {
        start(question);
        yield Ack.ok("accepted");
      }
    };
  }

  private static RawJson request(MessageId id, String text, Conversation before) {
    JsonWriter out = new JsonWriter().beginObject().name("message").beginObject();
    out.field("messageId", id.value()).field("role", "ROLE_USER");
    out.optional("contextId", before.context()).optional("taskId", before.task());
    out.name("parts").beginArray().beginObject().field("text", text).endObject().endArray();
    return RawJson.trusted(out.endObject().endObject().toByteArray());
  }

  private void answer(Question question) throws IOException, InterruptedException {
    var turn =
        new RemoteTurn(
                agent.connection(), agent.environment().time(), new Told(question), LONGEST_TURN)
            .of(question.task());
    if (question.isStopped()) {
      cancel(question, turn);
      return;
    }
    RawJson reply;
    String context;
    String waiting = null;
    try (var _ = running.add(question.trace(), question.chat(), turn)) {
      RemoteAnswer answer = turn.await(question.request());
      boolean asks = answer.state() == A2aTaskState.INPUT_REQUIRED;
      boolean isFailure = !asks && answer.state() != A2aTaskState.COMPLETED;
      String text = answer.text();
      reply =
          reply(question, text.isEmpty() ? String.valueOf(answer.state()) : text, isFailure, asks);
      context = answer.context();
      waiting = asks ? answer.task() : null;
    } catch (RemoteFailure failed) {
      reply = reply(question, failed.text(), true, false);
      context = store.conversation(agent.name(), question.chat()).context();
    } catch (InterruptedException ended) {
      if (!turn.isStopped()) {
        throw ended; // the next process continues
      }
      cancel(question, turn);
      return;
    }
    // Before the reply, because the next message may follow it at once.
    proceed(question.chat(), context, waiting);
    deliver(question, reply);
    store.close(agent.name(), question);
  }

  /** Ends the task of a turn that somebody stopped, without a reply. */
  private void cancel(Question question, RemoteTurn turn) throws IOException, InterruptedException {
    String task = turn.task();
    store.stop(agent.name(), question.id(), task);
    Conversation before = store.conversation(agent.name(), question.chat());
    proceed(question.chat(), turn.context() == null ? before.context() : turn.context(), null);
    if (task != null) {
      agent.canceler().cancel(task);
    }
    store.close(agent.name(), question);
  }

  private void proceed(Address chat, @Nullable String context, @Nullable String task)
      throws IOException, InterruptedException {
    var next = new Conversation(context, task);
    store.proceed(agent.name(), chat, next, agent.environment().time().now());
  }

  /** Cancels the tasks that wait for a message in a turn that was stopped. */
  void stopWaiting(TraceId trace) throws IOException, InterruptedException {
    for (Address chat : store.waitingChats(agent.name(), trace)) {
      boolean _ = stopWaiting(chat);
    }
  }

  private boolean stopWaiting(Address chat) throws IOException, InterruptedException {
    Conversation before = store.conversation(agent.name(), chat);
    String task = before.task();
    if (task != null) {
      proceed(chat, before.context(), null);
      agent.threads().start("a2a-cancel", () -> agent.canceler().cancel(task));
    }
    return task != null;
  }

  /** Obeys the orders that every agent of a chat obeys. */
  Ack command(Address chat, String command) throws IOException, InterruptedException {
    return switch (command) {
      case "stop" -> {
        int stopped = running.stop(chat);
        boolean isStopped = stopWaiting(chat) || stopped > 0;
        yield Ack.ok(isStopped ? "stopped" : "nothing to stop");
      }
      case "reset" -> {
        boolean _ = stopWaiting(chat);
        proceed(chat, null, null);
        yield Ack.ok("reset");
      }
      default -> Ack.failed("unknown command; use stop or reset");
    };
  }

  private static RawJson reply(
      Question question, String text, boolean isFailure, boolean asksForInput) {
    JsonValue reply =
        out -> {
          out.beginObject().field("type", "tg_reply");
          out.field("reply_to_message_id", question.id().value());
          if (isFailure) {
            out.field("failed", true);
          }
          if (asksForInput) {
            out.field("input_required", true);
          }
          out.name("content").beginObject().field("text", text).endObject().endObject();
        };
    return cause(question).addTo(reply.toRaw());
  }

  private static Causality cause(Question question) {
    String span = TraceParent.spanOf(question.chat(), question.id());
    return new Causality(question.id(), new TraceParent(question.trace(), span));
  }

  /** The id is always the same, so that a repeated reply is recognized. */
  private void deliver(Question question, RawJson reply) throws InterruptedException {
    var envelope =
        new Envelope(
            agent.entry().address(),
            question.chat(),
            new MessageId(question.id() + "/reply"),
            reply);
    Instant deadline = agent.environment().time().now().plus(LONGEST_REPLY);
    while (agent.environment().time().now().isBefore(deadline)) {
      SendAttempt attempt = SendAttempt.send(agent.client(), envelope);
      if (attempt instanceof SendAttempt.Delivered || attempt instanceof SendAttempt.Refused) {
        return;
      }
      agent.environment().time().sleep(PAUSE);
    }
    LOG.warn("Nobody took the answer of {} to {}", agent.entry().address(), question.chat());
  }

  /** News for the chat that asked. */
  private final class Told implements RemoteTurn.News {
    private final Question question;
    private final AtomicLong seq = new AtomicLong();

    Told(Question question) {
      this.question = question;
    }

    @Override
    public void began(String task) throws IOException, InterruptedException {
      store.began(agent.name(), question.id(), task);
    }

    @Override
    public void partial(String text) {
      if (text.isEmpty()) {
        return;
      }
      JsonValue data =
          out -> {
            out.beginObject().field("message_id", question.id().value()).field("text", text);
            out.field("seq", seq.incrementAndGet()).endObject();
          };
      CurrentCause.run(cause(question), () -> tell(data.toRaw()));
    }

    private void tell(RawJson data) {
      try {
        agent
            .client()
            .notify(question.chat(), Payload.of(new AgentEvent(AgentEvent.Kind.PARTIAL, data)));
      } catch (Exception unseen) {
        LOG.debug("A partial answer was not shown: {}", unseen.getMessage());
      }
    }
  }
}
