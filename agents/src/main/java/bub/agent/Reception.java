package bub.agent;

import bub.client.MessageHandler;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.AgentMessage;
import bub.protocol.message.AppMessage;
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
 * Takes what arrives: orders are carried out at once, what is said goes to the inbox, and the ack
 * says that it is safe there. Each message on a virtual thread of its own.
 */
final class Reception implements MessageHandler {
  private static final Logger LOG = LoggerFactory.getLogger(Reception.class);
  private static final Ack NOTED = Ack.ok("noted");
  private static final int RETRY_SECONDS = 5;
  // Short: what waits at senders must go on soon after the disk has recovered.
  private static final int DISK_RETRY_SECONDS = 1;

  private final Address self;
  private final Config config;
  private final Stores stores;
  private final Commands commands;
  private final Reporter reporter;
  private final Aside aside;
  private final ReplyOutcomes outcomes;

  Reception(
      Address self,
      Config config,
      Stores stores,
      Commands commands,
      Reporter reporter,
      Aside aside,
      ReplyOutcomes outcomes) {
    this.self = self;
    this.config = config;
    this.stores = stores;
    this.commands = commands;
    this.reporter = reporter;
    this.aside = aside;
    this.outcomes = outcomes;
  }

  @Override
  public Ack handle(Envelope envelope) throws InterruptedException {
    try {
      return take(envelope, AppMessage.read(envelope.payload()));
    } catch (InvalidField odd) {
      String why = String.valueOf(odd.getMessage());
      if (isTyped(envelope)) {
        aside.sayFailed(envelope, why);
      }
      return Ack.failed(why);
    } catch (IOException broken) {
      LOG.error("message {} cannot be taken", envelope.messageId(), broken);
      return Ack.retryIn(DISK_RETRY_SECONDS, self + " cannot write to its disk");
    } catch (RuntimeException bug) {
      // Whoever typed it must not lose it for a mistake of ours.
      LOG.error("message {} cannot be taken", envelope.messageId(), bug);
      return Ack.retryIn(RETRY_SECONDS, self + " cannot take it because of a mistake in its code");
    }
  }

  private static boolean isTyped(Envelope envelope) {
    try {
      return TgMessage.TYPE.equals(envelope.type());
    } catch (InvalidField odd) {
      return false;
    }
  }

  private Ack take(Envelope envelope, AppMessage message) throws IOException, InterruptedException {
    return switch (message) {
      case Configure(Address talkto) -> configure(envelope.from(), talkto);
      case Unknown(String type, RawJson content) when Commands.TYPE.equals(type) ->
          commands.carryOut(envelope.from(), content);
      case Unknown(String type, _) when LobbyTypes.PROGRESS.equals(type) -> NOTED;
      case DeliveryStatus status -> learn(envelope.from(), status);
      case TgMessage _, AgentMessage _, OperatorMessage _, AgentEvent _, Unknown _ ->
          hear(envelope, message);
      case TgReply _, SpawnRequest _, SpawnResult _, RouteAssigned _ -> foreign(message);
    };
  }

  private Ack configure(Address from, Address talkto) throws IOException, InterruptedException {
    if (!config.configure(from, talkto)) {
      Address owner = config.owner();
      return Ack.failed(
          owner == null
              ? from + " can make " + self + " talk to " + from + " only"
              : self + " belongs to " + owner + "; only that chat and operators configure it");
    }
    stores.replies().hurry();
    return Ack.ok("configured");
  }

  /** News of a reply count from whom the agent talks to. */
  private Ack learn(Address from, DeliveryStatus status) {
    if (from.equals(config.talkto())) {
      outcomes.learn(from, status);
    }
    return NOTED;
  }

  private Ack hear(Envelope envelope, AppMessage message) throws InterruptedException {
    if (Utterance.textOf(message) == null) {
      return message instanceof AgentEvent ? NOTED : foreign(message);
    }
    reporter.moved();
    return stores.inbox().handle(Utterance.toKeep(envelope, partner(envelope, message)));
  }

  /** Who gets the answer; with nobody to talk to, a chat that speaks is better than nobody. */
  private @Nullable Address partner(Envelope envelope, AppMessage message) {
    Address talkto = config.talkto();
    return talkto == null && message instanceof TgMessage ? envelope.from() : talkto;
  }

  private Ack foreign(AppMessage message) {
    return Ack.failed(self + " does not take messages of type " + message.type());
  }
}
