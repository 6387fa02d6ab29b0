package bub.channel.telegram.api;

/** An entry of the bot's menu; the name is without the slash. */
public record BotCommand(String name, String description) {}
