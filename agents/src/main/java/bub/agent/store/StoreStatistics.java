package bub.agent.store;

/** How much is kept. */
public record StoreStatistics(int turns, long chars, boolean hasSummary, int alarms) {}
