package bub.channel.store;

import java.util.List;

/**
 * One page of a chat's history.
 *
 * @param lines lines, oldest first
 * @param hasMore true when older lines exist
 */
public record HistoryPage(List<ChatLine> lines, boolean hasMore) {}
