package bub.bench.server;

import bub.bench.wire.BenchFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Servers and files of one run, all removed however it ends. */
public final class BenchWorkspace implements AutoCloseable {
  private final Path directory;
  private final List<ServerProcess> servers = new ArrayList<>();
  private boolean closed;

  private BenchWorkspace(Path directory) {
    this.directory = directory;
  }

  public static BenchWorkspace open() throws IOException {
    BenchWorkspace workshop = new BenchWorkspace(Files.createTempDirectory("bub-bench-"));
    Runtime.getRuntime().addShutdownHook(new Thread(workshop::close, "bench-cleanup"));
    return workshop;
  }

  public Path directory(String name) throws IOException {
    return Files.createDirectories(directory.resolve(name));
  }

  public synchronized ServerProcess start(ServerCommand launch) throws IOException {
    if (closed) {
      throw new BenchFailure("the run was cancelled");
    }
    ServerProcess server = ServerProcess.start(launch);
    servers.add(server);
    return server;
  }

  public synchronized boolean closed() {
    return closed;
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      servers.forEach(ServerProcess::close);
      delete();
    }
  }

  private void delete() {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      System.err.println("Could not remove " + directory + ": " + e.getMessage());
    }
  }
}
