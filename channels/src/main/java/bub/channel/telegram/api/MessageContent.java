package bub.channel.telegram.api;

import bub.protocol.message.ChatId;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a message has beside text. There is never more than one of it in a message. */
public sealed interface MessageContent {

  /** Something that can be fetched with {@link BotApi#getFile}. */
  sealed interface Media extends MessageContent {
    MediaFile file();
  }

  record Photo(List<PhotoSize> sizes) implements Media {
    public Photo {
      sizes = List.copyOf(sizes);
      if (sizes.isEmpty()) {
        throw new IllegalArgumentException("a photo has at least one size");
      }
    }

    /** The largest of the sizes. */
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

  /** A round video that was taken while it was sent. */
  record VideoNote(MediaFile file, long seconds) implements Media {}

  record Animation(MediaFile file, long seconds) implements Media {}

  record Sticker(MediaFile file, @Nullable String emoji, @Nullable String setName)
      implements Media {}

  /**
   * A place on earth.
   *
   * @param title of a place with a name
   * @param address of a place with a name
   */
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

  /** This group is another chat from now on. */
  record MigratedTo(ChatId chat) implements MessageContent {}

  /** This group was another chat before. */
  record MigratedFrom(ChatId chat) implements MessageContent {}
}
