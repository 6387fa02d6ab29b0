package bub.channel;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.message.ChatId;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Topics of classic clients for the chats of one channel: people write to {@code
 * inbound:{channel}:{chat_id}} and see {@code outbound:{channel}:{chat_id}}.
 *
 * @param shortForm true for the one channel that {@code inbound:{chat_id}} also means
 */
record ClassicTopics(ChannelDescription description, boolean shortForm) {
  private static final String INBOUND = "inbound:";
  private static final String OUTBOUND = "outbound:";

  /** Fields that this class writes itself or renames. */
  private static final Set<String> OWN_FIELDS = Set.of("text", "senderId", "channel");

  private String qualified(String direction) {
    return direction + description.channel() + ":";
  }

  /** Each topic is tried when the one before has no listener. */
  List<Address> inbound(ChatId chat) {
    var qualified = new Address(qualified(INBOUND) + chat);
    return shortForm ? List.of(new Address(INBOUND + chat), qualified) : List.of(qualified);
  }

  List<String> outbound() {
    String qualified = qualified(OUTBOUND) + "*";
    // Channel names begin with a letter, so this pattern matches no id of another channel.
    return shortForm ? List.of(qualified, OUTBOUND + "[0-9-]*") : List.of(qualified);
  }

  String outbound(ChatId chat) {
    return qualified(OUTBOUND) + chat;
  }

  /** Null when no chat shows messages to this topic. */
  @Nullable ChatId shownAt(Address topic) {
    String text = topic.value();
    String qualified = qualified(OUTBOUND);
    try {
      if (text.startsWith(qualified)) {
        return new ChatId(text.substring(qualified.length()));
      }
      return shortForm && text.startsWith(OUTBOUND)
          ? new ChatId(text.substring(OUTBOUND.length()))
          : null;
    } catch (IllegalArgumentException noChatId) {
      return null;
    }
  }

  /** Payload that classic clients read. */
  RawJson said(ChatId chat, RawJson typed) {
    Fields content = typed.fields().object("content").fields();
    String sender = content.optionalString("senderId");
    JsonValue said =
        out -> {
          out.beginObject().field("chat_id", chat).field("text", content.string("text"));
          out.field("from", sender == null ? chat.value() : sender);
          out.field("channel", description.channel());
          for (int i = 0; i < content.count(); i++) {
            if (!OWN_FIELDS.contains(content.name(i))) {
              out.field(content.name(i), content.value(i));
            }
          }
          out.endObject();
        };
    return said.toRaw();
  }

  static @Nullable String text(RawJson payload) {
    Fields fields = payload.fields();
    String text = fields.optionalString("text");
    RawJson content = text == null ? fields.optionalObject("content") : null;
    return content == null ? text : content.fields().optionalString("text");
  }
}
