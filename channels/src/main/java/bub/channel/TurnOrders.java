package bub.channel;

import bub.client.KeyedWorkers;
import bub.client.SendAttempt;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.message.ChatId;
import bub.protocol.trace.TraceOrder;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Orders of people about the turns of their chats. Safe for any thread; calls block. */
final class TurnOrders {
  private static final CommandAnswer STOPPED = new CommandAnswer.Done("Stopped.");
  private static final CommandAnswer NOTHING = new CommandAnswer.Done("Nothing is running.");
  private static final CommandAnswer CONTINUES = new CommandAnswer.Done("The turn continues.");
  private static final String NO_TURN = "no turn of this chat waits for /continue";
  // Short, because the person waits for the answer before the next message.
  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  // The person may have written again since the turn reached its limit.
  private static final int CONTINUABLE = 5;

  private final ChatContext context;
  private final KeyedWorkers<ChatId, ChatWorker> peers;

  TurnOrders(ChatContext context, KeyedWorkers<ChatId, ChatWorker> peers) {
    this.context = context;
    this.peers = peers;
  }

  CommandAnswer stop(ChatId chat, @Nullable Address agent)
      throws IOException, InterruptedException {
    // Close first: the worker would send open messages again.
    List<MessageId> open = context.store().stop(chat);
    context.stopped().add(open);
    context.continued().stopped(chat);
    ChatWorker worker = peers.find(chat).orElse(null);
    if (worker != null) {
      worker.stop(open);
    }
    context.outgoing().wake(chat, lines -> lines.add(new ChatProgress.Stopped()));
    List<MessageId> turns = open.isEmpty() ? context.store().latestTurns(chat, 1) : open;
    if (turns.isEmpty()) {
      return NOTHING;
    }
    SendAttempt attempt = orderToStop(chat, turns);
    if (attempt instanceof SendAttempt.Offline(String why, _) && agent != null) {
      return new CommandAnswer.Unreachable(agent, "cannot be reached: " + why);
    }
    boolean isStopped =
        attempt instanceof SendAttempt.Delivered || isStoppedBy(agent, chat) || !open.isEmpty();
    return isStopped ? STOPPED : NOTHING;
  }

  /** Returns {@code Delivered} when the bus knows one of the turns. */
  private SendAttempt orderToStop(ChatId chat, List<MessageId> turns) throws InterruptedException {
    SendAttempt best = new SendAttempt.NoRecipient();
    for (MessageId turn : turns) {
      SendAttempt attempt = order(chat, TraceOrder.Action.STOP, turn);
      if (attempt instanceof SendAttempt.Offline || attempt instanceof SendAttempt.Retry) {
        return attempt; // the others would only wait as long
      }
      best = best instanceof SendAttempt.Delivered ? best : attempt;
    }
    return best;
  }

  /** Asks the agent itself, because the bus does not know the turn, for example after a restart. */
  private boolean isStoppedBy(@Nullable Address agent, ChatId chat) throws InterruptedException {
    return agent != null
        && context.sender().send(context.payloads().command(chat, agent, "stop"), TIMEOUT)
            instanceof SendAttempt.Delivered;
  }

  CommandAnswer continueLatest(ChatId chat) throws IOException, InterruptedException {
    String refusal = null;
    for (MessageId turn : context.store().latestTurns(chat, CONTINUABLE)) {
      switch (order(chat, TraceOrder.Action.CONTINUE, turn)) {
        case SendAttempt.Delivered _ -> {
          context.continued().add(chat, context.description().address(chat), turn);
          return CONTINUES;
        }
        case SendAttempt.Offline(String why, _) -> {
          return new CommandAnswer.Refused("the bus cannot be reached: " + why);
        }
        case SendAttempt.Retry(Duration _, String why) -> {
          return new CommandAnswer.Refused("the bus cannot continue it now: " + why);
        }
        case SendAttempt.Refused(String why) -> refusal = refusal == null ? why : refusal;
        case SendAttempt.NoRecipient _ -> {}
      }
    }
    return new CommandAnswer.Refused(refusal == null ? NO_TURN : refusal);
  }

  private SendAttempt order(ChatId chat, TraceOrder.Action action, MessageId turn)
      throws InterruptedException {
    var order = new TraceOrder(action, null, turn);
    return context.sender().send(context.payloads().order(chat, order), TIMEOUT);
  }
}
