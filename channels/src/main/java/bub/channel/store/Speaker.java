package bub.channel.store;

/** Who said a line of a chat. */
public enum Speaker {
  HUMAN,
  AGENT,

  /** Somebody who runs bub and writes in the chat of another person. */
  OPERATOR,

  /** The channel itself, to its person: what became of a message that no agent will answer. */
  HOUSE
}
