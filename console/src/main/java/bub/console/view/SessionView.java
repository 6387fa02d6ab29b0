package bub.console.view;

import org.jspecify.annotations.Nullable;

/** The agent of one chat. */
public record SessionView(
    String agent,
    String chat,
    String channel,
    String status,
    String workspace,
    @Nullable String createdAt,
    @Nullable String lastActivity,
    @Nullable String startedAt,
    @Nullable String stoppedAt,
    @Nullable String exitReason,
    long uptimeSeconds,
    long memoryBytes,
    @Nullable Long pid,
    boolean hasLog) {}
