package bub.console.view;

import java.util.List;

/**
 * A page of a chat's history, oldest first.
 *
 * @param more true when older lines exist
 * @param tools tool calls between these lines
 */
public record HistoryView(List<LineView> lines, boolean more, List<ToolView> tools) {}
