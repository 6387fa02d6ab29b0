package bub.client;

import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Reply.Busy;
import bub.jsonrpc.Reply.Disconnected;
import bub.jsonrpc.RpcException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** State of the client, with its session while connected. Safe for any thread. */
final class ConnectionState {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionState.class);

  private final URI url;
  private final List<Consumer<ClientState>> listeners = new CopyOnWriteArrayList<>();
  private final Object telling = new Object();
  private ClientState state = new ClientState.Waiting(Duration.ZERO, "connect() was not called");
  private ClientState told = state;
  private @Nullable ClientSession session;

  ConnectionState(URI url) {
    this.url = url;
  }

  void listen(Consumer<ClientState> listener) {
    listeners.add(listener);
  }

  synchronized ClientState state() {
    return state;
  }

  synchronized @Nullable ClientSession sessionIfAny() {
    return session;
  }

  /** A session that proves broken is not used for the next call. */
  RawJson call(String method, JsonValue params, Duration timeout)
      throws RpcException, NoAnswer, InterruptedException {
    ClientSession current = session();
    try {
      return current.call(method, params, timeout);
    } catch (NoAnswer failed) {
      if (failed.reply() instanceof Disconnected gone) {
        lose(current, gone.detail());
      }
      throw failed;
    }
  }

  void notify(String method, JsonValue params) throws NoAnswer {
    if (!session().notify(method, params)) {
      var busy = new Busy("the send queue of the connection is full");
      throw new NoAnswer(method + ": " + busy.problem(), busy);
    }
  }

  private synchronized ClientSession session() throws NotConnected {
    if (session == null) {
      throw new NotConnected(url, state);
    }
    return session;
  }

  private synchronized void lose(ClientSession gone, String cause) {
    if (session == gone) {
      leave(new ClientState.Waiting(Duration.ZERO, cause));
    }
  }

  /** {@code Stopped} is final. */
  synchronized boolean leave(ClientState next) {
    return enter(next, null);
  }

  synchronized boolean enter(ClientState next, @Nullable ClientSession with) {
    if (state instanceof ClientState.Stopped) {
      return false;
    }
    state = next;
    session = with;
    notifyAll();
    return true;
  }

  /** Reports the current state, which may be newer than the state of the caller. */
  void tell() {
    synchronized (telling) {
      ClientState now = state();
      if (!now.equals(told)) {
        told = now;
        listeners.forEach(listener -> tell(listener, now));
      }
    }
  }

  private static void tell(Consumer<ClientState> listener, ClientState state) {
    try {
      listener.accept(state);
    } catch (RuntimeException thrown) {
      LOG.error("A connection state listener failed", thrown);
    }
  }

  synchronized ClientSession await(Duration atMost) throws NotConnected, InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (session == null) {
      long left = deadline - System.nanoTime();
      if (left <= 0 || state instanceof ClientState.Stopped) {
        throw new NotConnected(url, state);
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return session;
  }

  synchronized void awaitFirstAttempt() throws NotConnected, InterruptedException {
    while (state instanceof ClientState.Connecting) {
      wait();
    }
    if (session == null) {
      throw new NotConnected(url, state);
    }
  }
}
