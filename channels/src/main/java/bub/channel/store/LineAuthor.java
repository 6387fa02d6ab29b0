package bub.channel.store;

/** Author of a line in a chat. */
public enum LineAuthor {
  HUMAN,
  AGENT,

  /** Somebody who runs bub and writes in the chat of another person. */
  OPERATOR,

  /** The channel itself, to its person: what became of a message that no agent will answer. */
  HOUSE
}
