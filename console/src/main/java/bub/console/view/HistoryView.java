package bub.console.view;

import java.util.List;

/**
 * What was said in a chat, oldest first.
 *
 * @param more whether something was said before
 */
public record HistoryView(List<LineView> lines, boolean more) {}
