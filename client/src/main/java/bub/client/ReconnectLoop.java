package bub.client;

import bub.client.ClientState.Connected;
import bub.client.ClientState.Connecting;
import bub.client.ClientState.Stopped;
import bub.client.ClientState.Waiting;
import bub.client.transport.Connector;
import bub.client.transport.Unauthorized;
import bub.json.InvalidField;
import bub.jsonrpc.Reply.Disconnected;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.CloseCodes;
import bub.protocol.ErrorCodes;
import bub.protocol.Initialize;
import bub.protocol.Methods;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Loop that connects and reconnects until a retry cannot help. Runs on one virtual thread. */
final class ReconnectLoop implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(ReconnectLoop.class);

  /** Reason of a bus that temporarily cannot read its tokens. */
  private static final String TOKENS_UNAVAILABLE = "tokens_unavailable";

  private sealed interface Outcome {
    record Lost(String cause, Duration lasted) implements Outcome {}

    record Barred(String reason) implements Outcome {}
  }

  private final ClientSettings settings;
  private final ClientEnvironment environment;
  private final Connector connector;
  private final IncomingMessages incoming;
  private final ConnectionState presence;
  private final DesiredSubscriptions subscriptions;

  ReconnectLoop(
      ClientSettings settings,
      ClientEnvironment environment,
      Connector connector,
      IncomingMessages incoming,
      ConnectionState presence,
      DesiredSubscriptions subscriptions) {
    this.settings = settings;
    this.environment = environment;
    this.connector = connector;
    this.incoming = incoming;
    this.presence = presence;
    this.subscriptions = subscriptions;
  }

  @Override
  public void run() {
    try {
      int failures = 0;
      String before = null;
      while (become(new Connecting(before))) {
        switch (connectOnce()) {
          case Outcome.Barred(String reason) -> become(new Stopped(reason));
          case Outcome.Lost(String cause, Duration lasted) -> {
            // A bus that accepts clients and drops them at once must not be flooded.
            failures = lasted.compareTo(settings.reconnect().cap()) > 0 ? 0 : failures;
            Duration delay = settings.reconnect().delay(failures++, environment.chance());
            become(new Waiting(delay, cause));
            before = cause;
            environment.time().sleep(delay);
          }
        }
      }
    } catch (InterruptedException closed) {
      become(new Stopped("closed"));
    }
  }

  private boolean become(ClientState state) {
    boolean entered = presence.leave(state);
    presence.tell();
    return entered;
  }

  private Outcome connectOnce() throws InterruptedException {
    try {
      ClientSession session =
          ClientSession.open(connector.connect(), incoming, subscriptions::show);
      try {
        return live(session);
      } finally {
        session.beReady(); // releases handlers that still wait
        session.close(CloseCodes.GOING_AWAY, "");
      }
    } catch (Unauthorized refused) {
      return new Outcome.Barred(String.valueOf(refused.getMessage()));
    } catch (IOException failed) {
      return new Outcome.Lost(String.valueOf(failed.getMessage()), Duration.ZERO);
    } catch (RuntimeException bug) {
      // No other thread keeps the client connected.
      LOG.error("Connecting to {} failed", settings.url(), bug);
      return new Outcome.Lost("connecting failed: " + bug, Duration.ZERO);
    }
  }

  private Outcome live(ClientSession session) throws IOException, InterruptedException {
    Instant since = environment.time().now();
    try {
      subscriptions.establish(session, initialize(session));
    } catch (RpcException refused) {
      return isFinal(refused.error())
          ? new Outcome.Barred("the bus refused the token: " + refused.getMessage())
          : new Outcome.Lost(
              "the bus refused the connection: " + refused.getMessage(), Duration.ZERO);
    } catch (NoAnswer failed) {
      // Judge by the close code: another client may have replaced this one during the handshake.
      return failed.reply() instanceof Disconnected
          ? judge(session.awaitEnd(), Duration.ZERO)
          : new Outcome.Lost(String.valueOf(failed.getMessage()), Duration.ZERO);
    }
    session.beReady();
    presence.tell();
    ClientSession.End end = session.awaitEnd();
    return judge(end, Duration.between(since, environment.time().now()));
  }

  /** False for a token that the bus may accept soon. */
  private boolean isFinal(RpcError refusal) {
    return refusal.code() == ErrorCodes.UNAUTHENTICATED
        && !TOKENS_UNAVAILABLE.equals(refusal.reason())
        && !settings.token().isFresh();
  }

  private Outcome judge(ClientSession.End end, Duration lasted) {
    return end.code() == CloseCodes.REPLACED
        ? new Outcome.Barred("another client has connected as " + settings.clientId())
        : new Outcome.Lost(end.reason(), lasted);
  }

  private Connected initialize(ClientSession session)
      throws IOException, RpcException, NoAnswer, InterruptedException {
    var introduction =
        new Initialize(settings.clientId(), settings.clientInfo(), settings.token().read());
    var answer = session.call(Methods.INITIALIZE, introduction, settings.connectTimeout());
    try {
      return new Connected(Initialize.Result.read(answer).serverId());
    } catch (InvalidField | IllegalStateException noBus) {
      throw new IOException(
          "the server is not a bub bus: it gave an invalid answer to initialize", noBus);
    }
  }
}
