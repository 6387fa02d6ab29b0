package bub.channel.store;

/** Author of a line in a chat. */
public enum LineAuthor {
  HUMAN,
  AGENT,

  /** An operator who writes in another person's chat. */
  OPERATOR,

  /** The channel itself, for example with a notice about a message that no agent will answer. */
  HOUSE
}
