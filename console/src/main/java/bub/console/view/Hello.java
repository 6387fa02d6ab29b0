package bub.console.view;

/** What a browser is told first. */
public record Hello(String now, String version, BusView bus) {}
