package bub.system.spawn;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The protections of an agent's unit. Which of them work depends on the kernel and on what it lets
 * a user's manager do, so those that do not work here are left out.
 *
 * <p>Left out on purpose: {@code MemoryDenyWriteExecute}, because Java compiles while it runs, and
 * {@code ProcSubset=pid}, because Java would no longer see how much memory its unit may use.
 *
 * @param missing the names of the protections that do not work here
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

  /**
   * The strongest sandbox that works.
   *
   * @param wanted the protections of an agent that is started only to find this out
   * @param works whether a unit runs with these properties
   */
  static Sandbox strongest(List<Protection> wanted, Predicate<List<String>> works) {
    var kept = new ArrayList<Protection>();
    var missing = new ArrayList<String>();
    add(wanted, kept, missing, works);
    return new Sandbox(Set.copyOf(missing));
  }

  /** Halves what does not work as a whole, until the single ones that do not work are found. */
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

  /** The properties for one agent. */
  List<String> of(AgentLaunch launch, Path stateDir) {
    return properties(
        protections(launch, stateDir).stream()
            .filter(protection -> !missing.contains(protection.name())));
  }

  private static List<String> properties(Stream<Protection> protections) {
    return protections.flatMap(one -> one.properties().stream()).distinct().toList();
  }

  /** All protections for one agent: of all that bub keeps, it sees its own workspace only. */
  static List<Protection> protections(AgentLaunch launch, Path stateDir) {
    var all = new ArrayList<>(FOR_EVERY_AGENT.stream().map(Protection::of).toList());
    all.add(new Protection(SYSTEM_CALLS.getFirst(), SYSTEM_CALLS));
    String writable = "ReadWritePaths=" + quoted(launch.workspace());
    for (String readOnly : List.of("ProtectSystem=strict", "ProtectHome=read-only")) {
      all.add(new Protection(readOnly, List.of(readOnly, writable)));
    }
    all.add(ownStateOnly(launch, stateDir));
    // What it prints goes there through its manager's hands, which must not be led elsewhere.
    String logs = "ReadOnlyPaths=" + quoted(launch.workspace().resolve("logs"));
    all.add(new Protection("ReadOnlyPaths=logs", List.of(logs)));
    Path home = Path.of(System.getProperty("user.home"));
    if (home.isAbsolute()) { // Java says "?" of a user who has none
      SECRETS_AT_HOME.forEach(secret -> hide(home.resolve(secret), all));
    }
    // A private /tmp would hide an agent that is started from there, as in tests it is.
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

  /**
   * Puts nothing in the place of a secret. {@code InaccessiblePaths} would need files of systemd
   * that not every user's manager has; without them no unit starts.
   */
  private static void hide(Path secret, List<Protection> all) {
    if (Files.isDirectory(secret)) {
      all.add(Protection.of("TemporaryFileSystem=" + quoted(secret) + ":ro,mode=0"));
    } else if (Files.exists(secret)) {
      all.add(Protection.of("BindReadOnlyPaths=/dev/null:" + quoted(secret)));
    }
  }

  private static String quoted(Path path) {
    return "\"" + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
