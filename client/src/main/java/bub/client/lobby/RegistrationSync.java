package bub.client.lobby;

import bub.client.Backoff;
import bub.client.ClientEnvironment;
import bub.client.ClientState;
import bub.client.NoAnswer;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.CapabilityChange;
import bub.protocol.lobby.LobbyStatus;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.lobby.RegistrationTerms;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Synchronization of the offers with the lobby; sends the complete list, so that the order of
 * events is harmless. Safe for any thread.
 */
final class RegistrationSync {
  private static final Logger LOG = LoggerFactory.getLogger(RegistrationSync.class);

  private final LobbyRequests line;
  private final OfferedCapabilities offers;
  private final LobbyToken token;
  private final ClientEnvironment environment;
  // Held during requests, because the last request determines the state of the lobby.
  private final ReentrantLock telling = new ReentrantLock();
  private long connection;
  private boolean isConnected;
  // Confirmed on this connection.
  private @Nullable List<Capability> told;
  private @Nullable CallRefused refusal;

  RegistrationSync(
      LobbyRequests line,
      OfferedCapabilities offers,
      LobbyToken token,
      ClientEnvironment environment) {
    this.line = line;
    this.offers = offers;
    this.token = token;
    this.environment = environment;
  }

  /** Does not block. */
  void heard(ClientState state) {
    boolean connects = state instanceof ClientState.Connected;
    long current = begin(connects);
    if (connects) {
      Thread.ofVirtual().name("lobby-registrar").start(() -> register(current));
    }
  }

  private synchronized long begin(boolean connects) {
    isConnected = connects;
    told = null;
    refusal = null;
    return ++connection;
  }

  private void register(long current) {
    try {
      for (int failures = 0; isDue(current); failures++) {
        if (failures > 0) {
          environment.time().sleep(Backoff.REDELIVER.delay(failures - 1, environment.chance()));
        }
        if (isDue(current)) {
          attempt();
        }
      }
    } catch (InterruptedException stopped) {
      // The registration is no longer needed.
    }
  }

  private void attempt() throws InterruptedException {
    try {
      tell();
    } catch (CallRefused refused) {
      LOG.error("The lobby refused to register {}: {}", line.agent(), refused.getMessage());
      if (!refused.shouldRetry()) {
        giveUp(refused);
      }
    } catch (NoAnswer failed) {
      LOG.warn("The lobby did not answer {}: {}", line.agent(), failed.getMessage());
    }
  }

  private synchronized boolean isDue(long current) {
    return connection == current && refusal == null && !isUpToDate();
  }

  private synchronized boolean isUpToDate() {
    return told != null && told.equals(offers.capabilities());
  }

  private synchronized void giveUp(CallRefused refused) {
    refusal = refused;
    notifyAll();
  }

  /** False on a timeout. */
  synchronized boolean await(Duration atMost) throws CallRefused, InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (!isUpToDate()) {
      if (refusal != null) {
        throw refusal.again();
      }
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return true;
  }

  void add(OfferedCapability offer) throws CallRefused, NoAnswer, InterruptedException {
    telling.lockInterruptibly();
    try {
      OfferedCapability before = offers.put(offer);
      try {
        tellIfConnected();
      } catch (CallRefused | InvalidField refused) {
        offers.restore(offer, before);
        throw refused;
      }
    } finally {
      telling.unlock();
    }
  }

  void replaceAll(List<OfferedCapability> all) throws CallRefused, NoAnswer, InterruptedException {
    telling.lockInterruptibly();
    try {
      List<OfferedCapability> before = offers.replaceAll(all);
      try {
        tellIfConnected();
      } catch (CallRefused | InvalidField refused) {
        offers.replaceAll(before);
        throw refused;
      }
    } finally {
      telling.unlock();
    }
  }

  boolean remove(String name) throws CallRefused, NoAnswer, InterruptedException {
    telling.lockInterruptibly();
    try {
      boolean removed = offers.remove(name);
      if (removed) {
        tellIfConnected();
      }
      return removed;
    } finally {
      telling.unlock();
    }
  }

  void deregister() throws CallRefused, NoAnswer, InterruptedException {
    telling.lockInterruptibly();
    try {
      line.ask(LobbyTypes.DEREGISTER, RawJson.EMPTY_OBJECT, LobbyStatus::read);
      offers.clear();
      confirmed(connection(), List.of());
      token.forget();
    } catch (IOException stays) {
      LOG.error("Cannot delete {}, which is no longer valid", token, stays);
    } finally {
      telling.unlock();
    }
  }

  /** Without a connection, the next one sends the offers. */
  private void tellIfConnected() throws CallRefused, NoAnswer, InterruptedException {
    try {
      tell();
    } catch (NoAnswer failed) {
      if (!(failed.reply() instanceof Reply.Disconnected)) {
        throw failed;
      }
    }
  }

  private void tell() throws CallRefused, NoAnswer, InterruptedException {
    telling.lockInterruptibly();
    try {
      long current = connection();
      List<Capability> all = offers.capabilities();
      // An agent with a token is registered, and may have offered more in an earlier process.
      if (!all.isEmpty() || token.isKept()) {
        keep(line.ask(LobbyTypes.REGISTER, registration(all), LobbyStatus::read).authToken());
      }
      confirmed(current, all);
    } finally {
      telling.unlock();
    }
  }

  private synchronized boolean isConnected() {
    return isConnected;
  }

  private JsonValue registration(List<Capability> all) {
    CapabilityChange offer = CapabilityChange.offering(all);
    if (!isConnected()) {
      return offer; // it will not arrive, so it needs no secret
    }
    try {
      String conversation = token.propose();
      return out ->
          out.extended(
              offer.toRaw(), more -> more.field(RegistrationTerms.CONVERSATION, conversation));
    } catch (IOException unwritable) {
      LOG.warn(
          "Cannot write {}. If an answer of the lobby is lost, the lobby refuses this agent",
          token);
      return offer;
    }
  }

  private synchronized long connection() {
    return connection;
  }

  private synchronized void confirmed(long on, List<Capability> all) {
    if (on == connection) {
      told = all;
      notifyAll();
    }
  }

  private void keep(@Nullable String newToken) {
    if (newToken == null) {
      return;
    }
    try {
      token.keep(newToken);
    } catch (IOException failed) {
      LOG.error(
          "Cannot write {}. Without it, the lobby refuses this agent after a restart",
          token,
          failed);
    }
  }
}
