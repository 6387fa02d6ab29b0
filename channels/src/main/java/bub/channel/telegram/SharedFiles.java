package bub.channel.telegram;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import bub.channel.ChannelDescription;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Files that agents share with people: {@code data}, and {@code data/inbox} for received files. An
 * agent can change links at any moment, so no step follows a link. Safe for any thread.
 */
final class SharedFiles {
  static final String INBOX = "inbox";

  private static final FileAttribute<?> OWNERS_DIRECTORY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final FileAttribute<?> OWNERS_FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Path root;

  SharedFiles(Path root) {
    this.root = root;
  }

  private record Stored(Path name, BasicFileAttributes facts) {}

  private interface Visit<T> {
    T in(SecureDirectoryStream<Path> directory) throws IOException;
  }

  /** Replaces a file of that name. Deletes the oldest files above {@code room} bytes. */
  void receive(ChatId chat, String name, Path file, long room) throws IOException {
    List<String> steps = List.of(folder(chat), "data", INBOX);
    create(steps);
    visit(
        steps,
        inbox -> {
          makeRoom(inbox, room - Files.size(file));
          var draft = Path.of(".part-" + name);
          delete(inbox, draft);
          try (SeekableByteChannel out =
              inbox.newByteChannel(draft, Set.of(CREATE_NEW, WRITE, NOFOLLOW_LINKS), OWNERS_FILE)) {
            Files.copy(file, Channels.newOutputStream(out));
          }
          inbox.move(draft, inbox, Path.of(name));
          return name;
        });
  }

  private static void makeRoom(SecureDirectoryStream<Path> inbox, long room) throws IOException {
    var files = new ArrayList<Stored>();
    for (Path entry : inbox) {
      Path name = entry.getFileName();
      BasicFileAttributes facts = facts(inbox, name);
      if (facts.isRegularFile()) {
        files.add(new Stored(name, facts));
      }
    }
    long bytes = files.stream().mapToLong(file -> file.facts().size()).sum();
    files.sort(Comparator.comparing(file -> file.facts().lastModifiedTime()));
    for (Stored file : files) {
      if (bytes <= room) {
        return;
      }
      delete(inbox, file.name());
      bytes -= file.facts().size();
    }
  }

  /** Copies an agent's file, relative to {@code data}, to a place that no agent can change. */
  void fetch(ChatId chat, Path file, Path target, long maxBytes) throws IOException {
    var steps = new ArrayList<>(List.of(folder(chat), "data"));
    for (Path step : file) {
      steps.add(step.toString());
    }
    var name = Path.of(steps.removeLast());
    visit(
        steps,
        directory -> {
          BasicFileAttributes facts = facts(directory, name);
          if (!facts.isRegularFile() || facts.size() > maxBytes) {
            throw new NoSuchFileException(
                file + " is not a regular file of at most " + maxBytes + " bytes");
          }
          try (SeekableByteChannel in =
                  directory.newByteChannel(name, Set.of(READ, NOFOLLOW_LINKS));
              var out = Files.newByteChannel(target, Set.of(CREATE_NEW, WRITE), OWNERS_FILE)) {
            Channels.newInputStream(in).transferTo(Channels.newOutputStream(out));
          }
          return name;
        });
  }

  private static String folder(ChatId chat) {
    return ChannelDescription.TELEGRAM.channel() + ":" + chat;
  }

  private void create(List<String> steps) throws IOException {
    Files.createDirectories(root, OWNERS_DIRECTORY);
    Path directory = root;
    for (String step : steps) {
      directory = directory.resolve(step);
      try {
        Files.createDirectory(directory, OWNERS_DIRECTORY);
      } catch (FileAlreadyExistsException good) {
        // The visit fails if this is not a directory.
      }
    }
  }

  private <T> T visit(List<String> steps, Visit<T> visit) throws IOException {
    try (var stream = Files.newDirectoryStream(root)) {
      if (stream instanceof SecureDirectoryStream<Path> secure) {
        return visit(secure, steps, visit);
      }
      throw new IOException("this system cannot open " + root + " without following links");
    }
  }

  private static <T> T visit(
      SecureDirectoryStream<Path> directory, List<String> steps, Visit<T> visit)
      throws IOException {
    if (steps.isEmpty()) {
      return visit.in(directory);
    }
    var step = Path.of(steps.getFirst());
    try (var next = directory.newDirectoryStream(step, NOFOLLOW_LINKS)) {
      return visit(next, steps.subList(1, steps.size()), visit);
    }
  }

  private static BasicFileAttributes facts(SecureDirectoryStream<Path> directory, Path name)
      throws IOException {
    return directory
        .getFileAttributeView(name, BasicFileAttributeView.class, NOFOLLOW_LINKS)
        .readAttributes();
  }

  private static void delete(SecureDirectoryStream<Path> directory, Path name) throws IOException {
    try {
      directory.deleteFile(name);
    } catch (NoSuchFileException good) {
      // The file was already deleted or never existed.
    }
  }
}
