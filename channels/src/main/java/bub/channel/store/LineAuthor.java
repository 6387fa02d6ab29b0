package bub.channel.store;

/** Who said a line of a chat. */
public enum LineAuthor {
  HUMAN,
  AGENT,

  /** The channel itself, to its person: what became of a message that no agent will answer. */
  HOUSE
}
