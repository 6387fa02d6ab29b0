package bub.system.session;

import bub.client.TimeSource;
import bub.protocol.Address;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All sessions, in memory and on disk. A change is on disk when the call returns; only the last
 * activity may lag. Safe for any thread; calls block for the disk.
 */
public final class SessionStore {
  private static final Logger LOG = LoggerFactory.getLogger(SessionStore.class);
  private static final Duration LAG = Duration.ofMillis(100);

  private final SessionsFile file;
  private final SessionsFile.Content kept;
  private final TimeSource time;
  private final Map<Address, AgentSession> sessions = new LinkedHashMap<>();
  private final Object writing = new Object();
  private long version;
  private long written;
  private boolean flushIsPlanned;

  private SessionStore(SessionsFile file, SessionsFile.Content content, TimeSource time) {
    this.file = file;
    this.kept = content;
    this.time = time;
    content.sessions().values().forEach(session -> sessions.put(session.clientId(), session));
  }

  public static SessionStore open(Path runDir, TimeSource time) throws IOException {
    var file = new SessionsFile(runDir);
    return new SessionStore(file, file.load(time.now()), time);
  }

  /** False when the file was missing or unreadable: there may be unknown agents. */
  public boolean isComplete() {
    return kept.isWhole();
  }

  public synchronized @Nullable AgentSession find(Address clientId) {
    return sessions.get(clientId);
  }

  /** Prefers a running session if there are several. */
  public synchronized @Nullable AgentSession of(ChatKey chat) {
    return sessions.values().stream()
        .filter(session -> session.chat().equals(chat))
        .min(Comparator.comparing(session -> session.status() == SessionStatus.STOPPED))
        .orElse(null);
  }

  public synchronized List<AgentSession> all() {
    return List.copyOf(sessions.values());
  }

  public void put(AgentSession session) throws IOException {
    synchronized (this) {
      sessions.put(session.clientId(), session);
      version++;
    }
    write();
  }

  /** The change holds in memory even if the disk fails. */
  public AgentSession change(Address clientId, UnaryOperator<AgentSession> change)
      throws IOException {
    AgentSession changed;
    synchronized (this) {
      changed = apply(clientId, change);
    }
    write();
    return changed;
  }

  private AgentSession apply(Address clientId, UnaryOperator<AgentSession> change) {
    AgentSession before = sessions.get(clientId);
    if (before == null) {
      throw new IllegalArgumentException("no session of " + clientId);
    }
    AgentSession after = change.apply(before);
    sessions.put(clientId, after);
    version++;
    return after;
  }

  public void remove(Address clientId) throws IOException {
    synchronized (this) {
      sessions.remove(clientId);
      version++;
    }
    write();
  }

  /** Reaches the disk slightly later. */
  public synchronized void moved(Address clientId, Instant at) {
    if (sessions.containsKey(clientId)) {
      apply(clientId, session -> session.active(at));
      if (!flushIsPlanned) {
        flushIsPlanned = true;
        Thread.ofVirtual().name("sessions").start(this::flushSoon);
      }
    }
  }

  private void flushSoon() {
    try {
      time.sleep(LAG);
      synchronized (this) {
        flushIsPlanned = false;
      }
      write();
    } catch (IOException failed) {
      LOG.error("Could not write sessions.json", failed);
    } catch (InterruptedException nobodyDoesThat) {
      Thread.currentThread().interrupt();
    }
  }

  /** Callers that arrive during a write share the next one. */
  public void write() throws IOException {
    synchronized (writing) {
      List<AgentSession> snapshot;
      long current;
      synchronized (this) {
        if (written == version) {
          return;
        }
        snapshot = List.copyOf(sessions.values());
        current = version;
      }
      file.store(snapshot, kept, time.now());
      synchronized (this) {
        written = current;
      }
    }
  }
}
