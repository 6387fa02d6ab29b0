package bub.console.view;

/** A one-time code. */
public record LoginRequest(String code) {}
