package bub.agent.store;

/** Numbers of stored turns, characters and alarms. */
public record StoreStatistics(int turns, long chars, boolean hasSummary, int alarms) {}
