package bub.console.view;

import java.util.Map;

/** State of the bus. */
public record StatusView(BusView bus, int peers, Map<String, Long> metrics, String now) {}
