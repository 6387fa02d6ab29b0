package bub.console.view;

/** A one-time code. */
public record LoginOrder(String code) {}
