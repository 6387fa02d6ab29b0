package bub.channel.telegram.text;

import bub.channel.telegram.api.MessageEntity;
import java.util.List;

/**
 * A whole text with its formatting.
 *
 * @param entities in the order they begin, outer ones before inner ones
 */
record RenderedText(String text, List<MessageEntity> entities) {}
