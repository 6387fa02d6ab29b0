package bub.checks.attack;

import bub.bus.policy.Principal;
import bub.bus.policy.StoredToken;
import bub.bus.policy.TokenFile;
import bub.bus.policy.TokenSecret;
import bub.protocol.Pattern;
import bub.testkit.BubProgram;
import bub.testkit.ChildProcess;
import bub.testkit.RawSocket;
import bub.testkit.RawWebSocket;
import bub.testkit.TestAuthority;
import bub.testkit.TestCertificate;
import bub.testkit.Workbench;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The bus under attack: the finished program in a process with the default heap. When it is locked,
 * the bystanders have tokens that let them talk to each other, and the attackers have one token
 * without grants.
 */
final class AttackedBus implements AutoCloseable {
  static final String ROGUE = "rogue:";
  static final String BYSTANDER = "bystander:";

  private static final String READY = "bub bus ready ";

  private final Access access;
  private final Path workspace;
  private final ChildProcess process;
  private final int port;
  private final @Nullable String rogueToken;
  private final @Nullable String bystanderToken;
  private final @Nullable SSLSocketFactory tls;

  private AttackedBus(
      Access access,
      Path workspace,
      ChildProcess process,
      int port,
      @Nullable String rogueToken,
      @Nullable String bystanderToken,
      @Nullable SSLSocketFactory tls) {
    this.access = access;
    this.workspace = workspace;
    this.process = process;
    this.port = port;
    this.rogueToken = rogueToken;
    this.bystanderToken = bystanderToken;
    this.tls = tls;
  }

  static AttackedBus start(Workbench workbench, Access access)
      throws IOException, InterruptedException {
    return start(workbench, access, null);
  }

  /** A bus that speaks {@code wss://}. */
  static AttackedBus startSecure(Workbench workbench, Access access)
      throws IOException, InterruptedException {
    TestCertificate own = TestAuthority.selfSigned("bus", "localhost");
    Path certificate = own.writeCertificate(workbench.directory().resolve("cert.pem"));
    Path key = own.writeKey(workbench.directory().resolve("key.pem"));
    return start(
        workbench,
        access,
        trusting(own),
        "--tls-cert",
        certificate.toString(),
        "--tls-key",
        key.toString());
  }

