package bub.cli;

import bub.bus.activity.file.LogUnusable;
import bub.bus.activity.query.QueryRefused;
import bub.store.StoreUnusable;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Describes problems of the environment for users: files, directories and host names. */
final class SystemErrors {
  private SystemErrors() {}

  /** Returns null for any other exception. */
  static @Nullable String words(Exception thrown) {
    return switch (thrown) {
      case AccessDeniedException denied -> "Permission denied: " + denied.getFile();
      case NoSuchFileException missing -> "No such file or directory: " + missing.getFile();
      case FileAlreadyExistsException taken ->
          taken.getFile() + " already exists and is not a directory.";
      case NotDirectoryException plain -> plain.getFile() + " is not a directory.";
      case FileSystemException odd -> odd.getMessage();
      case UnknownHostException unknown -> "Unknown host: " + unknown.getMessage();
      case UncheckedIOException wrapped -> words(Objects.requireNonNull(wrapped.getCause()));
      case StoreUnusable unusable -> unusable.getMessage();
      case LogUnusable unusable -> unusable.getMessage();
      case QueryRefused unreadable -> unreadable.getMessage();
      default -> null;
    };
  }
}
