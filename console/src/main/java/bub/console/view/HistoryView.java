package bub.console.view;

import java.util.List;

/**
 * Some of what was said in a chat, oldest first.
 *
 * @param more whether there is something older
 * @param tools the tools that were used between these lines
 */
public record HistoryView(List<LineView> lines, boolean more, List<ToolView> tools) {}
