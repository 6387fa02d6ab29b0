package bub.console.view;

import java.util.List;

/** Recent states of the bus, oldest first. */
public record HealthView(int stepSeconds, List<HealthSample> samples) {}
