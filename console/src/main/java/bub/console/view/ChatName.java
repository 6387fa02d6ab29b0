package bub.console.view;

/** What a chat is called, here and on the bus. */
public record ChatName(String id, String address) {}
