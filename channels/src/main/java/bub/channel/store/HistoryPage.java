package bub.channel.store;

import java.util.List;

/**
 * A stretch of what was said in a chat.
 *
 * @param lines the oldest first
 * @param hasMore whether something was said before
 */
public record HistoryPage(List<ChatLine> lines, boolean hasMore) {}
