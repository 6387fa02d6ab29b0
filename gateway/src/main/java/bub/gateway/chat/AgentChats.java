package bub.gateway.chat;

import bub.channel.http.HttpRefusal;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.PayloadCheck;
import bub.client.SendAttempt;
import bub.gateway.chat.KnownChats.KnownChat;
import bub.json.InvalidField;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.Pattern;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.AppMessage;
import bub.protocol.message.ChatId;
import bub.protocol.message.ChatReply;
import bub.protocol.message.DeliveryStatus;
import bub.protocol.message.NoticeEvent;
import bub.protocol.message.RouteAssigned;
import bub.protocol.message.SpawnResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Chats of callers with agents, at {@code door:*}. A caller waits for its answer and can ask again,
 * so nothing is on disk here. Safe for any thread; calls block.
 */
public final class AgentChats {
  /** Start of the address of a chat. */
  public static final String PREFIX = "door:";

  /** Addresses of all chats. */
  public static final Pattern ADDRESSES = ChatMessages.CHANNEL.allChats();

  private static final Address SYSTEM_AGENT = new Address("agent:system");
  private static final Ack NOTED = Ack.ok("noted");
  private static final SendAttempt BEGUN = new SendAttempt.Delivered(Ack.ok("at work"));
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final BusClient client;
  private final ClientEnvironment environment;
  private final ChatTimeouts timeouts;
  private final ChatMessages messages;
  private final PendingTurns turns = new PendingTurns();
  private final KnownChats chats = new KnownChats();
  private final CallerConversations conversations;
  private final Map<ChatId, CompletableFuture<SpawnResult>> spawning = new ConcurrentHashMap<>();

  public AgentChats(BusClient client, ClientEnvironment environment, ChatTimeouts timeouts) {
    this.client = client;
    this.environment = environment;
    this.timeouts = timeouts;
    this.messages = new ChatMessages(environment);
    this.conversations = new CallerConversations(environment.time());
  }

  /** Ends all turns that callers wait for. */
  public void failAll(String why) {
    turns.failAll(why);
  }

  public ChatTimeouts timeouts() {
    return timeouts;
  }

  public Ack handle(Envelope envelope) {
    ChatId chat = ChatMessages.CHANNEL.chatAt(envelope.to());
    if (chat == null) {
      return Ack.failed("there is no chat at " + envelope.to());
    }
    try {
      return take(chat, envelope, AppMessage.read(envelope.payload()));
    } catch (InvalidField odd) {
      return Ack.failed(String.valueOf(odd.getMessage()));
    }
  }

  private Ack take(ChatId chat, Envelope envelope, AppMessage message) {
    boolean isSystem = envelope.from().equals(SYSTEM_AGENT);
    return switch (message) {
      case SpawnResult result when isSystem -> {
        CompletableFuture<SpawnResult> waiting = spawning.get(chat);
        if (waiting != null) {
          waiting.complete(result);
        }
        yield NOTED;
      }
      case RouteAssigned _ when isSystem -> NOTED;
      case AgentEvent event when isSystem -> {
        NoticeEvent notice = NoticeEvent.read(event);
        if (notice != null) {
          turns.notice(chat, notice);
        }
        boolean isFailure = event.kind() == AgentEvent.Kind.FAILED;
        yield isFailure && !turns.failAll(chat, "the agent failed")
            ? Ack.retryIn(1, "the failure was not stored")
            : NOTED;
      }
      case AgentEvent event -> turns.event(chat, envelope, event);
      case ChatReply reply -> turns.reply(chat, envelope, reply);
      case DeliveryStatus status -> turns.status(chat, envelope.from(), status);
      case AppMessage other ->
          Ack.failed(envelope.to() + " does not accept messages of type " + other.type());
    };
  }

  /** Returns when the agent has accepted the question or is at work on it; close the turn. */
  public AgentTurn ask(ChatId chat, ChatTarget target, Question question)
      throws HttpRefusal, InterruptedException {
    return ask(chat, target, question, null);
  }

  /** Waits again, after a restart, for the answer to a question that the agent has accepted. */
  public AgentTurn resume(ChatId chat, Address agent, MessageId question, TurnListener listener) {
    var turn = new AgentTurn(chat, agent, question, this::left, listener);
    turns.add(turn);
    return turn;
  }

