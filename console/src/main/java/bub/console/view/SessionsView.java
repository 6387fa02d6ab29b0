package bub.console.view;

import java.util.List;

/**
 * Agents of chats, running ones first.
 *
 * @param total number of agents, listed or not
 */
public record SessionsView(List<SessionView> sessions, long total) {}
