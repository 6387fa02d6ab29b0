package bub.channel.telegram.api;

import bub.protocol.message.ChatId;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Content of a message besides its text. A message has at most one. */
public sealed interface MessageContent {

  /** Content that can be downloaded with {@link BotApi#getFile}. */
  sealed interface Media extends MessageContent {
    MediaFile file();
  }

  record Photo(List<PhotoSize> sizes) implements Media {
    public Photo {
      sizes = List.copyOf(sizes);
      if (sizes.isEmpty()) {
        throw new IllegalArgumentException("a photo needs at least one size");
      }
    }

    @Override
    public MediaFile file() {
      return sizes.stream().max(Comparator.comparingLong(PhotoSize::pixels)).orElseThrow().file();
    }
  }

  record Document(MediaFile file) implements Media {}

  record Voice(MediaFile file, long seconds) implements Media {}

  record Audio(MediaFile file, long seconds, @Nullable String performer, @Nullable String title)
      implements Media {}

  record Video(MediaFile file, long seconds) implements Media {}

  /** A round video recorded in the chat. */
  record VideoNote(MediaFile file, long seconds) implements Media {}

  record Animation(MediaFile file, long seconds) implements Media {}

  record Sticker(MediaFile file, @Nullable String emoji, @Nullable String setName)
      implements Media {}

  /** A place; {@code title} and {@code address} belong to a venue. */
  record Location(
      double latitude, double longitude, @Nullable String title, @Nullable String address)
      implements MessageContent {}

  record Contact(
      String phoneNumber, String firstName, @Nullable String lastName, @Nullable Long userId)
      implements MessageContent {}

  record Poll(String question, List<String> options) implements MessageContent {
    public Poll {
      options = List.copyOf(options);
    }
  }

  record Dice(String emoji, long value) implements MessageContent {}

  record Joined(List<TelegramUser> users) implements MessageContent {
    public Joined {
      users = List.copyOf(users);
    }
  }

  record Left(TelegramUser user) implements MessageContent {}

  record MigratedTo(ChatId chat) implements MessageContent {}

  record MigratedFrom(ChatId chat) implements MessageContent {}
}
