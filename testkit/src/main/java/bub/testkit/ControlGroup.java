package bub.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A control group of Linux for what a test starts: no other process is in it, and nobody who is in
 * it can hide from its end.
 */
final class ControlGroup implements AutoCloseable {
  private static final Path ROOT = Path.of("/sys/fs/cgroup");
  private static final String MEMBERS = "cgroup.procs";
  private static final Duration GLANCE = Duration.ofMillis(20);
  private static final int LOOKS = 250;

  /** By these systemd knows who belongs to whom: version two, or what it has beside version one. */
  private static final List<Path> TRACKING =
      List.of(ROOT, ROOT.resolve("unified"), ROOT.resolve("systemd"));

  private final String name;

  private ControlGroup(String name) {
    this.name = name;
  }

  /** Whether this user may make one. */
  static boolean isAllowed() {
    return TRACKING.stream().anyMatch(ControlGroup::isHierarchy);
  }

  private static boolean isHierarchy(Path directory) {
    return Files.isWritable(directory.resolve(MEMBERS));
  }

  /**
   * Makes one.
   *
   * @param name nobody else's
   */
  static ControlGroup make(String name) throws IOException {
    var group = new ControlGroup(name);
    for (Path hierarchy : TRACKING) {
      if (isHierarchy(hierarchy)) {
        Files.createDirectory(hierarchy.resolve(name));
      }
    }
    return group;
  }

  /** The files that a process writes its number into to become a member. */
  List<Path> doors() {
    return TRACKING.stream()
        .map(hierarchy -> hierarchy.resolve(name).resolve(MEMBERS))
        .filter(Files::exists)
        .toList();
  }

  /** Kills who is left, and removes the group wherever systemd has made it, too. */
  @Override
  public void close() throws IOException {
    for (int look = 0; look < LOOKS && kill(); look++) {
      pause();
    }
    for (Path directory : directories()) {
      Files.deleteIfExists(directory);
    }
  }

  /** Kills all members; false when there are none. */
  private boolean kill() throws IOException {
    boolean found = false;
    for (Path directory : directories()) {
      for (String pid : members(directory)) {
        found = true;
        ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
      }
    }
    return found;
  }

  private static List<String> members(Path directory) {
    try {
      return Files.readAllLines(directory.resolve(MEMBERS));
    } catch (IOException | UncheckedIOException gone) {
      return List.of();
    }
  }

  /** The group and all groups in it, the innermost first. */
  private List<Path> directories() throws IOException {
    try (Stream<Path> hierarchies = Files.list(ROOT)) {
      return Stream.concat(Stream.of(ROOT), hierarchies)
          .map(hierarchy -> hierarchy.resolve(name))
          .filter(Files::isDirectory)
          .flatMap(ControlGroup::tree)
          .toList();
    }
  }

  private static Stream<Path> tree(Path top) {
    try (Stream<Path> all = Files.walk(top)) {
      return all.filter(Files::isDirectory).sorted(Comparator.reverseOrder()).toList().stream();
    } catch (IOException | UncheckedIOException changing) {
      return Stream.of(top);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(GLANCE);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }
}
