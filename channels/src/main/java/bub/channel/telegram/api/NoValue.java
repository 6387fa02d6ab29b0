package bub.channel.telegram.api;

/** The value of a call that returns nothing. */
public record NoValue() {}
