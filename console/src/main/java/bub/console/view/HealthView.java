package bub.console.view;

import java.util.List;

/** How the bus was lately, oldest first. */
public record HealthView(int stepSeconds, List<HealthSample> samples) {}
