package bub.gateway.a2a.remote;

import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.NoAnswer;
import bub.client.SendAttempt;
import bub.client.lobby.CallRefused;
import bub.client.lobby.LobbyClient;
import bub.client.lobby.LobbyToken;
import bub.gateway.a2a.model.A2aTaskState;
import bub.gateway.a2a.remote.store.RemoteQuestionStore;
import bub.gateway.a2a.remote.store.RemoteQuestionStore.Added;
import bub.gateway.a2a.remote.store.RemoteQuestionStore.Conversation;
import bub.gateway.a2a.remote.store.RemoteQuestionStore.Question;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.lobby.Capability;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.AppMessage;
import bub.protocol.message.ChatMessage;
import bub.protocol.message.Configure;
import bub.protocol.message.Payload;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Peer of the bus that stands for one remote agent. Safe for any thread. */
final class RemoteAgentPeer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteAgentPeer.class);
  private static final int MOST_OPEN = 128;
  private static final int MOST_CALLS = 64;
  private static final int BUSY_SECONDS = 5;
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_REPLY = Duration.ofMinutes(10);
  private static final Duration PARTIAL_EVERY = Duration.ofMillis(200);

  private final RemoteAgentEntry entry;
  private final RemoteConnection connection;
  private final BusClient client;
  private final LobbyClient lobby;
  private final RemoteQuestionStore store;
  private final ClientEnvironment environment;
  private final Semaphore calls = new Semaphore(MOST_CALLS);
  private final TurnThreads turns = new TurnThreads();

  /** Takes a client that is not connected yet. */
  RemoteAgentPeer(
      RemoteAgentEntry entry,
      RemoteConnection connection,
      BusClient client,
      LobbyToken token,
      RemoteQuestionStore store,
      ClientEnvironment environment) {
    this.entry = entry;
    this.connection = connection;
    this.client = client;
    this.store = store;
    this.environment = environment;
    this.lobby = LobbyClient.of(client, token);
    client.serve(this::take);
  }

  /** Connects, offers the skills and continues the questions of the last process. */
  void start(RemoteCard card) throws IOException, CallRefused, NoAnswer, InterruptedException {
    for (RemoteCard.Skill skill : card.skills()) {
      offer(skill);
    }
    client.start();
    for (Question open : store.open(entry.name())) {
      turns.start("a2a-" + entry.name(), () -> answer(open));
    }
  }

  private void offer(RemoteCard.Skill skill) throws CallRefused, NoAnswer, InterruptedException {
    String description = skill.description();
    String name = entry.name() + "." + skill.id();
    try {
      Capability capability =
          Capability.named(
              name,
              description.length() > Capability.MAX_DESCRIPTION
                  ? description.substring(0, Capability.MAX_DESCRIPTION)
                  : description);
      lobby.offer(capability, input -> call(skill, input));
    } catch (InvalidField odd) {
      LOG.warn(
          "The skill {} of {} has no valid name: {}", skill.id(), entry.name(), odd.getMessage());
    }
  }

  /** A capability call: {@code text} alone goes as text, everything else as data. */
  private RawJson call(RemoteCard.Skill skill, RawJson input) throws Exception {
    if (!calls.tryAcquire()) {
      throw new CallRefused("There are " + MOST_CALLS + " calls of " + entry.name() + " already.");
    }
    try {
      var turn = new RemoteTurn(connection, environment.time(), new Quiet(), null);
      RemoteAnswer answer = turn.await(request(skill.id(), input));
      if (answer.state() != A2aTaskState.COMPLETED) {
        String state = String.valueOf(answer.state()).toLowerCase(Locale.ROOT);
        throw new CallRefused(state + ": " + answer.text());
      }
      return answer.output();
    } catch (RemoteFailure failed) {
      throw new CallRefused(failed.text());
    } finally {
      calls.release();
    }
  }

  private static RawJson request(String skill, RawJson input) {
    JsonWriter out = new JsonWriter().beginObject().name("message").beginObject();
    out.field("messageId", UUID.randomUUID().toString()).field("role", "ROLE_USER");
    out.name("parts").beginArray().beginObject();
    RawJson text = input.fields().find("text");
    if (text != null && text.isString() && input.fields().count() <= 2) {
      out.field("text", text);
    } else {
      out.field("data", input);
    }
    out.endObject().endArray().name("metadata").beginObject().field("skillId", skill);
    return RawJson.trusted(out.endObject().endObject().endObject().toByteArray());
  }

  private Ack take(Envelope envelope) throws InterruptedException {
    try {
      return switch (AppMessage.read(envelope.payload())) {
        case ChatMessage message -> take(envelope, message);
        case Configure _ -> Ack.ok("configured");
        case AppMessage other ->
            Ack.failed(entry.address() + " does not accept messages of type " + other.type());
      };
    } catch (InvalidField odd) {
      return Ack.failed(String.valueOf(odd.getMessage()));
    } catch (IOException broken) {
      return Ack.retryIn(BUSY_SECONDS, "the question could not be stored");
    }
  }

  private Ack take(Envelope envelope, ChatMessage message)
      throws IOException, InterruptedException {
    Conversation before = store.conversation(entry.name(), envelope.from());
    var question =
        new Question(
            envelope.messageId(),
            envelope.from(),
            request(envelope.messageId(), message.text(), before),
            null,
            environment.time().now());
    Added added = store.add(entry.name(), question, MOST_OPEN);
    return switch (added) {
      case KNOWN -> Ack.ok("accepted");
      case FULL ->
          Ack.retryIn(BUSY_SECONDS, entry.address() + " has " + MOST_OPEN + " open questions");
      case NEW -> {
        turns.start("a2a-" + entry.name(), () -> answer(question));
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

  private void answer(Question question) {
    try {
      RawJson reply;
      Conversation next;
      try {
        var turn =
            new RemoteTurn(connection, environment.time(), new Told(question), question.task());
        RemoteAnswer answer = turn.await(question.request());
        A2aTaskState state = answer.state();
        boolean asks = state == A2aTaskState.INPUT_REQUIRED;
        boolean isFailure = !asks && state != A2aTaskState.COMPLETED;
        String text = answer.text();
        reply = reply(question, text.isEmpty() ? String.valueOf(state) : text, isFailure, asks);
        next = new Conversation(answer.context(), asks ? answer.task() : null);
      } catch (RemoteFailure failed) {
        reply = reply(question, failed.text(), true, false);
        Conversation before = store.conversation(entry.name(), question.chat());
        next = new Conversation(before.context(), null);
      }
      // Before the reply, because the next message may follow it at once.
      store.proceed(entry.name(), question, next, environment.time().now());
      deliver(question, reply);
      store.close(entry.name(), question);
    } catch (IOException broken) {
      LOG.error("A question to {} stays open: {}", entry.address(), broken.getMessage());
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt(); // the next process continues
    }
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
    return reply.toRaw();
  }

  /** The id is always the same, so that a repeated reply is recognized. */
  private void deliver(Question question, RawJson reply) throws InterruptedException {
    var envelope =
        new Envelope(
            entry.address(), question.chat(), new MessageId(question.id() + "/reply"), reply);
    Instant deadline = environment.time().now().plus(LONGEST_REPLY);
    while (environment.time().now().isBefore(deadline)) {
      SendAttempt attempt = SendAttempt.send(client, envelope);
      if (attempt instanceof SendAttempt.Delivered || attempt instanceof SendAttempt.Refused) {
        return;
      }
      environment.time().sleep(PAUSE);
    }
    LOG.warn("Nobody took the answer of {} to {}", entry.address(), question.chat());
  }

  /** News that nobody reads. */
  private static final class Quiet implements RemoteTurn.News {
    @Override
    public void began(String task) {}

    @Override
    public void partial(String text) {}
  }

  /** News for the chat that asked. */
  private final class Told implements RemoteTurn.News {
    private final Question question;
    private final AtomicLong seq = new AtomicLong();
    private @Nullable Instant last;

    Told(Question question) {
      this.question = question;
    }

    @Override
    public void began(String task) throws IOException, InterruptedException {
      store.began(entry.name(), question.id(), task);
    }

    @Override
    public void partial(String text) {
      Instant now = environment.time().now();
      if (last != null && now.isBefore(last.plus(PARTIAL_EVERY))) {
        return;
      }
      last = now;
      JsonValue data =
          out -> {
            out.beginObject().field("message_id", question.id().value()).field("text", text);
            out.field("seq", seq.incrementAndGet()).endObject();
          };
      try {
        client.notify(
            question.chat(), Payload.of(new AgentEvent(AgentEvent.Kind.PARTIAL, data.toRaw())));
      } catch (Exception unseen) {
        LOG.debug("A partial answer was not shown: {}", unseen.getMessage());
      }
    }
  }

  /** Gives the capabilities up, for an agent that was removed. */
  void leave() throws InterruptedException {
    try {
      lobby.deregister();
    } catch (CallRefused | NoAnswer failed) {
      LOG.warn("{} could not be deregistered: {}", entry.address(), failed.getMessage());
    }
    close();
  }

  /** Leaves the registration: callers learn that the agent is offline. */
  @Override
  public void close() {
    turns.close();
    client.close();
  }
}
