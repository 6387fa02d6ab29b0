package bub.channel.telegram;

import bub.channel.ChatService;
import bub.channel.IntakeResult;
import bub.channel.store.ChatLine;
import bub.channel.telegram.FileDownloader.Luggage;
import bub.channel.telegram.api.MessageContent;
import bub.channel.telegram.api.TelegramChat;
import bub.channel.telegram.api.TelegramMessage;
import bub.channel.telegram.api.TelegramUpdate;
import bub.channel.telegram.store.PairingInvitation;
import bub.channel.telegram.store.TelegramStore;
import bub.json.RawJson;
import bub.protocol.message.ChatId;
import bub.protocol.message.ChatMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handler of updates; a repeated one does no harm. Blocks; safe for any thread, one per chat. */
final class UpdateHandler {
  private static final Logger LOG = LoggerFactory.getLogger(UpdateHandler.class);

  private final MentionCheck attention;
  private final BotCommands commands;
  private final TelegramAccess access;
  private final FileDownloader downloader;
  private final TelegramStore store;
  private final ChatService chats;
  private final int context;
  private final BridgeCounters counters;

  UpdateHandler(
      MentionCheck attention,
      BotCommands commands,
      TelegramAccess access,
      FileDownloader downloader,
      TelegramStore store,
      ChatService chats,
      int context,
      BridgeCounters counters) {
    this.attention = attention;
    this.commands = commands;
    this.access = access;
    this.downloader = downloader;
    this.store = store;
    this.chats = chats;
    this.context = context;
    this.counters = counters;
  }

  /** Handles one update, or all updates of an album. */
  void handle(List<TelegramUpdate> updates) throws IOException, InterruptedException {
    switch (updates.getFirst().event()) {
      case TelegramUpdate.Posted _ -> arrived(posted(updates), false);
      case TelegramUpdate.Edited(TelegramMessage message) -> arrived(List.of(message), true);
      case TelegramUpdate.Moved _, TelegramUpdate.Other _ -> counters.ignored.increment();
    }
  }

  private static List<TelegramMessage> posted(List<TelegramUpdate> updates) {
    var messages = new ArrayList<TelegramMessage>();
    for (TelegramUpdate update : updates) {
      if (update.event() instanceof TelegramUpdate.Posted(TelegramMessage message)) {
        messages.add(message);
      }
    }
    messages.sort(Comparator.comparingLong(TelegramMessage::id));
    return messages;
  }

  private void arrived(List<TelegramMessage> parts, boolean isEdit)
      throws IOException, InterruptedException {
    TelegramMessage message = parts.getFirst();
    ChatId place = message.chat().id();
    switch (message.content()) {
      case MessageContent.MigratedTo(ChatId next) -> store.move(place, next);
      case MessageContent.MigratedFrom(ChatId before) -> store.move(before, place);
      case null, default -> {
        MessageAuthor author = MessageAuthor.of(message);
        ChatId home = store.homeOf(place);
        if (author == null || !isConversation(message.chat())) {
          counters.ignored.increment();
        } else if (!access.permits(author, place, home)) {
          strangerCame(message, author);
        } else {
          said(new IncomingMessage(parts, author, home, isEdit));
        }
      }
    }
  }

  private static boolean isConversation(TelegramChat chat) {
    return chat.isGroup() || chat.type() == TelegramChat.Type.PRIVATE;
  }

  private void said(IncomingMessage said) throws IOException, InterruptedException {
    BotCommands.Command command = commands.in(said.first());
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
      counters.ignored.increment();
      return;
    }
    counters.commands.increment();
    String answer = commands.answer(command, said.conversation());
    answer(said, "/" + command, answer);
  }

  private void answer(IncomingMessage said, String words, String answer)
      throws IOException, InterruptedException {
    IntakeResult taken = chats.answer(said.conversation(), said.with(words, List.of()), answer);
    if (taken instanceof IntakeResult.Refused(String reason)) {
      LOG.warn("Cannot answer chat {}: {}", said.conversation(), reason);
    }
  }

  private void take(IncomingMessage said) throws IOException, InterruptedException {
    var files = new ArrayList<@Nullable String>();
    var attachments = new ArrayList<RawJson>();
    for (TelegramMessage part : said.parts()) {
      Luggage luggage = luggage(said, part);
      files.add(luggage == null ? null : luggage.words());
      if (luggage != null && luggage.facts() != null) {
        attachments.add(luggage.facts());
      }
    }
    String words = MessageDescription.ofAlbum(said.parts(), files);
    if (words.isEmpty()) {
      counters.ignored.increment();
      return;
    }
    ChatMessage message = said.with(addressed(said, words), attachments);
    if (chats.take(said.conversation(), message) instanceof IntakeResult.Refused(String reason)) {
      answer(said, words, "I could not accept your message: " + reason + ".");
    }
    counters.taken.increment();
  }

  private @Nullable Luggage luggage(IncomingMessage said, TelegramMessage part)
      throws InterruptedException {
    return switch (part.content()) {
      case MessageContent.Sticker _ -> null; // its description says enough
      case MessageContent.Media media when !said.isEdit() ->
          downloader.bring(said.conversation(), said.ownId(part), media);
      case null, default -> null;
    };
  }

  private String addressed(IncomingMessage said, String words)
      throws IOException, InterruptedException {
    String marked = said.isEdit() ? "[changed] " + words : words;
    if (!said.isInGroup()) {
      return marked;
    }
    List<ChatLine> before =
        context == 0 ? List.of() : chats.overheard(said.conversation(), context);
    return MessageDescription.inContext(
        before.stream().map(ChatLine::text).toList(), MessageDescription.by(said.author(), marked));
  }

  private void overhear(IncomingMessage said) throws IOException, InterruptedException {
    String words = MessageDescription.ofAlbum(said.parts());
    if (context == 0 || words.isEmpty() || said.isEdit()) {
      counters.ignored.increment();
      return;
    }
    String aside = MessageDescription.aside(said.author(), words);
    chats.overhear(said.conversation(), said.with(aside, List.of()));
    counters.overheard.increment();
  }

  /** In a group, everybody would see the code. */
  private void strangerCame(TelegramMessage message, MessageAuthor author)
      throws IOException, InterruptedException {
    counters.strangers.increment();
    if (message.chat().type() != TelegramChat.Type.PRIVATE) {
      return;
    }
    var said = new IncomingMessage(List.of(message), author, message.chat().id(), false);
    switch (access.invite(author, said.ownId())) {
      case PairingInvitation.Code(String code) ->
          answer(
              said,
              "asked for access",
              """
              Hello! You do not have access yet. Send this code to the person who runs this bot:

              %s

              The code is valid for one hour. I will write to you when you have access.\
              """
                  .formatted(code));
      case PairingInvitation.Pending _, PairingInvitation.Full _ ->
          LOG.debug("A person without access wrote again");
    }
  }
}
