package bub.cluster.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.cluster.nats.ClusterUnavailable;
import bub.cluster.nats.KeyNames;
import bub.cluster.nats.KeyValueBucket;
import bub.cluster.nats.KeyValueBucket.Change;
import bub.cluster.nats.KeyValueBucket.Entry;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.lobby.SharedAgent;
import bub.lobby.SharedRegistry;
import bub.protocol.Address;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registrations of the lobby in a bucket, one key per agent. Waits for the cluster on virtual
 * threads; passes everything to the lobby on the hub thread.
 */
public final class SharedAgents implements SharedRegistry, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SharedAgents.class);
  private static final String AGENT = "agent.";
  private static final String SEEN = "seen.";
  private static final String ORIGIN = "origin";
  private static final int MAX_WRITES = 256;
  private static final int MAX_PASSED = 1_024;

  private final KeyValueBucket bucket;
  private final RegistryOrigin origin;
  private final Executor hubThread;
  private final int maxValueBytes;
  private final Semaphore writes = new Semaphore(MAX_WRITES);
  private final Semaphore passed = new Semaphore(MAX_PASSED);
  private final CountDownLatch complete = new CountDownLatch(1);
  private volatile KeyValueBucket.@Nullable Watch watch;
  private volatile boolean closed;

  private SharedAgents(
      KeyValueBucket bucket, RegistryOrigin origin, Executor hubThread, int maxValueBytes) {
    this.bucket = bucket;
    this.origin = origin;
    this.hubThread = hubThread;
    this.maxValueBytes = maxValueBytes;
  }

  /**
   * Prepares a node, before it opens its lobby. A node that joins keeps a copy of its registrations
   * from before. {@code maxValueBytes} is the largest value that the bucket accepts.
   */
  public static SharedAgents prepare(
      Path stateDirectory, KeyValueBucket bucket, Executor hubThread, int maxValueBytes)
      throws ClusterUnavailable, IOException {
    Entry entry = bucket.get(ORIGIN);
    while (entry == null) {
      long _ = bucket.create(ORIGIN, UUID.randomUUID().toString().getBytes(UTF_8));
      entry = bucket.get(ORIGIN);
    }
    RegistryOrigin origin = RegistryOrigin.open(stateDirectory, new String(entry.value(), UTF_8));
    return new SharedAgents(bucket, origin, hubThread, maxValueBytes);
  }

  /** Forgets the cluster. The store of the lobby keeps all registrations. */
  public static void leave(Path stateDirectory) throws IOException {
    RegistryOrigin.forget(stateDirectory);
  }

  /** Returns false when the lobby does not know all registrations of the cluster in time. */
  public boolean awaitComplete(Duration timeout) throws InterruptedException {
    return complete.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public boolean isShared() {
    return true;
  }

  @Override
  public void follow(Replica replica) {
    replica.begin(origin.isKnown(), () -> watch(replica));
  }

  private void watch(Replica replica) {
    try {
      KeyValueBucket.Watch started =
          bucket.watch("", change -> take(replica, change), () -> pass(() -> end(replica)));
      watch = started;
      if (closed) {
        started.close();
      }
    } catch (ClusterUnavailable unavailable) {
      throw new IllegalStateException("a watch starts without a connection", unavailable);
    }
  }

  private void end(Replica receiver) {
    receiver.complete();
    complete.countDown();
    Thread.startVirtualThread(origin::remember);
  }

  /** Runs on the thread of the watch, which waits while the hub is behind. */
  private void take(Replica receiver, Change change) {
    if (change.key().startsWith(AGENT)) {
      switch (change) {
        case Change.Put(Entry entry) -> {
          SharedAgent agent = read(entry);
          if (agent != null) {
            pass(() -> receiver.put(agent, entry.revision()));
          }
        }
        case Change.Deleted(String key, long revision) -> {
          Address id = address(key, AGENT);
          if (id != null && isSameBucket()) {
            pass(() -> receiver.removed(id, revision));
          }
        }
      }
    } else if (change.key().startsWith(SEEN) && change instanceof Change.Put(Entry entry)) {
      Address id = address(entry.key(), SEEN);
      Instant at = instant(entry);
      if (id != null && at != null) {
        pass(() -> receiver.seen(id, at));
      }
    }
  }

  private void pass(Runnable work) {
    passed.acquireUninterruptibly();
    onHub(
        () -> {
          passed.release();
          work.run();
        });
  }

  private void onHub(Runnable work) {
    if (!closed) {
      hubThread.execute(work);
    }
  }

  /** Agents of a bucket that was lost are not deregistered. */
  private boolean isSameBucket() {
    try {
      Entry entry = bucket.get(ORIGIN);
      boolean isSame = entry != null && origin.is(new String(entry.value(), UTF_8));
      if (!isSame) {
        LOG.error(
            "The cluster has lost its registrations. This node keeps its own. Restart the nodes to"
                + " share them again");
      }
      return isSame;
    } catch (ClusterUnavailable unknown) {
      return true;
    }
  }

  private static @Nullable SharedAgent read(Entry entry) {
    try {
      byte[] plain = CompressedValue.unpack(entry.value());
      SharedAgent agent = SharedAgent.read(RawJson.parse(plain, RawJson.DEFAULT_DEPTH));
      return agent.id().equals(address(entry.key(), AGENT)) ? agent : null;
    } catch (InvalidJson | InvalidField | UnreadableState unreadable) {
      LOG.warn("Ignored a registration of the cluster: {}", unreadable.getMessage());
      return null;
    }
  }

  private static @Nullable Address address(String key, String prefix) {
    try {
      return new Address(KeyNames.decode(key.substring(prefix.length())));
    } catch (IllegalArgumentException foreign) {
      LOG.warn("Ignored the key {} in the bucket of registrations", key);
      return null;
    }
  }

  private static @Nullable Instant instant(Entry entry) {
    try {
      return Instant.parse(new String(entry.value(), UTF_8));
    } catch (DateTimeParseException foreign) {
      return null;
    }
  }

  @Override
  public void write(SharedAgent agent, long revision, Consumer<Outcome> done) {
    String key = AGENT + KeyNames.encode(agent.id().value());
    change(
        () -> {
          byte[] value = CompressedValue.pack(agent.toRaw().toByteArray());
          if (value.length > maxValueBytes) {
            return new Outcome.TooLarge(maxValueBytes);
          }
          long written =
              revision == 0 ? bucket.create(key, value) : bucket.update(key, value, revision);
          return written < 0 ? new Outcome.Lost() : new Outcome.Written(written);
        },
        done);
  }

  @Override
  public void remove(Address agent, long revision, Consumer<Outcome> done) {
    String name = KeyNames.encode(agent.value());
    change(
        () -> {
          if (!bucket.delete(AGENT + name, revision)) {
            return new Outcome.Lost();
          }
          Entry seen = bucket.get(SEEN + name);
          if (seen != null) {
            boolean _ = bucket.delete(SEEN + name, seen.revision());
          }
          return new Outcome.Written(revision);
        },
        done);
  }

  @Override
  public void seen(Address agent, Instant at) {
    String key = SEEN + KeyNames.encode(agent.value());
    byte[] value = at.toString().getBytes(UTF_8);
    change(
        () -> {
          Entry before = bucket.get(key);
          long written =
              before == null
                  ? bucket.create(key, value)
                  : bucket.update(key, value, before.revision());
          return new Outcome.Written(written);
        },
        outcome -> LOG.debug("Told the cluster that {} is here: {}", agent, outcome));
  }

  private interface Work {
    Outcome run() throws ClusterUnavailable;
  }

  private void change(Work work, Consumer<Outcome> done) {
    if (complete.getCount() > 0) {
      done.accept(
          new Outcome.Unavailable("this node does not know all registrations of the cluster yet"));
    } else if (!writes.tryAcquire()) {
      done.accept(new Outcome.Unavailable("this node changes too many registrations at once"));
    } else {
      Thread.startVirtualThread(
          () -> {
            Outcome outcome = outcome(work);
            writes.release();
            onHub(() -> done.accept(outcome));
          });
    }
  }

  private static Outcome outcome(Work work) {
    try {
      return work.run();
    } catch (ClusterUnavailable unavailable) {
      return new Outcome.Unavailable(String.valueOf(unavailable.getMessage()));
    } catch (RuntimeException bug) {
      LOG.error("Failed to change a registration of the cluster", bug);
      return new Outcome.Unavailable(bug.toString());
    }
  }

  @Override
  public void close() {
    closed = true;
    passed.release(MAX_PASSED); // the watch may wait for the hub
    KeyValueBucket.Watch running = watch;
    if (running != null) {
      running.close();
    }
  }
}
