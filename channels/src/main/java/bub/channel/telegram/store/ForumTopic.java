package bub.channel.telegram.store;

import bub.protocol.message.ChatId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A topic of a group, with a chat id such as {@code topic45.-1001234567890}: a chat id must not
 * begin with a minus unless it is a number.
 */
public record ForumTopic(long thread, ChatId group) {
  private static final Pattern FORM = Pattern.compile("topic([0-9]{1,18})\\.(-?[0-9]{1,20})");

  /** Null when this is the id of a whole chat. */
  public static @Nullable ForumTopic of(ChatId conversation) {
    Matcher form = FORM.matcher(conversation.value());
    return form.matches()
        ? new ForumTopic(Long.parseLong(form.group(1)), new ChatId(form.group(2)))
        : null;
  }

  public static ChatId conversation(ChatId group, @Nullable Long thread) {
    return thread == null || thread < 0 ? group : new ChatId("topic" + thread + "." + group);
  }

  public static ChatId groupOf(ChatId conversation) {
    ForumTopic topic = of(conversation);
    return topic == null ? conversation : topic.group();
  }

  /** Null outside of topics. */
  public static @Nullable Long threadOf(ChatId conversation) {
    ForumTopic topic = of(conversation);
    return topic == null ? null : topic.thread();
  }
}
