package bub.channel.telegram;

import bub.channel.ChannelDescription;
import bub.channel.ChatProgress;
import bub.channel.store.ChatLine;
import bub.channel.telegram.api.ApiOutcome;
import bub.channel.telegram.api.NoValue;
import bub.channel.telegram.api.SentMessage;
import bub.channel.telegram.store.Draft;
import bub.channel.telegram.store.TelegramStore;
import bub.channel.telegram.text.MessagePart;
import bub.channel.telegram.text.TelegramText;
import bub.client.TimeSource;
import bub.protocol.Address;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Messages that show answers in progress. Safe for any thread, one thread per chat. */
final class DraftMessages {
  private final TelegramSender sender;
  private final TelegramStore store;
  private final SendRateLimiter limiter;
  private final Duration editEvery;
  private final TimeSource time;
  private final Map<ChatId, Sketch> sketches = new ConcurrentHashMap<>();

  /** A draft with the hash of its visible text and the time of the last edit. */
  private record Sketch(Draft draft, int words, Instant since) {}

  DraftMessages(
      TelegramSender sender,
      TelegramStore store,
      SendRateLimiter limiter,
      Duration editEvery,
      TimeSource time) {
    this.sender = sender;
    this.store = store;
    this.limiter = limiter;
    this.editEvery = editEvery;
    this.time = time;
  }

  /** Shows nothing while other messages need the rate limit. */
  void show(ChatId home, ChatProgress.Partial partial) throws IOException, InterruptedException {
    ChatId place = store.placeOf(home);
    Sketch sketch = sketches.get(home);
    // Telegram allows few messages per minute in a group; they are reserved for answers.
    if (SendRateLimiter.isGroup(place) || (sketch != null && !isDue(sketch))) {
      return;
    }
    List<MessagePart> parts = TelegramText.of(partial.text());
    if (parts.isEmpty() || isSame(sketch, parts.getFirst()) || !limiter.tryEnter(place)) {
      return;
    }
    Draft draft = sketch == null ? store.draft(home) : sketch.draft();
    if (draft != null && draft.isOpen() && draft.answers().equals(partial.messageId())) {
      grow(home, draft, parts.getFirst());
    } else {
      discard(home, draft);
      begin(home, place, partial.messageId(), parts.getFirst());
    }
  }

  private boolean isDue(Sketch sketch) {
    return !time.now().isBefore(sketch.since().plus(editEvery));
  }

  private static boolean isSame(@Nullable Sketch sketch, MessagePart part) {
    return sketch != null && sketch.words() == part.text().hashCode();
  }

  private void begin(ChatId home, ChatId place, String messageId, MessagePart part)
      throws IOException, InterruptedException {
    Instant now = time.now();
    switch (sender.sketch(home, part, ownId(home, messageId))) {
      case ApiOutcome.Ok<SentMessage>(SentMessage sent) when sent.messageId() != null -> {
        var draft = new Draft(place.value(), sent.messageId(), messageId, null);
        // So that no partial answer remains after a crash.
        store.keep(home, draft);
        sketches.put(home, new Sketch(draft, part.text().hashCode(), now));
      }
      case ApiOutcome.Ok<SentMessage> _,
          ApiOutcome.Retry<SentMessage> _,
          ApiOutcome.Refused<SentMessage> _ -> {}
    }
  }

  /** A bus id is the chat's address, a slash and the channel's id. */
  private static @Nullable String ownId(ChatId home, String messageId) {
    Address address = ChannelDescription.TELEGRAM.address(home);
    return messageId.startsWith(address + "/")
        ? messageId.substring(address.value().length() + 1)
        : null;
  }

  private void grow(ChatId home, Draft draft, MessagePart part)
      throws IOException, InterruptedException {
    var sketch = new Sketch(draft, part.text().hashCode(), time.now());
    switch (sender.edit(home, draft.messageId(), part)) {
      case ApiOutcome.Ok<NoValue> _, ApiOutcome.Retry<NoValue> _ -> sketches.put(home, sketch);
      case ApiOutcome.Refused<NoValue> _ -> forget(home);
    }
  }

  /** Returns null when there is no such draft, or no longer. */
  @Nullable ApiOutcome<NoValue> complete(ChatId home, ChatLine line, MessagePart part)
      throws IOException, InterruptedException {
    Draft draft = store.draft(home);
    ChatId place = store.placeOf(home);
    if (draft == null || line.replyTo() == null) {
      return null;
    }
    if (!isDraftOf(draft, line) || !draft.chat().equals(place.value())) {
      // An agent writes one answer at a time, so this draft will not be finished.
      if (line.agent() != null) {
        discard(home, draft);
        forget(home);
      }
      return null;
    }
    limiter.enter(place);
    ApiOutcome<NoValue> outcome = sender.edit(home, draft.messageId(), part);
    return switch (outcome) {
      case ApiOutcome.Ok<NoValue> _ -> {
        store.keep(home, draft.completedBy(line.number()));
        sketches.remove(home);
        yield outcome;
      }
      case ApiOutcome.Retry<NoValue> _ -> outcome;
      case ApiOutcome.Refused<NoValue> _ -> {
        forget(home);
        yield null;
      }
    };
  }

  /** Removes an answer in progress that no agent will finish. */
  void remove(ChatId home) throws IOException, InterruptedException {
    Draft draft = store.draft(home);
    if (draft != null && draft.isOpen()) {
      discard(home, draft);
      forget(home);
    }
  }

  private static boolean isDraftOf(Draft draft, ChatLine line) {
    Long became = draft.line();
    return line.replyTo() != null
        && draft.answers().equals(line.replyTo().value())
        && (became == null || became == line.number());
  }

  private void forget(ChatId home) throws IOException, InterruptedException {
    sketches.remove(home);
    store.forgetDraft(home);
  }

  private void discard(ChatId home, @Nullable Draft draft) throws InterruptedException {
    if (draft != null && draft.isOpen()) {
      sender.delete(home, draft.messageId());
    }
  }
}
