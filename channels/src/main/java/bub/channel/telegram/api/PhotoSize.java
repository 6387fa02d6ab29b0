package bub.channel.telegram.api;

/** One of the sizes of a photo. */
public record PhotoSize(MediaFile file, long width, long height) {
  long pixels() {
    return width * height;
  }
}
