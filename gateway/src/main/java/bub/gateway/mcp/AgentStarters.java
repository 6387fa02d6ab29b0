package bub.gateway.mcp;

import bub.client.NoAnswer;
import bub.gateway.caller.Caller;
import bub.gateway.chat.AgentRoster;
import bub.gateway.chat.AgentRoster.ListedAgent;
import bub.jsonrpc.RpcException;
import bub.protocol.ConversationStarters;
import bub.protocol.message.ChatMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Conversation starters of the agents that callers may ask. Safe for any thread; calls block. */
final class AgentStarters {
  static final int MOST = 1_000;

  private final AgentRoster agents;
  private final List<StarterPrompt> own;

  /** {@code own} are those of the agent that bub starts for a caller. */
  AgentStarters(AgentRoster agents, ConversationStarters own) {
    this.agents = agents;
    this.own = prompts(AskAgentTool.OWN_AGENT, own).toList();
  }

  /** Empty for a caller whose token does not let it ask agents. */
  List<StarterPrompt> of(Caller caller) throws RpcException, NoAnswer, InterruptedException {
    return caller.maySend(ChatMessage.TYPE) ? all() : List.of();
  }

  List<StarterPrompt> all() throws RpcException, NoAnswer, InterruptedException {
    var all = new ArrayList<StarterPrompt>(own);
    for (ListedAgent agent : agents.list()) {
      prompts(agent.id().value(), agent.starters()).limit(MOST - all.size()).forEach(all::add);
    }
    return all;
  }

  private static Stream<StarterPrompt> prompts(String agent, ConversationStarters starters) {
    return starters.texts().stream()
        .distinct()
        .map(text -> new StarterPrompt(ToolNames.ofStarter(agent, text), agent, text));
  }
}
