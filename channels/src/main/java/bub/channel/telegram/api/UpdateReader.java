package bub.channel.telegram.api;

import bub.channel.telegram.api.TelegramUpdate.Edited;
import bub.channel.telegram.api.TelegramUpdate.Event;
import bub.channel.telegram.api.TelegramUpdate.Moved;
import bub.channel.telegram.api.TelegramUpdate.Other;
import bub.channel.telegram.api.TelegramUpdate.Posted;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.RawJson;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reader of updates in Telegram's JSON. */
public final class UpdateReader {
  private static final Logger LOG = LoggerFactory.getLogger(UpdateReader.class);
  static final int MAX_DEPTH = 256;

  private UpdateReader() {}

  public static TelegramUpdate parse(byte[] body) throws InvalidJson {
    return read(RawJson.parse(body, MAX_DEPTH));
  }

  /** Throws an {@link InvalidField} that names the missing field. */
  public static TelegramUpdate read(RawJson json) {
    LenientJson update = LenientJson.of(json);
    if (update == null) {
      throw new InvalidField("update", "must be an object");
    }
    Long id = update.number("update_id");
    if (id == null) {
      throw new InvalidField("update_id", "must be a number");
    }
    return new TelegramUpdate(id, event(update), json.detached());
  }

  private static Event event(LenientJson update) {
    LenientJson posted = either(update, "message", "channel_post");
    if (posted != null) {
      return new Posted(MessageReader.message(posted));
    }
    LenientJson edited = either(update, "edited_message", "edited_channel_post");
    if (edited != null) {
      return new Edited(MessageReader.message(edited));
    }
    LenientJson moved = update.object("my_chat_member");
    LenientJson now = moved == null ? null : moved.object("new_chat_member");
    if (moved != null && now != null) {
      TelegramUser by = MessageReader.user(moved.object("from"));
      TelegramChat chat = MessageReader.chat(moved.object("chat"));
      if (by != null && chat != null) {
        return new Moved(chat, by, Membership.named(now.text("status", "")));
      }
    }
    return new Other();
  }

  private static @Nullable LenientJson either(LenientJson update, String one, String other) {
    LenientJson found = update.object(one);
    return found == null ? update.object(other) : found;
  }

  /** Skips unreadable updates. */
  static UpdateBatch batch(RawJson answer, long asked) {
    List<TelegramUpdate> updates = new ArrayList<>();
    int broken = 0;
    long next = asked;
    for (RawJson json : answer.elements()) {
      try {
        TelegramUpdate update = read(json);
        updates.add(update);
        next = Math.max(next, update.id() + 1);
      } catch (InvalidField wrong) {
        Long id = idOf(json);
        if (id != null) {
          // An update without a number comes again and again; the poller reports it.
          LOG.warn("Skipped the unreadable update {}: {}", id, wrong.getMessage());
        }
        next = id == null ? next : Math.max(next, id + 1);
        broken++;
      }
    }
    return new UpdateBatch(updates, broken, next);
  }

  private static @Nullable Long idOf(RawJson json) {
    try {
      LenientJson update = LenientJson.of(json);
      return update == null ? null : update.number("update_id");
    } catch (InvalidField standsTwice) {
      return null;
    }
  }
}
