package bub.system.spawn;

import bub.protocol.Address;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Probe of the protections on this machine: units with the properties of an agent. */
public final class SandboxProbe {
  private static final Address AGENT = new Address("agent:probe");

  /** An agent must be able to write to its workspace. */
  private static final List<String> COMMAND = List.of("/bin/sh", "-c", ": > data/probe");

  private final SpawnSettings settings;
  private final UserSystemd manager;

  SandboxProbe(SpawnSettings settings, UserSystemd manager) {
    this.settings = settings;
    this.manager = manager;
  }

  /** Sorted; empty when all work. Throws when systemd cannot run any unit. */
  public static List<String> missingProtections(SpawnSettings settings, UserSystemd manager)
      throws IOException {
    return List.copyOf(new TreeSet<>(new SandboxProbe(settings, manager).run().missing()));
  }

  Sandbox run() throws IOException {
    Files.createDirectories(settings.stateDir());
    Path directory = Files.createTempDirectory(settings.stateDir(), ".probe");
    try {
      Files.createDirectory(directory.resolve("logs"));
      Files.createDirectory(directory.resolve("data"));
      Path token = Files.createFile(directory.resolve("token"));
      var launch = new AgentLaunch(AGENT, directory, token, COMMAND);
      if (!works(launch, List.of())) {
        throw new IOException("systemd cannot run units for this user");
      }
      return Sandbox.strongest(
          Sandbox.protections(launch, settings.stateDir()),
          properties -> works(launch, properties));
    } finally {
      delete(directory);
    }
  }

  private boolean works(AgentLaunch launch, List<String> protections) {
    var properties = new ArrayList<String>();
    properties.add("WorkingDirectory=" + launch.workspace());
    properties.addAll(settings.limits().properties());
    properties.addAll(protections);
    return manager.canRun(properties, launch.command());
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (UncheckedIOException unreadable) {
      throw unreadable.getCause();
    }
  }
}
