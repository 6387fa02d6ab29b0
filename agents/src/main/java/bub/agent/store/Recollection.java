package bub.agent.store;

import java.util.List;

/** A part of the conversation: what came before in short, then turns in full, oldest first. */
public record Recollection(String summary, List<KeptTurn> turns) {

  public Recollection {
    turns = List.copyOf(turns);
  }
}
