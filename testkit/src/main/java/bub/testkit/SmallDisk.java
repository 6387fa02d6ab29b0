package bub.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A separate ext4 file system that a test can fill, with blocks of 1 KiB. Needs root. */
public final class SmallDisk implements AutoCloseable {
  private final Path mountPoint;
  private final Path filler;

  private SmallDisk(Path mountPoint) {
    this.mountPoint = mountPoint;
    this.filler = mountPoint.resolve("filler");
  }

  /** Skips the test if this process may not mount. */
  public static SmallDisk mount(Path directory, int mebibytes)
      throws IOException, InterruptedException {
    Path image = directory.resolve("disk.img");
    try (var file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength((long) mebibytes << 20);
    }
    Path mountPoint = Files.createDirectory(directory.resolve("disk"));
    assumeTrue(
        succeeds("mkfs.ext4", "-q", "-b", "1024", "-m", "0", image.toString())
            && succeeds("mount", "-o", "loop", image.toString(), mountPoint.toString()),
        "only root can mount a small disk, and only where mounting is allowed");
    return new SmallDisk(mountPoint);
  }

  public Path path() {
    return mountPoint;
  }

  public void fill() throws IOException {
    for (int chunk = 64 * 1024; chunk > 0; chunk /= 64) {
      try (OutputStream out =
          Files.newOutputStream(filler, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
        byte[] bytes = new byte[chunk];
        while (true) {
          out.write(bytes);
        }
      } catch (IOException full) {
        // A smaller chunk may still fit.
      }
    }
  }

  public void makeRoom() throws IOException {
    Files.deleteIfExists(filler);
  }

  public void remount(String option) throws IOException, InterruptedException {
    if (!succeeds("mount", "-o", "remount," + option, mountPoint.toString())) {
      throw new IOException("cannot remount " + mountPoint);
    }
  }

  private static boolean succeeds(String... command) throws IOException, InterruptedException {
    try (ChildProcess child = ChildProcess.start(new ProcessBuilder(command))) {
      return child.awaitExit() == 0;
    } catch (IOException noSuchProgram) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    try {
      succeeds("umount", "--lazy", mountPoint.toString());
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }
}
