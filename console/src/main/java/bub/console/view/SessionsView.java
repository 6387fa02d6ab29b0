package bub.console.view;

import java.util.List;

/**
 * Agents of chats, those that run first.
 *
 * @param total how many there are, listed or not
 */
public record SessionsView(List<SessionView> sessions, long total) {}
