package bub.agent.store;

/** How much is kept. */
public record Figures(int turns, long chars, boolean hasSummary, int alarms) {}
