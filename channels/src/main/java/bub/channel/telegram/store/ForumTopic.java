package bub.channel.telegram.store;

import bub.protocol.message.ChatId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A topic of a group with topics. Each one is a conversation with a chat id of its own, such as
 * {@code topic45.-1001234567890}: a chat id must not begin with a minus unless it is a number.
 *
 * @param thread Telegram's number of the topic
 * @param group the chat id of the group
 */
public record ForumTopic(long thread, ChatId group) {
  private static final Pattern FORM = Pattern.compile("topic([0-9]{1,18})\\.(-?[0-9]{1,20})");

  /** The topic with this chat id, or null when it is the id of a whole chat. */
  public static @Nullable ForumTopic of(ChatId conversation) {
    Matcher form = FORM.matcher(conversation.value());
    return form.matches()
        ? new ForumTopic(Long.parseLong(form.group(1)), new ChatId(form.group(2)))
        : null;
  }

  /** The chat id of the conversation that a message of this thread belongs to. */
  public static ChatId conversation(ChatId group, @Nullable Long thread) {
    return thread == null || thread < 0 ? group : new ChatId("topic" + thread + "." + group);
  }

  /** The whole chat that a conversation takes place in. */
  public static ChatId groupOf(ChatId conversation) {
    ForumTopic topic = of(conversation);
    return topic == null ? conversation : topic.group();
  }

  /** Telegram's number of the topic, or null outside of topics. */
  public static @Nullable Long threadOf(ChatId conversation) {
    ForumTopic topic = of(conversation);
    return topic == null ? null : topic.thread();
  }
}
