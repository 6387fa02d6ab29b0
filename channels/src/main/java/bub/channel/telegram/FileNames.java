package bub.channel.telegram;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.channel.telegram.api.MediaFile;
import bub.channel.telegram.api.MessageContent;

/** Safe names for received files. A name never leads out of its directory. */
final class FileNames {
  private static final int MAX_BYTES = 100;
  private static final int MAX_EXTENSION = 12;

  private FileNames() {}

  static String of(String ownId, MessageContent.Media media) {
    return ownId.replaceAll("[^0-9.~-]", "_").replaceFirst("^[.-]+", "") + "-" + base(media);
  }

  private static String base(MessageContent.Media media) {
    MediaFile file = media.file();
    String name = file.name();
    String safe = name == null ? "" : safe(name);
    return safe.isEmpty()
        ? MessageDescription.kind(media).replace(' ', '-') + extension(media)
        : safe;
  }

  /** Removes directories and leading dots. */
  static String safe(String name) {
    String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
    String plain = last.replaceAll("[^\\p{L}\\p{M}\\p{N}._-]+", "_").replaceFirst("^[._-]+", "");
    int dot = plain.lastIndexOf('.');
    boolean hasExtension = dot > 0 && plain.length() - dot <= MAX_EXTENSION;
    String extension = hasExtension ? plain.substring(dot) : "";
    String stem = hasExtension ? plain.substring(0, dot) : plain;
    int room = MAX_BYTES - extension.getBytes(UTF_8).length;
    while (stem.getBytes(UTF_8).length > room) {
      stem = stem.substring(0, stem.offsetByCodePoints(stem.length(), -1));
    }
    return stem.isEmpty() ? "" : stem + extension;
  }

  private static String extension(MessageContent.Media media) {
    return switch (media) {
      case MessageContent.Photo _ -> ".jpg";
      case MessageContent.Voice _ -> ".ogg";
      case MessageContent.Video _, MessageContent.VideoNote _, MessageContent.Animation _ -> ".mp4";
      case MessageContent.Audio _ -> ".mp3";
      case MessageContent.Document(MediaFile file) ->
          "application/pdf".equals(file.mimeType()) ? ".pdf" : "";
      case MessageContent.Sticker _ -> ".webp";
    };
  }
}
