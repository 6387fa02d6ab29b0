package bub.bus.cluster;

/** Node that serves a chat now. */
public sealed interface ChatOwner {

  /**
   * This node.
   *
   * @param isNew true when the chat belonged to no node before
   */
  record Here(boolean isNew) implements ChatOwner {}

  record Elsewhere(RemoteNode node) implements ChatOwner {}

  /** A node that is down, and no other node may serve its chats. */
  record Down(String node) implements ChatOwner {}

  /** The cluster cannot say now. */
  record Unknown(String reason) implements ChatOwner {}
}
