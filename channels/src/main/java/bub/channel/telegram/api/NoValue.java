package bub.channel.telegram.api;

/** The value of a call that only has an effect. */
public record NoValue() {}