  private static SSLSocketFactory trusting(TestCertificate own) throws IOException {
    try {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      trusted.setCertificateEntry("bus", own.certificate());
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      var context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context.getSocketFactory();
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static AttackedBus start(
      Workbench workbench, Access access, @Nullable SSLSocketFactory tls, String... options)
      throws IOException, InterruptedException {
    Path runDir = Files.createTempDirectory(workbench.directory(), "run");
    String rogueToken = null;
    String bystanderToken = null;
    if (access == Access.LOCKED) {
      Path state = Files.createDirectories(runDir.resolve("state"));
      rogueToken = createToken(state, ROGUE);
      bystanderToken = createToken(state, BYSTANDER);
    }
    var arguments = new ArrayList<>(List.of("bus", "serve", "--port", "0"));
    arguments.addAll(List.of("--run-dir", runDir.toString()));
    arguments.addAll(List.of(options));
    ChildProcess process = program(workbench).start(arguments.toArray(String[]::new));
    workbench.keep(process);
    String url = process.awaitLine(READY).substring(READY.length());
    int port = URI.create(url).getPort();
    return new AttackedBus(
        access, workbench.directory(), process, port, rogueToken, bystanderToken, tls);
  }

  /** Compiled as well as the program that people start: attacks take longer than other tests. */
  private static BubProgram program(Workbench workbench) {
    return workbench.program().withJava("-XX:TieredStopAtLevel=4");
  }

  /** A token for every clientId with this prefix, without any other grant. */
  private static String createToken(Path state, String prefix) throws IOException {
    TokenSecret secret = TokenSecret.random(new SecureRandom());
    var principal =
        new Principal(
            secret.id(),
            Pattern.check("clientId", prefix + "*"),
            List.of(),
            List.of(),
            Set.of(),
            false,
            false,
            null);
    TokenFile.in(state)
        .update(
            grants -> {
              grants.add(new StoredToken(principal, secret.hash(), Instant.now()));
              return grants;
            });
    return secret.text();
  }

  Access access() {
    return access;
  }

  int port() {
    return port;
  }

  /** The {@code initialize} request of an attacker. */
  String rogue(String name) {
    return introduction(ROGUE + name, rogueToken, "");
  }

  /** The same with more members in its params, such as {@code ,"clientInfo":{…}}. */
  String rogue(String name, String more) {
    return introduction(ROGUE + name, rogueToken, more);
  }

  /** The header lines with which an attacker proves who it is. */
  String[] rogueHeaders() {
    return rogueToken == null
        ? new String[0]
        : new String[] {"Authorization: Bearer " + rogueToken};
  }

  /** Connects an innocent peer. */
  RawWebSocket bystander(String name) throws IOException {
    RawWebSocket connection =
        tls == null
            ? RawWebSocket.connect(port)
            : RawWebSocket.upgrade(RawSocket.secureWithSmallWindow(port, tls), "/");
    String answer = connection.call(introduction(BYSTANDER + name, bystanderToken, ""));
    if (!answer.contains("\"result\"")) {
      throw new IOException("a bystander was not admitted: " + answer);
    }
    return connection;
  }

  private static String introduction(String clientId, @Nullable String token, String more) {
    String proof = token == null ? "" : ",\"authToken\":\"" + token + "\"";
    return """
    {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"clientId":"%s"%s%s}}\
    """
        .formatted(clientId, proof, more);
  }

  // ---- the process

  boolean isAlive() {
    return process.isAlive();
  }

  /** Makes every write to a file fail from now on, as on a full disk. */
  void fillDisk() throws IOException, InterruptedException {
    run("prlimit", "--pid", String.valueOf(process.pid()), "--fsize=0");
  }

  /** Time that the hub thread has run so far, and time that it has waited for a processor. */
  record ProcessorTime(long ranNanos, long waitedNanos) {
    /** Share of the time it wanted that the hub got since {@code before}. */
    double shareSince(ProcessorTime before) {
      double ran = Math.max(1, ranNanos - before.ranNanos);
      return ran / (ran + waitedNanos - before.waitedNanos);
    }
  }

  ProcessorTime hubTime() throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + process.pid() + "/task"))) {
      for (Path thread : threads.toList()) {
        if (Files.readString(thread.resolve("comm")).startsWith("bub-hub")) {
          String[] figures = Files.readString(thread.resolve("schedstat")).strip().split(" ", -1);
          return new ProcessorTime(Long.parseLong(figures[0]), Long.parseLong(figures[1]));
        }
      }
      throw new IOException("the bus has no hub thread");
    }
  }

  /** Forgets the highest resident size so far. */
  void resetPeak() throws IOException {
    if (!isAlive()) {
      throw new IllegalStateException("the bus has ended: " + process);
    }
    Files.writeString(Path.of("/proc/" + process.pid() + "/clear_refs"), "5");
  }

  /** The highest resident size since {@link #resetPeak}; zero when the process has ended. */
  long peakResidentBytes() throws IOException {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
        if (line.startsWith("VmHWM:")) {
          return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
        }
      }
      return 0;
    } catch (NoSuchFileException ended) {
      return 0;
    }
  }

  /** The bytes on its heap that are still in use after a collection. */
  long heapInUse() throws IOException, InterruptedException {
    Path tool = BubProgram.java().resolveSibling("jcmd");
    Path commands = Files.writeString(workspace.resolve("jcmd"), "GC.run\nGC.heap_info\n");
    ChildProcess jcmd =
        run(
            tool.toString(),
            "-J-XX:TieredStopAtLevel=1",
            "-J-XX:+UseSerialGC",
            String.valueOf(process.pid()),
            "-f",
            commands.toString());
    long used = 0;
    for (String line : jcmd.out().lines()) {
      if (line.contains(" total ")) {
        String kib = line.replaceAll(".* used (\\d+)K.*", "$1");
        used += Long.parseLong(kib) * 1024;
      }
    }
    return used;
  }

  private static ChildProcess run(String... command) throws IOException, InterruptedException {
    try (ChildProcess child = ChildProcess.start(new ProcessBuilder(command))) {
      if (child.awaitExit() != 0) {
        throw new IllegalStateException("it failed: " + child);
      }
      return child;
    }
  }

  @Override
  public void close() {
    process.close();
  }

  @Override
  public String toString() {
    return process.toString();
  }
}
