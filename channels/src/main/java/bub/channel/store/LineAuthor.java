package bub.channel.store;

/** Author of a line in a chat. */
public enum LineAuthor {
  HUMAN,
  AGENT,

  /** The channel itself, for example with the end of a message that no agent will answer. */
  HOUSE
}
