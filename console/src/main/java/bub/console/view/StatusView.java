package bub.console.view;

import java.util.Map;

/** How the bus is. */
public record StatusView(BusView bus, int peers, Map<String, Long> metrics, String now) {}
