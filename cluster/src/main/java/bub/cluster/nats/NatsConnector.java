package bub.cluster.nats;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.api.ServerInfo;
import java.io.IOException;
import java.net.URI;
import java.nio.CharBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;

/** Opens a session with one server, after it has checked that the server is usable. */
final class NatsConnector {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration PING_INTERVAL = Duration.ofSeconds(1);
  private static final int UNANSWERED_PINGS = 3;
  private static final int UNLIMITED = 0;

  /** Outcome of an attempt to connect. */
  sealed interface Attempt {
    /** The server is usable. */
    record Connected(NatsSession session) implements Attempt {}

    /** The server is not usable now. */
    record Failed(NatsProblem problem) implements Attempt {}
  }

  private final NatsSettings settings;
  private final String name;
  private final long outgoingLimit;
  private final ExecutorService dispatchers;

  NatsConnector(
      NatsSettings settings, String name, long outgoingLimit, ExecutorService dispatchers) {
    this.settings = settings;
    this.name = name;
    this.outgoingLimit = outgoingLimit;
    this.dispatchers = dispatchers;
  }

  Attempt connect(URI server) throws InterruptedException {
    var ending = new NatsSession.Ending();
    Options options;
    try {
      options = options(server, ending);
    } catch (IOException | GeneralSecurityException | IllegalArgumentException unusable) {
      return new Attempt.Failed(new NatsProblem.BadFile(fileProblem(unusable)));
    }
    try {
      return check(server, Nats.connect(options), ending);
    } catch (AuthenticationException refused) {
      return new Attempt.Failed(new NatsProblem.NotAuthorized(server.toString()));
    } catch (IOException | IllegalStateException unreachable) {
      return new Attempt.Failed(
          new NatsProblem.Unreachable(server.toString(), reason(ending, unreachable)));
    }
  }

  private Attempt check(URI server, Connection connection, NatsSession.Ending ending) {
    ServerInfo info = connection.getServerInfo();
    var session = new NatsSession(connection, ending, outgoingLimit);
    if (!NatsVersion.isSupported(info.getVersion())) {
      session.close();
      return new Attempt.Failed(new NatsProblem.TooOld(server.toString(), info.getVersion()));
    }
    if (!info.isJetStreamAvailable()) {
      session.close();
      return new Attempt.Failed(new NatsProblem.NoJetStream(server.toString()));
    }
    session.start();
    return new Attempt.Connected(session);
  }

  private static String reason(NatsSession.Ending ending, Exception thrown) {
    String error = ending.error();
    if (error != null) {
      return error;
    }
    String message = thrown.getMessage();
    return message == null ? thrown.getClass().getSimpleName() : message;
  }

  private static String fileProblem(Exception thrown) {
    return "A file for the connection to NATS cannot be used: " + thrown.getMessage();
  }

  private Options options(URI server, NatsSession.Ending ending)
      throws IOException, GeneralSecurityException {
    ThreadFactory threads = Thread.ofPlatform().daemon().name("bub-nats-", 0).factory();
    var options =
        Options.builder()
            .server(server.toString())
            .connectionName(name)
            .noReconnect()
            .reconnectBufferSize(0)
            .ignoreDiscoveredServers()
            .hostnameResolveMode(
                Options.HostnameResolveMode
                    .Unresolved) // certificates name hosts, not their addresses
            .connectionTimeout(CONNECT_TIMEOUT)
            .pingInterval(PING_INTERVAL)
            .maxPingsOut(UNANSWERED_PINGS)
            .maxMessagesInOutgoingQueue(UNLIMITED) // OutgoingBytes has the limit
            .executor(dispatchers)
            .connectThreadFactory(threads)
            .callbackThreadFactory(threads)
            .readerThreadFactory(threads)
            .writerThreadFactory(threads);
    ending.listenWith(options);
    if (settings.encrypted()) {
      options.sslContext(NatsTlsContext.of(settings.tls()));
    }
    addCredentials(options);
    return options.build();
  }

  private void addCredentials(Options.Builder options) throws IOException {
    switch (settings.credentials()) {
      case NatsCredentials.None _ -> {}
      case NatsCredentials.CredsFile(Path file) -> {
        secret(file); // jnats reports a missing file only when it signs
        options.authHandler(Nats.credentials(file.toString()));
      }
      case NatsCredentials.TokenFile(Path file) -> options.token(secret(file));
      case NatsCredentials.UserFile(Path file) -> {
        char[] secret = secret(file);
        int colon = CharBuffer.wrap(secret).chars().boxed().toList().indexOf((int) ':');
        if (colon <= 0) {
          throw new IOException(file + " must contain a user name, a colon and a password.");
        }
        options.userInfo(
            Arrays.copyOf(secret, colon), Arrays.copyOfRange(secret, colon + 1, secret.length));
      }
    }
  }

  private static char[] secret(Path file) throws IOException {
    char[] secret;
    try {
      secret = Files.readString(file, UTF_8).strip().toCharArray();
    } catch (IOException unreadable) {
      throw new IOException(file + " cannot be read.", unreadable);
    }
    if (secret.length == 0) {
      throw new IOException(file + " is empty.");
    }
    return secret;
  }
}
