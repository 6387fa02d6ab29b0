package bub.channel.telegram.text;

import bub.channel.telegram.api.MessageEntity;
import java.util.List;

/** A whole text with its entities in the order of their start, outer ones first. */
record RenderedText(String text, List<MessageEntity> entities) {}
