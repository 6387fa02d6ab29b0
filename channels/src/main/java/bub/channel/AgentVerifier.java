package bub.channel;

import bub.channel.store.ChatStore;
import bub.client.KeyedWorkers;
import bub.client.SendAttempt;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.message.ChatId;
import java.io.IOException;

/** Check that an agent may write to a person. Runs on the threads of the incoming messages. */
final class AgentVerifier {

  enum Verdict {
    GOOD,
    BAD,
    UNKNOWN
  }

  private final ChatContext context;
  private final ChatStore store;
  private final KeyedWorkers<ChatId, ChatWorker> peers;

  AgentVerifier(ChatContext context, KeyedWorkers<ChatId, ChatWorker> peers) {
    this.context = context;
    this.store = context.store();
    this.peers = peers;
  }

  Verdict check(ChatId chat, Address sender) throws IOException, InterruptedException {
    if (isKnown(chat, sender)) {
      return Verdict.GOOD;
    }
    return context.agents(chat) instanceof AgentSource.Spawned
        ? inquire(chat, sender)
        : Verdict.BAD;
  }

  /** True for an agent that this chat knows, without a question to the bus. */
  boolean isKnown(ChatId chat, Address sender) throws IOException, InterruptedException {
    return switch (context.agents(chat)) {
      case AgentSource.Fixed(Address agent) -> agent.equals(sender);
      case AgentSource.Topics _ -> false;
      case AgentSource.Spawned _ -> store.hasServed(chat, sender);
    };
  }

  // The agent may be too new for the store.
  private Verdict inquire(ChatId chat, Address sender) throws IOException, InterruptedException {
    return switch (context.sender().send(context.payloads().routeQuery(chat))) {
      case SendAttempt.Delivered result -> {
        if (!isNamed(result.ack().payload(), sender)) {
          yield Verdict.BAD;
        }
        store.assign(chat, sender);
        peers.find(chat).ifPresent(peer -> peer.state().assigned(sender));
        yield Verdict.GOOD;
      }
      case SendAttempt.Refused _ -> Verdict.BAD;
      case SendAttempt.NoRecipient _, SendAttempt.Retry _, SendAttempt.Offline _ -> Verdict.UNKNOWN;
    };
  }

  private static boolean isNamed(RawJson answer, Address sender) {
    try {
      return sender.value().equals(answer.fields().optionalString("agent_id"));
    } catch (InvalidField odd) {
      return false;
    }
  }
}