  /** Asks; the listener gets the news of the turn, which nobody has to close. */
  public AgentTurn ask(
      ChatId chat, ChatTarget target, Question question, @Nullable TurnListener listener)
      throws HttpRefusal, InterruptedException {
    Instant deadline = environment.time().now().plus(timeouts.agent());
    KnownChat known = chats.of(chat);
    known.lock.lockInterruptibly();
    try {
      refuseTooLarge(chat, known, question);
      if (target instanceof ChatTarget.OwnAgent) {
        conversations.use(question.sender(), chat);
      }
      boolean isNew = known.agent == null;
      if (known.agent == null) {
        known.agent = connect(chat, target, deadline);
      }
      try {
        return send(chat, known, known.agent, question, listener, deadline);
      } catch (HttpRefusal gone) {
        known.agent = null;
        if (isNew || gone.status() != 503) {
          throw gone;
        }
        // The agent may have stopped since the last question.
        known.useInstructions(null);
        known.agent = connect(chat, target, deadline);
        return send(chat, known, known.agent, question, listener, deadline);
      }
    } finally {
      known.lock.unlock();
    }
  }

  /** Before an agent starts for a question that it cannot get. */
  private void refuseTooLarge(ChatId chat, KnownChat known, Question question) throws HttpRefusal {
    String text = textFor(known, question);
    String problem =
        PayloadCheck.problem(messages.question(chat, SYSTEM_AGENT, question, text).payload());
    if (problem != null) {
      throw new HttpRefusal(413, "too_large", "No agent can get this message: " + problem + ".");
    }
  }

  private static String textFor(KnownChat known, Question question) {
    String instructions = question.instructions();
    return instructions == null || known.hasInstructions(instructions)
        ? question.text()
        : instructions + "\n\n" + question.text();
  }

  private Address connect(ChatId chat, ChatTarget target, Instant deadline)
      throws HttpRefusal, InterruptedException {
    return switch (target) {
      case ChatTarget.OwnAgent _ -> configured(chat, spawn(chat, deadline), true, deadline);
      case ChatTarget.ConnectedAgent(Address agent, boolean isExclusive) ->
          configured(chat, agent, isExclusive, deadline);
    };
  }

  private Address spawn(ChatId chat, Instant deadline) throws HttpRefusal, InterruptedException {
    var assigned = new CompletableFuture<SpawnResult>();
    spawning.put(chat, assigned);
    try {
      switch (send(messages.spawnRequest(chat), deadline)) {
        case SendAttempt.Delivered _ -> {}
        case SendAttempt.NoRecipient _ -> throw unavailable("The system agent is not running.");
        case SendAttempt.Retry(_, String why) -> throw unavailable(why);
        case SendAttempt.Offline(String why, _) -> throw unavailable(why);
        case SendAttempt.Refused(String why) -> throw unavailable(why);
      }
      return switch (assigned.get(millisTo(deadline), TimeUnit.MILLISECONDS)) {
        case SpawnResult.Running(Address agent) -> agent;
        case SpawnResult.Failed(_, String error) ->
            throw unavailable("The agent did not start: " + error);
      };
    } catch (TimeoutException late) {
      throw unavailable("The agent did not start in time.");
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    } finally {
      spawning.remove(chat, assigned);
    }
  }

  private Address configured(ChatId chat, Address agent, boolean isExclusive, Instant deadline)
      throws HttpRefusal, InterruptedException {
    return switch (send(messages.configure(chat, agent), deadline)) {
      case SendAttempt.Delivered _ -> agent;
      case SendAttempt.Refused(String why) when isExclusive -> throw unavailable(why);
      // An agent from elsewhere may not know the configure message.
      case SendAttempt.Refused _ -> agent;
      case SendAttempt.NoRecipient _ -> throw unavailable(agent + " is not connected.");
      case SendAttempt.Retry(_, String why) -> throw unavailable(why);
      case SendAttempt.Offline(String why, _) -> throw unavailable(why);
    };
  }

