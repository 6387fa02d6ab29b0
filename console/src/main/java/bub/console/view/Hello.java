package bub.console.view;

/** First event for a browser. */
public record Hello(String now, String version, BusView bus) {}
