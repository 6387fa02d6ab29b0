package bub.channel;

import bub.channel.store.ArrivalResult;
import bub.channel.store.ChatStore;
import bub.channel.store.ChatStore.Origin;
import bub.channel.store.EnqueueResult;
import bub.channel.store.QueuedMessage;
import bub.channel.store.TypedMessage;
import bub.client.KeyedWorkers;
import bub.client.MessageHandler;
import bub.client.OutageLog;
import bub.json.InvalidField;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.OperatorAddresses;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.AgentMessage;
import bub.protocol.message.AppMessage;
import bub.protocol.message.ChatId;
import bub.protocol.message.ChatMessage;
import bub.protocol.message.ChatReply;
import bub.protocol.message.Configure;
import bub.protocol.message.DeliveryStatus;
import bub.protocol.message.NoticeEvent;
import bub.protocol.message.OperatorMessage;
import bub.protocol.message.RouteAssigned;
import bub.protocol.message.SpawnRequest;
import bub.protocol.message.SpawnResult;
import bub.protocol.message.UnknownMessage;
import bub.protocol.trace.Causality;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handler of bus messages to chats. Stores before it acks. One virtual thread per message. */
final class ChatMessageHandler implements MessageHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ChatMessageHandler.class);
  // Short, so that waiting senders resume soon after the disk recovers.
  private static final int RETRY_SECONDS = 1;
  private static final Ack STOPPED = Ack.failed("the person stopped this turn");

  private final ChatContext context;
  private final ChatStore store;
  private final KeyedWorkers<ChatId, ChatWorker> peers;
  private final AgentVerifier credentials;
  private final AgentEventHandler events;
  private final OutageLog outages;

  ChatMessageHandler(ChatContext context, KeyedWorkers<ChatId, ChatWorker> peers) {
    this.context = context;
    this.store = context.store();
    this.peers = peers;
    this.credentials = new AgentVerifier(context, peers);
    this.events = new AgentEventHandler(context, peers, credentials);
    this.outages = new OutageLog(LOG, "The chat store", context.environment().time());
  }

  @Override
  public Ack handle(Envelope envelope) throws InterruptedException {
    try {
      ChatId chat = context.description().chatAt(envelope.to());
      if (chat == null) {
        return show(envelope);
      }
      AppMessage message = AppMessage.read(envelope.payload());
      Ack ack = handle(chat, envelope, message);
      if (message instanceof ChatReply) {
        outages.recovered(); // only this kind of message is always written
      }
      return ack;
    } catch (InvalidField odd) {
      return Ack.failed(String.valueOf(odd.getMessage()));
    } catch (IOException broken) {
      // The message did not fail: its sender must keep it until the disk works again.
      outages.failed(String.valueOf(broken.getMessage()));
      return Ack.retryIn(RETRY_SECONDS, envelope.to() + " cannot write to its disk");
    }
  }

  /** Accepts a message to an outbound topic. */
  private Ack show(Envelope envelope) throws IOException, InterruptedException {
    ChatId chat =
        context.settings().agents() instanceof AgentSource.Topics source
            ? context.topics(source).shownAt(envelope.to())
            : null;
    if (chat == null) {
      return Ack.failed(envelope.to() + " is not a chat");
    }
    String text = ClassicTopics.text(envelope.payload());
    if (text == null || text.isBlank()) {
      return Ack.failed("payload.text: is missing");
    }
    if (isNew(chat)) {
      return Ack.failed("nobody has written in the chat of " + envelope.to() + " yet");
    }
    String replyTo = envelope.payload().fields().optionalString("reply_to_message_id");
    return keep(chat, envelope, replyTo, text);
  }

  private Ack handle(ChatId chat, Envelope envelope, AppMessage message)
      throws IOException, InterruptedException {
    return switch (message) {
      case ChatReply reply -> hear(chat, envelope, reply);
      case AgentEvent event -> {
        NoticeEvent notice = NoticeEvent.read(event);
        yield notice == null
            ? events.handle(chat, envelope, event)
            : hearNotice(chat, envelope, notice);
      }
      case SpawnResult _, RouteAssigned _ when !envelope.from().equals(ChatPayloads.SYSTEM_AGENT) ->
          Ack.failed("only " + ChatPayloads.SYSTEM_AGENT + " may send this message");
      case SpawnResult.Running(Address agent) -> assign(chat, agent, envelope);
      case RouteAssigned route -> assign(chat, route.agentId(), envelope);
      case SpawnResult.Failed failed -> {
        peers.find(chat).ifPresent(peer -> peer.state().spawnFailed(failure(failed)));
        yield Ack.ok("noted");
      }
      case DeliveryStatus status -> learn(chat, envelope, status);
      case OperatorMessage(String text) -> hearOperator(chat, envelope, text);
      case ChatMessage said when envelope.from().equals(context.payloads().bridge()) ->
          takeOver(chat, envelope, said);
      case SpawnRequest _, Configure _, ChatMessage _, AgentMessage _, UnknownMessage _ ->
          Ack.failed(envelope.to() + " is a person's chat and accepts only its agent's replies");
    };
  }

  /** A bridge of another node, which no longer serves this channel, passes a message on. */
  private Ack takeOver(ChatId chat, Envelope envelope, ChatMessage said)
      throws IOException, InterruptedException {
    if (context.shift().isStandby()) {
      return Ack.retryIn(RETRY_SECONDS, "this bridge does not serve the channel");
    }
    EnqueueResult result =
        store.keep(
            new TypedMessage(
                chat, envelope.messageId(), said.messageId(), said.text(), envelope.payload()));
    return switch (result) {
      case EnqueueResult.Stored _ -> {
        peers.wake(chat, peer -> peer.state().stir());
        yield Ack.ok("stored");
      }
      case EnqueueResult.Duplicate _ -> Ack.ok("already stored");
      case EnqueueResult.Full(String reason) -> Ack.retryIn(RETRY_SECONDS, reason);
    };
  }

  private static String failure(SpawnResult.Failed failed) {
    return "your agent could not be started: " + failed.error();
  }

  private Ack hear(ChatId chat, Envelope envelope, ChatReply reply)
      throws IOException, InterruptedException {
    Ack refusal = refuse(chat, envelope);
    if (refusal != null) {
      return refusal;
    }
    MessageId cause = Causality.read(envelope.payload()).cause();
    if (cause != null && context.stopped().contains(cause.value())) {
      return STOPPED;
    }
    if (reply.failed()) {
      // Announce before storing: a waiting program may exit as soon as the answer is shown.
      context.outgoing().wake(chat, OutgoingLines::answerFailed);
    }
    return keep(chat, envelope, replyTo(chat, reply), reply.text());
  }

  /** The bus has checked that the sender may write in this chat. */
  private Ack hearOperator(ChatId chat, Envelope envelope, String text)
      throws IOException, InterruptedException {
    if (!OperatorAddresses.contains(envelope.from())) {
      return Ack.failed("only operators may write in the chats of others");
    }
    if (text.isBlank()) {
      return Ack.failed("content.text: must not be empty");
    }
    if (isNew(chat)) {
      return Ack.failed("nobody has written in " + envelope.to() + " yet");
    }
    return acked(chat, store.hearOperator(chat, origin(envelope), text));
  }

  /** The question counts as answered: its turn goes on only if the person says so. */
  private Ack hearNotice(ChatId chat, Envelope envelope, NoticeEvent notice)
      throws IOException, InterruptedException {
    if (!envelope.from().equals(ChatPayloads.SYSTEM_AGENT)) {
      return Ack.failed("only " + ChatPayloads.SYSTEM_AGENT + " may send this message");
    }
    if (isNew(chat)) {
      return Ack.failed("nobody has written in " + envelope.to() + " yet");
    }
    MessageId about = notice.messageId();
    ArrivalResult arrival = store.hearNotice(chat, origin(envelope), about, notice.text());
    if (arrival instanceof ArrivalResult.New) {
      String answered = about == null ? null : about.value();
      peers.find(chat).ifPresent(peer -> peer.answered(answered));
      context.continued().answered(chat, Causality.NONE, answered);
    }
    return acked(chat, arrival);
  }

  private boolean isNew(ChatId chat) throws IOException, InterruptedException {
    return store.history(chat, Long.MAX_VALUE, 1).lines().isEmpty();
  }

  private Ack keep(ChatId chat, Envelope envelope, @Nullable String replyTo, String text)
      throws IOException, InterruptedException {
    ArrivalResult arrival = store.hear(chat, origin(envelope), replyTo, text);
    if (arrival instanceof ArrivalResult.New) {
      peers.find(chat).ifPresent(peer -> peer.answered(replyTo));
      context.continued().answered(chat, Causality.read(envelope.payload()), replyTo);
    }
    return acked(chat, arrival);
  }

  private Ack acked(ChatId chat, ArrivalResult arrival) {
    return switch (arrival) {
      case ArrivalResult.New _ -> {
        context.outgoing().wake(chat, _ -> {});
        yield Ack.ok("stored");
      }
      case ArrivalResult.Known _ -> Ack.ok("already stored");
      case ArrivalResult.Stopped _ -> STOPPED;
      case ArrivalResult.Full _ ->
          Ack.retryIn(RETRY_SECONDS, "too many messages are waiting to be shown");
    };
  }

  /** Null when the sender is the agent of this chat. */
  private @Nullable Ack refuse(ChatId chat, Envelope envelope)
      throws IOException, InterruptedException {
    return switch (credentials.check(chat, envelope.from())) {
      case GOOD -> null;
      case BAD -> Ack.failed(envelope.from() + " is not the agent of " + envelope.to());
      case UNKNOWN ->
          Ack.retryIn(
              RETRY_SECONDS,
              "cannot check now that " + envelope.from() + " is the agent of " + envelope.to());
    };
  }

  private Ack learn(ChatId chat, Envelope envelope, DeliveryStatus status)
      throws IOException, InterruptedException {
    Ack refusal = refuse(chat, envelope);
    if (refusal != null) {
      return refusal;
    }
    switch (status.status()) {
      case ACCEPTED, DELIVERED -> peers.find(chat).ifPresent(peer -> peer.state().sign());
      case FAILED -> {
        String error = status.error();
        String why = error == null ? "your agent gave no reason" : error;
        if (store.giveUp(chat, status.messageId(), some -> ChatNotices.notHandled(some, why))) {
          peers.find(chat).ifPresent(peer -> peer.state().stir());
          context.outgoing().wake(chat, _ -> {});
        }
      }
    }
    return Ack.ok("noted");
  }

  /** A simple agent may name no message; its reply answers the oldest one. */
  private @Nullable String replyTo(ChatId chat, ChatReply reply)
      throws IOException, InterruptedException {
    String named = reply.replyToMessageId();
    if (named != null) {
      return named;
    }
    return switch (context.agents(chat)) {
      case AgentSource.Spawned _, AgentSource.Topics _ -> null;
      case AgentSource.Fixed _ -> {
        QueuedMessage oldest = store.unfinished(chat).unanswered();
        yield oldest == null ? null : oldest.messageId().value();
      }
    };
  }

  private Ack assign(ChatId chat, Address agent, Envelope envelope)
      throws IOException, InterruptedException {
    return switch (context.agents(chat)) {
      case AgentSource.Fixed(Address fixed) -> Ack.failed("this chat uses " + fixed);
      case AgentSource.Topics _ -> Ack.failed("this chat uses topics and has no agent");
      case AgentSource.Spawned _ -> {
        if (store.assign(chat, agent, origin(envelope))) {
          peers.find(chat).ifPresent(peer -> peer.state().assigned(agent));
        }
        yield Ack.ok("noted");
      }
    };
  }

  private static Origin origin(Envelope envelope) {
    return new Origin(envelope.from(), envelope.messageId());
  }
}
