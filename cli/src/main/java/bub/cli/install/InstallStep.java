package bub.cli.install;

import bub.cli.machine.ExternalProgram;
import bub.cli.machine.HumanUnits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** One step of an installation, which is harmless to repeat. */
sealed interface InstallStep {
  String words();

  void take() throws IOException, InterruptedException;

  /** Writes a file atomically: readers see the old content or the new. */
  record Write(Path file, String content, String mode) implements InstallStep {
    @Override
    public String words() {
      return "write  " + file;
    }

    @Override
    public void take() throws IOException {
      place(file, next -> Files.writeString(next, content), mode);
    }
  }

  /** Keeps the modification time, which Java compares with the one in its class cache. */
  record Copy(Path from, Path to) implements InstallStep {
    @Override
    public String words() {
      try {
        return "copy   %s to %s (%s)".formatted(from, to, HumanUnits.bytes(Files.size(from)));
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }

    @Override
    public void take() throws IOException {
      // Replace the file, so that a program that runs from the old one keeps it.
      place(
          to,
          next -> {
            Files.copy(from, next, StandardCopyOption.REPLACE_EXISTING);
            Files.setLastModifiedTime(next, Files.getLastModifiedTime(from));
          },
          "rw-r--r--");
    }
  }

  record Delete(Path file) implements InstallStep {
    @Override
    public String words() {
      return "delete " + file;
    }

    @Override
    public void take() throws IOException {
      Files.deleteIfExists(file);
    }
  }

  record Run(List<String> command) implements InstallStep {
    @Override
    public String words() {
      return "run    " + String.join(" ", command);
    }

    @Override
    public void take() throws IOException, InterruptedException {
      ExternalProgram.Finished finished = ExternalProgram.run(command);
      if (!finished.isGood()) {
        throw new IOException(String.join(" ", command) + " failed: " + finished.output().strip());
      }
    }
  }

  /** Runs a system program that bub can do without. */
  record Attempt(List<String> command) implements InstallStep {
    @Override
    public String words() {
      return "try    " + String.join(" ", command);
    }

    @Override
    public void take() throws InterruptedException {
      try {
        ExternalProgram.run(command);
      } catch (IOException missing) {
        // The program is missing here; "bub doctor" explains the consequences.
      }
    }
  }

  interface Filling {
    void fill(Path file) throws IOException;
  }

  private static void place(Path file, Filling filling, String mode) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null) {
      throw new IOException(file + " is not a valid file path");
    }
    makeReadable(directory);
    Path next = Files.createTempFile(directory, file.getFileName().toString(), ".new");
    try {
      filling.fill(next);
      Files.setPosixFilePermissions(next, PosixFilePermissions.fromString(mode));
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(next);
    }
  }

  /** A service of another user must read the directories, whatever the umask. */
  private static void makeReadable(Path directory) throws IOException {
    Path parent = directory.getParent();
    if (parent == null || Files.isDirectory(directory)) {
      return;
    }
    makeReadable(parent);
    Files.createDirectory(directory);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