  private AgentTurn send(
      ChatId chat,
      KnownChat known,
      Address agent,
      Question question,
      @Nullable TurnListener listener,
      Instant deadline)
      throws HttpRefusal, InterruptedException {
    Envelope envelope = messages.question(chat, agent, question, textFor(known, question));
    var turn = new AgentTurn(chat, agent, envelope.messageId(), this::left, listener);
    turns.add(turn); // before the message, because the answer may be quick
    boolean isAccepted = false;
    try {
      isAccepted =
          switch (listener == null ? ask(turn, envelope, deadline) : send(envelope, deadline)) {
            case SendAttempt.Delivered _ -> true;
            case SendAttempt.NoRecipient _ -> throw unavailable(agent + " is not connected.");
            case SendAttempt.Retry(_, String why) -> throw unavailable(why);
            case SendAttempt.Offline(String why, _) -> throw unavailable(why);
            case SendAttempt.Refused(String why) -> throw new HttpRefusal(502, "refused", why);
          };
    } finally {
      if (!isAccepted) {
        turns.remove(turn);
      }
    }
    known.useInstructions(question.instructions());
    return turn;
  }

  /**
   * Waits for the ack or for the first news of the turn. Many agents accept a question only when
   * they have answered it, and meanwhile they write, or the loop guard stops them.
   */
  private SendAttempt ask(AgentTurn turn, Envelope envelope, Instant deadline)
      throws InterruptedException {
    var result = new CompletableFuture<SendAttempt>();
    Thread sender =
        Thread.ofVirtual()
            .name("ask-" + turn.id())
            .start(() -> deliver(turn, envelope, deadline, result));
    CompletableFuture<Void> _ = turn.begun().thenRun(() -> result.complete(BEGUN));
    try {
      return result.get();
    } catch (InterruptedException left) {
      sender.interrupt();
      throw left;
    } catch (ExecutionException bug) {
      throw new IllegalStateException(bug);
    }
  }

  /** A refusal after the first news ends the turn; otherwise the agent is at work. */
  private void deliver(
      AgentTurn turn, Envelope envelope, Instant deadline, CompletableFuture<SendAttempt> result) {
    try {
      SendAttempt attempt = send(envelope, deadline, () -> !result.isDone());
      if (!result.complete(attempt) && attempt instanceof SendAttempt.Refused(String why)) {
        boolean _ = turn.finish(new TurnEvent.Failed(why));
      }
    } catch (InterruptedException left) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException bug) {
      result.completeExceptionally(bug);
    }
  }

  private SendAttempt send(Envelope envelope, Instant deadline) throws InterruptedException {
    return send(envelope, deadline, () -> true);
  }

  /** Tries until the deadline while a retry can help and is wanted. */
  private SendAttempt send(Envelope envelope, Instant deadline, BooleanSupplier isWanted)
      throws InterruptedException {
    while (true) {
      SendAttempt attempt = SendAttempt.send(client, envelope);
      Duration pause =
          switch (attempt) {
            case SendAttempt.Retry(Duration atLeast, _) ->
                atLeast.compareTo(PAUSE) > 0 ? atLeast : PAUSE;
            case SendAttempt.Offline(_, boolean forGood) when !forGood -> PAUSE;
            case SendAttempt.Offline _,
                SendAttempt.Delivered _,
                SendAttempt.NoRecipient _,
                SendAttempt.Refused _ ->
                null;
          };
      if (pause == null
          || !isWanted.getAsBoolean()
          || environment.time().now().plus(pause).isAfter(deadline)) {
        return attempt;
      }
      environment.time().sleep(pause);
    }
  }

  private long millisTo(Instant deadline) {
    return Math.max(0, Duration.between(environment.time().now(), deadline).toMillis());
  }

  private static HttpRefusal unavailable(String why) {
    return new HttpRefusal(503, "unavailable", why, Duration.ofSeconds(1));
  }

  /** Grants a stopped turn the same limit again; false when the bus refuses. */
  public boolean goOn(AgentTurn turn) throws InterruptedException {
    return SendAttempt.send(client, messages.continueTurn(turn)) instanceof SendAttempt.Delivered;
  }

  private void left(AgentTurn turn, boolean isFinished) {
    turns.remove(turn);
    if (!isFinished) {
      Thread.ofVirtual().name("stop-" + turn.id()).start(() -> stop(turn));
    }
  }

  private void stop(AgentTurn turn) {
    try {
      if (!(SendAttempt.send(client, messages.stopTurn(turn)) instanceof SendAttempt.Delivered)) {
        SendAttempt _ = SendAttempt.send(client, messages.stopCommand(turn));
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }
}
