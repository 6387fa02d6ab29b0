package bub.agent.store;

import java.util.List;

/** Part of the conversation: a summary of earlier turns, then turns in full, oldest first. */
public record ConversationHistory(String summary, List<StoredTurn> turns) {

  public ConversationHistory {
    turns = List.copyOf(turns);
  }
}
