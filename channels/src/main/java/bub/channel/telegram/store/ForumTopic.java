package bub.channel.telegram.store;

import bub.protocol.message.ChatId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A topic of a group with topics. Each topic is a conversation with its own chat id, such as {@code
 * topic45.-1001234567890}: a chat id must not begin with a minus unless it is a number.
 *
 * @param thread Telegram's number of the topic
 * @param group chat id of the group
 */
public record ForumTopic(long thread, ChatId group) {
  private static final Pattern FORM = Pattern.compile("topic([0-9]{1,18})\\.(-?[0-9]{1,20})");

  /** Returns the topic with this chat id, or null when it is the id of a whole chat. */
  public static @Nullable ForumTopic of(ChatId conversation) {
    Matcher form = FORM.matcher(conversation.value());
    return form.matches()
        ? new ForumTopic(Long.parseLong(form.group(1)), new ChatId(form.group(2)))
        : null;
  }

  /** Returns the chat id of the conversation that a message of this thread belongs to. */
  public static ChatId conversation(ChatId group, @Nullable Long thread) {
    return thread == null || thread < 0 ? group : new ChatId("topic" + thread + "." + group);
  }

  /** Returns the chat that contains a conversation. */
  public static ChatId groupOf(ChatId conversation) {
    ForumTopic topic = of(conversation);
    return topic == null ? conversation : topic.group();
  }

  /** Returns Telegram's number of the topic, or null outside of topics. */
  public static @Nullable Long threadOf(ChatId conversation) {
    ForumTopic topic = of(conversation);
    return topic == null ? null : topic.thread();
  }
}
