package bub.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A Linux control group for the processes of a test, none of which survives its end. */
final class ControlGroup implements AutoCloseable {
  private static final Path ROOT = Path.of("/sys/fs/cgroup");
  private static final String MEMBERS = "cgroup.procs";
  private static final Duration GLANCE = Duration.ofMillis(20);
  private static final int LOOKS = 250;

  /** Hierarchies in which systemd tracks processes: version 2, or its own one beside version 1. */
  private static final List<Path> TRACKING =
      List.of(ROOT, ROOT.resolve("unified"), ROOT.resolve("systemd"));

  private final String name;

  private ControlGroup(String name) {
    this.name = name;
  }

  static boolean isAllowed() {
    return TRACKING.stream().anyMatch(ControlGroup::isHierarchy);
  }

  private static boolean isHierarchy(Path directory) {
    return Files.isWritable(directory.resolve(MEMBERS));
  }

  static ControlGroup make(String name) throws IOException {
    var group = new ControlGroup(name);
    for (Path hierarchy : TRACKING) {
      if (isHierarchy(hierarchy)) {
        Files.createDirectory(hierarchy.resolve(name));
      }
    }
    return group;
  }

  /** Returns the files to which a process writes its pid to join. */
  List<Path> doors() {
    return TRACKING.stream()
        .map(hierarchy -> hierarchy.resolve(name).resolve(MEMBERS))
        .filter(Files::exists)
        .toList();
  }

  /** Also removes the group where systemd created it. */
  @Override
  public void close() throws IOException {
    for (int look = 0; look < LOOKS && kill(); look++) {
      pause();
    }
    for (Path directory : directories()) {
      Files.deleteIfExists(directory);
    }
  }

  /** Returns false when there are no members. */
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

  /** Returns the group and all its subgroups, innermost first. */
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
