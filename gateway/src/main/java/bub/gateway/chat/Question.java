package bub.gateway.chat;

import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/**
 * Text of a caller for an agent.
 *
 * @param instructions goes before the text when it differs from that of the previous question
 * @param extras object whose members go into the content of the message
 */
public record Question(String text, String sender, @Nullable String instructions, RawJson extras) {}
