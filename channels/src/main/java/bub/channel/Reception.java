package bub.channel;

import bub.channel.store.Arrival;
import bub.channel.store.ChatStore;
import bub.channel.store.ChatStore.Origin;
import bub.channel.store.Queued;
import bub.client.MessageHandler;
import bub.client.OutageLog;
import bub.json.InvalidField;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.OperatorAddresses;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.AgentMessage;
import bub.protocol.message.AppMessage;
import bub.protocol.message.ChatId;
import bub.protocol.message.Configure;
import bub.protocol.message.DeliveryStatus;
import bub.protocol.message.OperatorMessage;
import bub.protocol.message.RouteAssigned;
import bub.protocol.message.SpawnRequest;
import bub.protocol.message.SpawnResult;
import bub.protocol.message.TgMessage;
import bub.protocol.message.TgReply;
import bub.protocol.message.Unknown;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what the bus has for the chats of a house: replies from their own agents, and news from the
 * system agent. What it acks is on disk. On a virtual thread a message.
 */
final class Reception implements MessageHandler {
  private static final Logger LOG = LoggerFactory.getLogger(Reception.class);
  // Short: what waits at senders must go on soon after the disk has recovered.
  private static final int RETRY_SECONDS = 1;

  private final Household house;
  private final ChatStore store;
  private final Lanes<ChatPeer> peers;
  private final Credentials credentials;
  private final EventDesk events;
  private final OutageLog outages;

  Reception(Household house, Lanes<ChatPeer> peers) {
    this.house = house;
    this.store = house.store();
    this.peers = peers;
    this.credentials = new Credentials(house, peers);
    this.events = new EventDesk(house, peers);
    this.outages = new OutageLog(LOG, "the store of chats", house.surroundings().time());
  }

  @Override
  public Ack handle(Envelope envelope) throws InterruptedException {
    try {
      ChatId chat = house.facts().chatAt(envelope.to());
      if (chat == null) {
        return show(envelope);
      }
      AppMessage message = AppMessage.read(envelope.payload());
      Ack ack = handle(chat, envelope, message);
      if (message instanceof TgReply) {
        outages.recovered(); // of all messages this is the kind that is always written
      }
      return ack;
    } catch (InvalidField odd) {
      return Ack.failed(String.valueOf(odd.getMessage()));
    } catch (IOException broken) {
      // Not a failure of the message: its sender must keep it until the disk is well again.
      outages.failed(String.valueOf(broken.getMessage()));
      return Ack.retryIn(RETRY_SECONDS, envelope.to() + " cannot write to its disk");
    }
  }

  /** Takes a message to an outbound topic. */
  private Ack show(Envelope envelope) throws IOException, InterruptedException {
    ChatId chat =
        house.settings().agents() instanceof AgentSource.Topics source
            ? house.topics(source).shownAt(envelope.to())
            : null;
    if (chat == null) {
      return Ack.failed(envelope.to() + " is no chat");
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
      case TgReply reply -> hear(chat, envelope, reply);
      case AgentEvent event -> events.handle(chat, envelope.from(), event);
      case SpawnResult _, RouteAssigned _ when !envelope.from().equals(Letters.SYSTEM_AGENT) ->
          Ack.failed("only " + Letters.SYSTEM_AGENT + " may say that");
      case SpawnResult.Running(Address agent) -> assign(chat, agent, envelope);
      case RouteAssigned route -> assign(chat, route.agentId(), envelope);
      case SpawnResult.Failed failed -> {
        peers.find(chat).ifPresent(peer -> peer.situation().spawnFailed(failure(failed)));
        yield Ack.ok("noted");
      }
      case DeliveryStatus status -> learn(chat, envelope, status);
      case OperatorMessage(String text) -> hearOperator(chat, envelope, text);
      case SpawnRequest _, Configure _, TgMessage _, AgentMessage _, Unknown _ ->
          Ack.failed(envelope.to() + " is a person's chat: it takes its agent's replies only");
    };
  }

  private static String failure(SpawnResult.Failed failed) {
    return "your agent could not be started: " + failed.error();
  }

  private Ack hear(ChatId chat, Envelope envelope, TgReply reply)
      throws IOException, InterruptedException {
    Ack refusal = refuse(chat, envelope);
    if (refusal != null) {
      return refusal;
    }
    if (reply.failed()) {
      // Before it is stored: whoever waits for the answer may leave as soon as it is shown.
      house.ushers().wake(chat, Usher::answerFailed);
    }
    return keep(chat, envelope, replyTo(chat, reply), reply.text());
  }

