package bub.agent.store;

import java.util.List;

/** A part of the conversation: what came before in short, then turns in full, oldest first. */
public record ConversationHistory(String summary, List<StoredTurn> turns) {

  public ConversationHistory {
    turns = List.copyOf(turns);
  }
}
