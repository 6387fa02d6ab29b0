package bub.agent;

import bub.client.MessageHandler;
import bub.client.agent.BestEffortEvents;
import bub.client.agent.StatusReporter;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.AgentMessage;
import bub.protocol.message.AppMessage;
import bub.protocol.message.ChatMessage;
import bub.protocol.message.ChatReply;
import bub.protocol.message.Configure;
import bub.protocol.message.DeliveryStatus;
import bub.protocol.message.OperatorMessage;
import bub.protocol.message.RouteAssigned;
import bub.protocol.message.SpawnRequest;
import bub.protocol.message.SpawnResult;
import bub.protocol.message.UnknownMessage;
import bub.protocol.trace.TraceNotice;
import bub.protocol.trace.TraceOrder;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handler that executes commands and stores all other messages, on virtual threads. */
final class AgentMessageHandler implements MessageHandler {
  private static final Logger LOG = LoggerFactory.getLogger(AgentMessageHandler.class);
  private static final Ack NOTED = Ack.ok("noted");
  private static final int RETRY_SECONDS = 5;
  // Short, so that waiting senders continue soon after the disk recovers.
  private static final int DISK_RETRY_SECONDS = 1;

  private final Address self;
  private final WorkspaceConfig config;
  private final AgentStores stores;
  private final AgentCommands commands;
  private final StatusReporter reporter;
  private final BestEffortEvents events;
  private final ReplyOutcomes outcomes;
  private final TurnControl control;

  AgentMessageHandler(
      Address self,
      WorkspaceConfig config,
      AgentStores stores,
      AgentCommands commands,
      StatusReporter reporter,
      BestEffortEvents events,
      ReplyOutcomes outcomes,
      TurnControl control) {
    this.self = self;
    this.config = config;
    this.stores = stores;
    this.commands = commands;
    this.reporter = reporter;
    this.events = events;
    this.outcomes = outcomes;
    this.control = control;
  }

  @Override
  public Ack handle(Envelope envelope) throws InterruptedException {
    try {
      return take(envelope, AppMessage.read(envelope.payload()));
    } catch (InvalidField odd) {
      String why = String.valueOf(odd.getMessage());
      if (isTyped(envelope)) {
        events.sayFailed(envelope, why);
      }
      return Ack.failed(why);
    } catch (IOException broken) {
      LOG.error("Could not accept message {}", envelope.messageId(), broken);
      return Ack.retryIn(DISK_RETRY_SECONDS, self + " cannot write to its disk");
    } catch (RuntimeException bug) {
      // The sender must not lose a message because of a bug here.
      LOG.error("Could not accept message {}", envelope.messageId(), bug);
      return Ack.retryIn(RETRY_SECONDS, self + " had an internal error; see its log");
    }
  }

  private static boolean isTyped(Envelope envelope) {
    try {
      return ChatMessage.TYPE.equals(envelope.type());
    } catch (InvalidField odd) {
      return false;
    }
  }

  private Ack take(Envelope envelope, AppMessage message) throws IOException, InterruptedException {
    return switch (message) {
      case Configure(Address talkto) -> configure(envelope.from(), talkto);
      case UnknownMessage(String type, RawJson content) when AgentCommands.TYPE.equals(type) ->
          commands.carryOut(envelope.from(), content);
      case UnknownMessage(String type, _) when LobbyTypes.PROGRESS.equals(type) -> NOTED;
      case UnknownMessage(String type, _) when TraceNotice.STOPPED.equals(type) -> stop(envelope);
      case DeliveryStatus status -> learn(envelope.from(), status);
      case ChatMessage _, AgentMessage _, OperatorMessage _, AgentEvent _, UnknownMessage _ ->
          hear(envelope, message);
      case ChatReply _, SpawnRequest _, SpawnResult _, RouteAssigned _ -> foreign(message);
    };
  }

  private Ack configure(Address from, Address talkto) throws IOException, InterruptedException {
    if (!config.configure(from, talkto)) {
      Address owner = config.owner();
      return Ack.failed(
          owner == null
              ? from + " may configure " + self + " only to talk to " + from
              : self + " belongs to " + owner + "; only that chat and operators may configure it");
    }
    stores.replies().hurry();
    return Ack.ok("configured");
  }

  private Ack stop(Envelope envelope) throws IOException, InterruptedException {
    if (!envelope.from().equals(TraceOrder.ADDRESS)) {
      return Ack.failed(self + " accepts this notice only from " + TraceOrder.ADDRESS);
    }
    control.stop(TraceNotice.read(envelope.payload()).trace());
    return Ack.ok("stopped");
  }

  /** Only the chat that the agent talks to may report a delivery. */
  private Ack learn(Address from, DeliveryStatus status) {
    if (from.equals(config.talkto())) {
      outcomes.learn(from, status);
    }
    return NOTED;
  }

  private Ack hear(Envelope envelope, AppMessage message) throws InterruptedException {
    if (TurnInput.textOf(message) == null) {
      return message instanceof AgentEvent ? NOTED : foreign(message);
    }
    reporter.moved();
    return stores.inbox().handle(TurnInput.toKeep(envelope, partner(envelope, message)));
  }

  /** Recipient of the answer: the talkto, or the sending chat when no talkto is set. */
  private @Nullable Address partner(Envelope envelope, AppMessage message) {
    Address talkto = config.talkto();
    return talkto == null && message instanceof ChatMessage ? envelope.from() : talkto;
  }

  private Ack foreign(AppMessage message) {
    return Ack.failed(self + " does not accept messages of type " + message.type());
  }
}
