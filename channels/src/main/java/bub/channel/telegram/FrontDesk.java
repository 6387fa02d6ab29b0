package bub.channel.telegram;

import bub.channel.ChatHouse;
import bub.channel.Taken;
import bub.channel.store.Line;
import bub.channel.telegram.Porter.Luggage;
import bub.channel.telegram.api.Chat;
import bub.channel.telegram.api.Content;
import bub.channel.telegram.api.Message;
import bub.channel.telegram.api.Update;
import bub.channel.telegram.store.Invitation;
import bub.channel.telegram.store.TelegramStore;
import bub.json.RawJson;
import bub.protocol.message.ChatId;
import bub.protocol.message.TgMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what an update is, and has it taken as that. To handle an update again does no harm.
 * Blocks; safe for any thread, one a chat.
 */
final class FrontDesk {
  private static final Logger LOG = LoggerFactory.getLogger(FrontDesk.class);

  private final Attention attention;
  private final Commands commands;
  private final Access access;
  private final Porter porter;
  private final TelegramStore store;
  private final ChatHouse house;
  private final int context;
  private final Tally tally;

  FrontDesk(
      Attention attention,
      Commands commands,
      Access access,
      Porter porter,
      TelegramStore store,
      ChatHouse house,
      int context,
      Tally tally) {
    this.attention = attention;
    this.commands = commands;
    this.access = access;
    this.porter = porter;
    this.store = store;
    this.house = house;
    this.context = context;
    this.tally = tally;
  }

  /** Takes one update, or all updates of an album. */
  void handle(List<Update> updates) throws IOException, InterruptedException {
    switch (updates.getFirst().event()) {
      case Update.Posted _ -> arrived(posted(updates), false);
      case Update.Edited(Message message) -> arrived(List.of(message), true);
      case Update.Moved _, Update.Other _ -> tally.ignored.increment();
    }
  }

  private static List<Message> posted(List<Update> updates) {
    var messages = new ArrayList<Message>();
    for (Update update : updates) {
      if (update.event() instanceof Update.Posted(Message message)) {
        messages.add(message);
      }
    }
    messages.sort(Comparator.comparingLong(Message::id));
    return messages;
  }

  private void arrived(List<Message> parts, boolean isEdit)
      throws IOException, InterruptedException {
    Message message = parts.getFirst();
    ChatId place = message.chat().id();
    switch (message.content()) {
      case Content.MigratedTo(ChatId next) -> store.move(place, next);
      case Content.MigratedFrom(ChatId before) -> store.move(before, place);
      case null, default -> {
        Speaker speaker = Speaker.of(message);
        ChatId home = store.homeOf(place);
        if (speaker == null || !isConversation(message.chat())) {
          tally.ignored.increment();
        } else if (!access.permits(speaker, place, home)) {
          strangerCame(message, speaker);
        } else {
          said(new IncomingMessage(parts, speaker, home, isEdit));
        }
      }
    }
  }

  private static boolean isConversation(Chat chat) {
    return chat.isGroup() || chat.type() == Chat.Type.PRIVATE;
  }

  private void said(IncomingMessage said) throws IOException, InterruptedException {
    Commands.Command command = commands.in(said.first());
    boolean isForUs = !said.isInGroup() || said.parts().stream().anyMatch(attention::isCalledBy);
    if (command != null && command.isForMe() && (command.isKnown() || isForUs)) {
      commanded(said, command.name());
    } else if (isForUs) {
      take(said);
    } else {
      overhear(said);
    }
  }

  private void commanded(IncomingMessage said, String command)
      throws IOException, InterruptedException {
    if (said.isEdit()) {
      tally.ignored.increment();
      return;
    }
    tally.commands.increment();
    String answer = commands.answer(command, said.conversation());
    answer(said, "/" + command, answer);
  }

  private void answer(IncomingMessage said, String words, String answer)
      throws IOException, InterruptedException {
    Taken taken = house.answer(said.conversation(), said.with(words, List.of()), answer);
    if (taken instanceof Taken.Refused(String reason)) {
      LOG.warn("chat {} cannot be answered: {}", said.conversation(), reason);
    }
  }

  private void take(IncomingMessage said) throws IOException, InterruptedException {
    var files = new ArrayList<@Nullable String>();
    var attachments = new ArrayList<RawJson>();
    for (Message part : said.parts()) {
      Luggage luggage = luggage(said, part);
      files.add(luggage == null ? null : luggage.words());
      if (luggage != null && luggage.facts() != null) {
        attachments.add(luggage.facts());
      }
    }
    String words = Wording.ofAlbum(said.parts(), files);
    if (words.isEmpty()) {
      tally.ignored.increment();
      return;
    }
    TgMessage message = said.with(addressed(said, words), attachments);
    if (house.take(said.conversation(), message) instanceof Taken.Refused(String reason)) {
      answer(said, words, "I could not take that: " + reason);
    }
    tally.taken.increment();
  }

  private @Nullable Luggage luggage(IncomingMessage said, Message part)
      throws InterruptedException {
    return switch (part.content()) {
      case Content.Sticker _ -> null; // its words say enough
      case Content.Media media when !said.isEdit() ->
          porter.bring(said.conversation(), said.ownId(part), media);
      case null, default -> null;
    };
  }

  private String addressed(IncomingMessage said, String words)
      throws IOException, InterruptedException {
    String marked = said.isEdit() ? "[changed] " + words : words;
    if (!said.isInGroup()) {
      return marked;
    }
    List<Line> before = context == 0 ? List.of() : house.overheard(said.conversation(), context);
    return Wording.inContext(
        before.stream().map(Line::text).toList(), Wording.by(said.speaker(), marked));
  }

  private void overhear(IncomingMessage said) throws IOException, InterruptedException {
    String words = Wording.ofAlbum(said.parts());
    if (context == 0 || words.isEmpty() || said.isEdit()) {
      tally.ignored.increment();
      return;
    }
    String aside = Wording.aside(said.speaker(), words);
    house.overhear(said.conversation(), said.with(aside, List.of()));
    tally.overheard.increment();
  }

  /** In a group a code would be for everybody to see. */
  private void strangerCame(Message message, Speaker speaker)
      throws IOException, InterruptedException {
    tally.strangers.increment();
    if (message.chat().type() != Chat.Type.PRIVATE) {
      return;
    }
    var said = new IncomingMessage(List.of(message), speaker, message.chat().id(), false);
    switch (access.invite(speaker, said.ownId())) {
      case Invitation.Code(String code) ->
          answer(
              said,
              "asked to be let in",
              """
              Hello! I do not know you yet. If you know who runs this bot, send them this code:

              %s

              It is good for an hour. I will tell you when you are let in.\
              """
                  .formatted(code));
      case Invitation.Pending _, Invitation.Full _ ->
          LOG.debug("somebody who was not let in wrote again");
    }
  }
}