  /** The bus has checked that the sender may write in this chat. */
  private Ack hearOperator(ChatId chat, Envelope envelope, String text)
      throws IOException, InterruptedException {
    if (!OperatorAddresses.contains(envelope.from())) {
      return Ack.failed("only operators write in the chats of others");
    }
    if (text.isBlank()) {
      return Ack.failed("content.text: must not be empty");
    }
    if (isNew(chat)) {
      return Ack.failed("nobody has written in " + envelope.to() + " yet");
    }
    return acked(chat, store.hearOperator(chat, origin(envelope), text));
  }

  private boolean isNew(ChatId chat) throws IOException, InterruptedException {
    return store.history(chat, Long.MAX_VALUE, 1).lines().isEmpty();
  }

  private Ack keep(ChatId chat, Envelope envelope, @Nullable String replyTo, String text)
      throws IOException, InterruptedException {
    Arrival arrival = store.hear(chat, origin(envelope), replyTo, text);
    if (arrival instanceof Arrival.New) {
      peers.find(chat).ifPresent(peer -> peer.answered(replyTo));
    }
    return acked(chat, arrival);
  }

  private Ack acked(ChatId chat, Arrival arrival) {
    return switch (arrival) {
      case Arrival.New _ -> {
        house.ushers().wake(chat, _ -> {});
        yield Ack.ok("stored");
      }
      case Arrival.Known _ -> Ack.ok("stored before");
      case Arrival.Full _ -> Ack.retryIn(RETRY_SECONDS, "too much waits to be shown already");
    };
  }

  /** Null when the sender is the agent of this chat. */
  private @Nullable Ack refuse(ChatId chat, Envelope envelope)
      throws IOException, InterruptedException {
    return switch (credentials.check(chat, envelope.from())) {
      case GOOD -> null;
      case BAD -> Ack.failed(envelope.from() + " is not the agent of " + envelope.to());
      case UNKNOWN ->
          Ack.retryIn(RETRY_SECONDS, "whether you serve this chat cannot be found out now");
    };
  }

  /** The agent says what became of a message that it had accepted. */
  private Ack learn(ChatId chat, Envelope envelope, DeliveryStatus status)
      throws IOException, InterruptedException {
    Ack refusal = refuse(chat, envelope);
    if (refusal != null) {
      return refusal;
    }
    switch (status.status()) {
      case ACCEPTED, DELIVERED -> peers.find(chat).ifPresent(peer -> peer.situation().sign());
      case FAILED -> {
        String error = status.error();
        String why = error == null ? "your agent does not say why" : error;
        if (store.giveUp(chat, status.messageId(), some -> Notices.notHandled(some, why))) {
          peers.find(chat).ifPresent(peer -> peer.situation().stir());
          house.ushers().wake(chat, _ -> {});
        }
      }
    }
    return Ack.ok("noted");
  }

  /**
   * The message that a reply answers. An agent that is spawned names it, or speaks of something
   * else; one that somebody wrote in a hurry may name none, and means the oldest.
   */
  private @Nullable String replyTo(ChatId chat, TgReply reply)
      throws IOException, InterruptedException {
    String named = reply.replyToMessageId();
    if (named != null) {
      return named;
    }
    return switch (house.agents(chat)) {
      case AgentSource.Spawned _, AgentSource.Topics _ -> null;
      case AgentSource.Fixed _ -> {
        Queued oldest = store.unfinished(chat).unanswered();
        yield oldest == null ? null : oldest.messageId().value();
      }
    };
  }

  private Ack assign(ChatId chat, Address agent, Envelope envelope)
      throws IOException, InterruptedException {
    return switch (house.agents(chat)) {
      case AgentSource.Fixed(Address fixed) -> Ack.failed("this chat talks to " + fixed);
      case AgentSource.Topics _ -> Ack.failed("this chat has no agent: it is served by topics");
      case AgentSource.Spawned _ -> {
        if (store.assign(chat, agent, origin(envelope))) {
          peers.find(chat).ifPresent(peer -> peer.situation().assigned(agent));
        }
        yield Ack.ok("noted");
      }
    };
  }

  private static Origin origin(Envelope envelope) {
    return new Origin(envelope.from(), envelope.messageId());
  }
}
