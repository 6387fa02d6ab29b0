package bub.system;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Disk and process errors as text for a chat, without local paths. */
final class SpawnErrors {
  private SpawnErrors() {}

  static String words(IOException trouble) {
    return switch (trouble) {
      case FileAlreadyExistsException _ -> "another file is in the place of its workspace";
      case AccessDeniedException _ -> "no permission to write to its workspace";
      case NoSuchFileException _ -> "a required directory is missing";
      case FileSystemException disk when disk.getReason() != null -> disk.getReason();
      case FileSystemException _ -> "its workspace cannot be written";
      default -> String.valueOf(trouble.getMessage());
    };
  }
}
