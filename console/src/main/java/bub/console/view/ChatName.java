package bub.console.view;

/** Id of a chat in the console, and its address on the bus. */
public record ChatName(String id, String address) {}
