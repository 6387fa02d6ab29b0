package bub.system.spawn;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a unit may not do, in systemd's words. Which of it works depends on the kernel and on what
 * it lets a user's manager do, so there are several, and the strongest one that works is used.
 *
 * <p>Left out on purpose: {@code MemoryDenyWriteExecute}, because Java compiles while it runs, and
 * {@code ProcSubset=pid}, because Java would no longer see how much memory its unit may use.
 */
enum Sandbox {
  /** All of it. */
  FULL,
  /** Without what hides the kernel's settings and log, which some kernels do not allow users. */
  OWN_NAMESPACES,
  /** Without namespaces, for kernels that do not let users make them. */
  SAME_NAMESPACES;

  private static final List<String> ALWAYS =
      List.of(
          "NoNewPrivileges=yes",
          "LockPersonality=yes",
          "RestrictRealtime=yes",
          "RestrictSUIDSGID=yes",
          "RestrictNamespaces=yes",
          "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX",
          "SystemCallArchitectures=native",
          "SystemCallFilter=@system-service",
          "SystemCallFilter=~@privileged @resources",
          "SystemCallErrorNumber=EPERM",
          "KeyringMode=private",
          "AmbientCapabilities=",
          "UMask=0077");

  private static final List<String> IN_OWN_NAMESPACES =
      List.of(
          "PrivateUsers=yes",
          "PrivateDevices=yes",
          "PrivateIPC=yes",
          "ProtectSystem=strict",
          "ProtectHome=read-only",
          "ProtectProc=invisible",
          "ProtectControlGroups=yes",
          "ProtectKernelModules=yes",
          "ProtectClock=yes",
          "ProtectHostname=yes",
          "CapabilityBoundingSet=",
          "RemoveIPC=yes");

  private static final List<String> WITHOUT_THE_KERNEL =
      List.of("ProtectKernelTunables=yes", "ProtectKernelLogs=yes");

  private static final List<String> SECRETS_AT_HOME =
      List.of(".ssh", ".gnupg", ".aws", ".kube", ".docker", ".netrc", ".config/gcloud");

  /** The properties that do not depend on the agent. */
  List<String> common() {
    Stream<String> namespaces = this == SAME_NAMESPACES ? Stream.of() : IN_OWN_NAMESPACES.stream();
    Stream<String> kernel = this == FULL ? WITHOUT_THE_KERNEL.stream() : Stream.of();
    return Stream.of(ALWAYS.stream(), namespaces, kernel).flatMap(part -> part).toList();
  }

  /** The properties for one agent: of all that bub keeps, it sees its own workspace only. */
  List<String> of(Launch launch, Path stateDir) {
    var properties = new ArrayList<>(common());
    if (this == SAME_NAMESPACES) {
      return properties;
    }
    properties.add("TemporaryFileSystem=" + quoted(stateDir) + ":ro");
    properties.add("BindPaths=" + quoted(launch.workspace()));
    properties.add("ReadWritePaths=" + quoted(launch.workspace()));
    // What it prints goes there through its manager's hands, which must not be led elsewhere.
    properties.add("ReadOnlyPaths=" + quoted(launch.workspace().resolve("logs")));
    if (launch.tokenFile() != null) {
      properties.add("BindReadOnlyPaths=" + quoted(launch.tokenFile()));
    }
    Path home = Path.of(System.getProperty("user.home"));
    if (home.isAbsolute()) { // Java says "?" of a user who has none
      SECRETS_AT_HOME.forEach(secret -> hide(home.resolve(secret), properties));
    }
    // A private /tmp would hide an agent that is started from there, as in tests it is.
    boolean needsTmp = launch.command().stream().anyMatch(argument -> argument.contains("/tmp/"));
    properties.add(needsTmp ? "ReadWritePaths=/tmp" : "PrivateTmp=yes");
    return properties;
  }

  /**
   * Puts nothing in the place of a secret. {@code InaccessiblePaths} would need files of systemd
   * that not every user's manager has; without them no unit starts.
   */
  private static void hide(Path secret, List<String> properties) {
    if (Files.isDirectory(secret)) {
      properties.add("TemporaryFileSystem=" + quoted(secret) + ":ro,mode=0");
    } else if (Files.exists(secret)) {
      properties.add("BindReadOnlyPaths=/dev/null:" + quoted(secret));
    }
  }

  private static String quoted(Path path) {
    return "\"" + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
