package bub.protocol.cluster;

import org.jspecify.annotations.Nullable;

/** Names of the leases of a chat. A chat is written as {@code channel:id}. */
public final class ChatLeases {
  private static final String OWNER = "chat:";
  private static final String RUNNING = "live:";

  private ChatLeases() {}

  public static boolean contain(String lease) {
    return lease.startsWith(OWNER) || lease.startsWith(RUNNING);
  }

  /** Lease of the node that the chat's session belongs to. */
  public static String owner(String chat) {
    return OWNER + chat;
  }

  /** Lease that marks a chat whose agent runs, so that others notice when its node is down. */
  public static String running(String chat) {
    return RUNNING + chat;
  }

  /** Returns the chat of a lease that marks a running agent; null for another lease. */
  public static @Nullable String runningChat(String lease) {
    return lease.startsWith(RUNNING) ? lease.substring(RUNNING.length()) : null;
  }
}
