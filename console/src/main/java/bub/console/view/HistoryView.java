package bub.console.view;

import java.util.List;

/** What was said in a chat, oldest first. */
public record HistoryView(List<LineView> lines) {}
