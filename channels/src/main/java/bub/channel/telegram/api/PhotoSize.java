package bub.channel.telegram.api;

/** One of the sizes a photo is kept in. */
public record PhotoSize(MediaFile file, long width, long height) {
  long pixels() {
    return width * height;
  }
}
