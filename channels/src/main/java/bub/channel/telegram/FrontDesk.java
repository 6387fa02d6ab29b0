package bub.channel.telegram;

import bub.channel.ChannelFacts;
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
import java.util.List;
import java.util.Locale;
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

  void handle(Update update) throws IOException, InterruptedException {
    switch (update.event()) {
      case Update.Posted(Message message) -> arrived(message, false);
      case Update.Edited(Message message) -> arrived(message, true);
      case Update.Moved _, Update.Other _ -> tally.ignored.increment();
    }
  }

  private void arrived(Message message, boolean isEdit) throws IOException, InterruptedException {
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
          said(new Said(message, speaker, home, isEdit));
        }
      }
    }
  }

  private static boolean isConversation(Chat chat) {
    return chat.isGroup() || chat.type() == Chat.Type.PRIVATE;
  }

  /** Something that somebody who may says. */
  private record Said(Message message, Speaker speaker, ChatId home, boolean isEdit) {
    boolean isInGroup() {
      return message.chat().isGroup();
    }

    String ownId() {
      return OwnId.of(message, home, isEdit);
    }

    TgMessage with(String words, List<RawJson> attachments) {
      Message answered = message.replyTo();
      return new TgMessage(
          words,
          String.valueOf(speaker.id()),
          ChannelFacts.TELEGRAM.channel(),
          speaker.username(),
          speaker.name(),
          message.chat().type().name().toLowerCase(Locale.ROOT),
          ownId(),
          answered == null ? null : OwnId.of(answered.id(), message.chat().id(), home),
          attachments);
    }
  }

  private void said(Said said) throws IOException, InterruptedException {
    Commands.Command command = commands.in(said.message());
    boolean isForUs = !said.isInGroup() || attention.isCalledBy(said.message());
    if (command != null && command.isForMe() && (command.isKnown() || isForUs)) {
      commanded(said, command.name());
    } else if (isForUs) {
      take(said);
    } else {
      overhear(said);
    }
  }

  private void commanded(Said said, String command) throws IOException, InterruptedException {
    if (said.isEdit()) {
      tally.ignored.increment();
      return;
    }
    tally.commands.increment();
    String answer = commands.answer(command, said.home());
    answer(said, "/" + command, answer);
  }

  private void answer(Said said, String words, String answer)
      throws IOException, InterruptedException {
    Taken taken = house.answer(said.home(), said.with(words, List.of()), answer);
    if (taken instanceof Taken.Refused(String reason)) {
      LOG.warn("chat {} cannot be answered: {}", said.home(), reason);
    }
  }

  private void take(Said said) throws IOException, InterruptedException {
    Luggage luggage = luggage(said);
    String words = Wording.of(said.message(), luggage == null ? null : luggage.words());
    if (words.isEmpty()) {
      tally.ignored.increment();
      return;
    }
    RawJson facts = luggage == null ? null : luggage.facts();
    TgMessage message =
        said.with(addressed(said, words), facts == null ? List.of() : List.of(facts));
    if (house.take(said.home(), message) instanceof Taken.Refused(String reason)) {
      answer(said, words, "I could not take that: " + reason);
    }
    tally.taken.increment();
  }

  private @Nullable Luggage luggage(Said said) throws InterruptedException {
    return switch (said.message().content()) {
      case Content.Sticker _ -> null; // its words say enough
      case Content.Media media when !said.isEdit() ->
          porter.bring(said.home(), said.ownId(), media);
      case null, default -> null;
    };
  }

  private String addressed(Said said, String words) throws IOException, InterruptedException {
    String marked = said.isEdit() ? "[changed] " + words : words;
    if (!said.isInGroup()) {
      return marked;
    }
    List<Line> before = context == 0 ? List.of() : house.overheard(said.home(), context);
    return Wording.inContext(
        before.stream().map(Line::text).toList(), Wording.by(said.speaker(), marked));
  }

  private void overhear(Said said) throws IOException, InterruptedException {
    String words = Wording.of(said.message(), null);
    if (context == 0 || words.isEmpty() || said.isEdit()) {
      tally.ignored.increment();
      return;
    }
    String aside = Wording.aside(said.speaker(), words);
    house.overhear(said.home(), said.with(aside, List.of()));
    tally.overheard.increment();
  }

  /** In a group a code would be for everybody to see. */
  private void strangerCame(Message message, Speaker speaker)
      throws IOException, InterruptedException {
    tally.strangers.increment();
    if (message.chat().type() != Chat.Type.PRIVATE) {
      return;
    }
    var said = new Said(message, speaker, message.chat().id(), false);
    switch (access.invite(speaker, said.ownId())) {
      case Invitation.Code(String code) ->
          answer(
              said,
              "asked to be let in",
              """
              Hello! I do not know you yet. If you know who runs this bot, ask them to enter

              bub telegram approve %s

              within an hour. I will tell you when that is done.\
              """
                  .formatted(code));
      case Invitation.Pending _, Invitation.Full _ ->
          LOG.debug("somebody who was not let in wrote again");
    }
  }
}
