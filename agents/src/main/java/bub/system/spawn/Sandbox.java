package bub.system.spawn;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Protections of an agent's unit that work here, which depends on the kernel and the user's
 * manager.
 *
 * <p>Excluded on purpose: {@code MemoryDenyWriteExecute}, because Java compiles at run time, and
 * {@code ProcSubset=pid}, because Java could not read the memory limit of its unit.
 */
record Sandbox(Set<String> missing) {
  static final Sandbox FULL = new Sandbox(Set.of());

  private static final List<String> FOR_EVERY_AGENT =
      List.of(
          "NoNewPrivileges=yes",
          "LockPersonality=yes",
          "RestrictRealtime=yes",
          "RestrictSUIDSGID=yes",
          "RestrictNamespaces=yes",
          "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX",
          "SystemCallArchitectures=native",
          "KeyringMode=private",
          "AmbientCapabilities=",
          "UMask=0077",
          "PrivateUsers=yes",
          "PrivateDevices=yes",
          "PrivateIPC=yes",
          "ProtectProc=invisible",
          "ProtectControlGroups=yes",
          "ProtectKernelModules=yes",
          "ProtectKernelTunables=yes",
          "ProtectKernelLogs=yes",
          "ProtectClock=yes",
          "ProtectHostname=yes",
          "CapabilityBoundingSet=",
          "RemoveIPC=yes");

  private static final List<String> SYSTEM_CALLS =
      List.of(
          "SystemCallFilter=@system-service",
          "SystemCallFilter=~@privileged @resources",
          "SystemCallErrorNumber=EPERM");

  private static final List<String> SECRETS_AT_HOME =
      List.of(".ssh", ".gnupg", ".aws", ".kube", ".docker", ".netrc", ".config/gcloud");

  Sandbox {
    missing = Set.copyOf(missing);
  }

  /** {@code works} tests that a unit runs with these properties. */
  static Sandbox strongest(List<Protection> wanted, Predicate<List<String>> works) {
    var kept = new ArrayList<Protection>();
    var missing = new ArrayList<String>();
    add(wanted, kept, missing, works);
    return new Sandbox(Set.copyOf(missing));
  }

  /** Bisects a set that does not work, to find the single protections that fail. */
  private static void add(
      List<Protection> more,
      List<Protection> kept,
      List<String> missing,
      Predicate<List<String>> works) {
    if (more.isEmpty()) {
      return;
    }
    if (works.test(properties(Stream.concat(kept.stream(), more.stream())))) {
      kept.addAll(more);
    } else if (more.size() == 1) {
      missing.add(more.getFirst().name());
    } else {
      int half = more.size() / 2;
      add(more.subList(0, half), kept, missing, works);
      add(more.subList(half, more.size()), kept, missing, works);
    }
  }

  List<String> of(AgentLaunch launch, Path stateDir) {
    return properties(
        protections(launch, stateDir).stream()
            .filter(protection -> !missing.contains(protection.name())));
  }

  private static List<String> properties(Stream<Protection> protections) {
    return protections.flatMap(one -> one.properties().stream()).distinct().toList();
  }

  /** The agent sees only its own workspace of bub's state directory. */
  static List<Protection> protections(AgentLaunch launch, Path stateDir) {
    var all = new ArrayList<>(FOR_EVERY_AGENT.stream().map(Protection::of).toList());
    all.add(new Protection(SYSTEM_CALLS.getFirst(), SYSTEM_CALLS));
    String writable = "ReadWritePaths=" + quoted(launch.workspace());
    for (String readOnly : List.of("ProtectSystem=strict", "ProtectHome=read-only")) {
      all.add(new Protection(readOnly, List.of(readOnly, writable)));
    }
    all.add(ownStateOnly(launch, stateDir));
    // The manager writes the log there and must not follow a link that the agent planted.
    String logs = "ReadOnlyPaths=" + quoted(launch.workspace().resolve("logs"));
    all.add(new Protection("ReadOnlyPaths=logs", List.of(logs)));
    Path home = Path.of(System.getProperty("user.home"));
    if (home.isAbsolute()) { // Java reports "?" for a user without one
      SECRETS_AT_HOME.forEach(secret -> hide(home.resolve(secret), all));
    }
    // A private /tmp would hide an agent that is installed there, as it is in tests.
    boolean needsTmp = launch.command().stream().anyMatch(argument -> argument.contains("/tmp/"));
    String tmp = needsTmp ? "ReadWritePaths=/tmp" : "PrivateTmp=yes";
    all.add(new Protection("PrivateTmp=yes", List.of(tmp)));
    return all;
  }

  private static Protection ownStateOnly(AgentLaunch launch, Path stateDir) {
    var properties = new ArrayList<String>();
    properties.add("TemporaryFileSystem=" + quoted(stateDir) + ":ro");
    properties.add("BindPaths=" + quoted(launch.workspace()));
    if (launch.tokenFile() != null) {
      properties.add("BindReadOnlyPaths=" + quoted(launch.tokenFile()));
    }
    return new Protection(properties.getFirst(), properties);
  }

  /** {@code InaccessiblePaths} needs files that some user managers lack; then no unit starts. */
  private static void hide(Path secret, List<Protection> all) {
    if (Files.isDirectory(secret)) {
      all.add(Protection.of("TemporaryFileSystem=" + quoted(secret) + ":ro,mode=0"));
    } else if (Files.exists(secret)) {
      all.add(Protection.of("BindReadOnlyPaths=/dev/null:" + quoted(secret)));
    }
  }

  static String quoted(Path path) {
    return "\"" + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  /** Named restriction, with the properties that an agent needs to work with it. */
  record Protection(String name, List<String> properties) {
    Protection {
      properties = List.copyOf(properties);
    }

    static Protection of(String property) {
      return new Protection(property, List.of(property));
    }
  }
}
