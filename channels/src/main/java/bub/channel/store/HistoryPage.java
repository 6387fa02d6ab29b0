package bub.channel.store;

import java.util.List;

/** One page of a chat's history, oldest line first; {@code hasMore} means older lines. */
public record HistoryPage(List<ChatLine> lines, boolean hasMore) {}
