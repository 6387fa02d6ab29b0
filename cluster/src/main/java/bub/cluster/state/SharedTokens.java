package bub.cluster.state;

import bub.bus.policy.AtomicFile;
import bub.bus.policy.FileVersion;
import bub.bus.policy.LockFiles;
import bub.bus.policy.LockState;
import bub.cluster.nats.ClusterUnavailable;
import bub.cluster.nats.KeyValueBucket;
import bub.cluster.nats.KeyValueBucket.Change;
import bub.cluster.nats.KeyValueBucket.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Synchronisation of the lock files of this node with the cluster, on a thread of its own. The bus
 * reads only the files, so it stays locked without a connection to the cluster.
 */
public final class SharedTokens implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SharedTokens.class);
  private static final String KEY = "access";
  private static final Duration RHYTHM = Duration.ofMillis(250);
  private static final Duration RETRY = Duration.ofMillis(500);
  private static final Duration LAST_CHANGE = Duration.ofSeconds(3);
  private static final int ATTEMPTS = 20;

  private final LockFiles files;
  private final KeyValueBucket bucket;
  private final AccessBase base;
  private final Path beforeJoin;
  private final int maxValueBytes;
  private final Supplier<UUID> ids;
  private final Semaphore changed = new Semaphore(0);
  private final ReentrantLock oneAtATime = new ReentrantLock();
  private final Thread thread;
  private KeyValueBucket.@Nullable Watch watch;
  private @Nullable List<FileVersion> synchronizedVersions;
  private Problem problem = Problem.NONE;
  private volatile boolean closed;

  /** {@code maxValueBytes} is the largest value that the bucket accepts. */
  public SharedTokens(
      Path stateDirectory, KeyValueBucket bucket, int maxValueBytes, Supplier<UUID> ids) {
    this.files = LockFiles.in(stateDirectory);
    this.bucket = bucket;
    this.base = new AccessBase(stateDirectory);
    this.beforeJoin = stateDirectory.resolve("tokens.json.before-join");
    this.maxValueBytes = maxValueBytes;
    this.ids = ids;
    this.thread = Thread.ofPlatform().daemon().name("bub-cluster-tokens").unstarted(this::follow);
  }

  /**
   * Waits until the files agree with the cluster. A node calls this before it accepts connections,
   * so that it is locked if the cluster is.
   */
  public SyncReport synchronizeOnce(Duration timeout) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      SyncReport report = synchronize();
      long left = deadline - System.nanoTime();
      if (report.succeeded() || left <= 0) {
        return report;
      }
      TimeUnit.NANOSECONDS.sleep(Math.min(left, RETRY.toNanos()));
    }
  }

  /** Follows changes of the files and of the cluster until {@link #close}. */
  public void start() {
    thread.start();
  }

  /** True for the state of a node, from its first contact with a cluster until it leaves. */
  public static boolean isMember(Path stateDirectory) {
    return new AccessBase(stateDirectory).exists();
  }

  /** Forgets the cluster. The files keep all tokens, and {@link #start} may not follow. */
  public static void leave(Path stateDirectory) throws IOException {
    new AccessBase(stateDirectory).remove();
  }

  private void follow() {
    try {
      while (!closed) {
        boolean isChanged = watchCluster() && pause(RHYTHM);
        changed.drainPermits();
        if (!closed && (isChanged || !isSynchronized()) && !synchronize().succeeded()) {
          boolean _ = pause(RETRY);
        }
      }
    } catch (InterruptedException unexpected) {
      LOG.error("The synchronisation of tokens was interrupted", unexpected);
    } finally {
      if (watch != null) {
        watch.close();
      }
    }
  }

  /** Returns true when the cluster changed meanwhile. */
  private boolean pause(Duration time) throws InterruptedException {
    return changed.tryAcquire(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Returns true when changes of the cluster wake this thread. */
  private boolean watchCluster() throws InterruptedException {
    if (watch != null) {
      return true;
    }
    try {
      watch = bucket.watch(KEY, this::noteChange, changed::release);
      return true;
    } catch (ClusterUnavailable later) {
      note(Problem.CLUSTER, later);
      boolean _ = pause(RETRY);
      return false;
    }
  }

  private void noteChange(Change change) {
    if (change.key().equals(KEY)) {
      changed.release();
    }
  }

  private boolean isSynchronized() {
    List<FileVersion> now = files.versions();
    return now != null && now.equals(synchronizedVersions);
  }

  private SyncReport synchronize() {
    oneAtATime.lock();
    try {
      // Before the read: a change during the synchronisation must start another one.
      List<FileVersion> versions = files.versions();
      List<String> conflicts = attempt();
      synchronizedVersions = versions;
      note(Problem.NONE, null);
      return new SyncReport(null, conflicts);
    } catch (ClusterUnavailable unavailable) {
      note(Problem.CLUSTER, unavailable);
      return SyncReport.failed(String.valueOf(unavailable.getMessage()));
    } catch (IOException | UnreadableState unusable) {
      note(Problem.CONTENT, unusable);
      return SyncReport.failed(String.valueOf(unusable.getMessage()));
    } catch (RuntimeException bug) {
      // Keep running: only this thread notices a revocation on another node.
      LOG.error("Failed to synchronise the tokens", bug);
      return SyncReport.failed(bug.toString());
    } finally {
      oneAtATime.unlock();
    }
  }

  private List<String> attempt() throws ClusterUnavailable, IOException, UnreadableState {
    var conflicts = new ArrayList<String>();
    for (int i = 0; i < ATTEMPTS; i++) {
      if (isDone(conflicts)) {
        return conflicts;
      }
    }
    throw new ClusterUnavailable("The tokens of the cluster change too often.");
  }

  /** Returns false when the cluster or the files changed meanwhile. */
  private boolean isDone(List<String> conflicts)
      throws ClusterUnavailable, IOException, UnreadableState {
    SharedAccess before = base.read();
    LockState ours = files.state();
    Entry entry = bucket.get(KEY);
    SharedAccess theirs =
        entry == null
            ? SharedAccess.empty(ids.get().toString())
            : SharedAccess.read(CompressedValue.unpack(entry.value()));
    boolean isMember = before != null && before.origin().equals(theirs.origin());
    LockState common = before == null || !isMember ? LockState.OPEN : before.lock();
    AccessMerge.Outcome merged = AccessMerge.of(common, ours, theirs);
    SharedAccess next = merged.access();
    if ((entry == null || !next.equals(theirs)) && !write(entry, next)) {
      return false;
    }
    if (!merged.conflicts().isEmpty()) {
      if (!isMember) {
        keepCopy(ours);
      }
      merged.conflicts().forEach(conflict -> LOG.warn("{} The cluster's state wins", conflict));
      conflicts.addAll(merged.conflicts());
    }
    if (!next.lock().isLike(ours) && !files.replace(ours, next.lock())) {
      return false;
    }
    if (!next.equals(before)) {
      base.write(next);
    }
    return true;
  }

  private boolean write(@Nullable Entry entry, SharedAccess next)
      throws ClusterUnavailable, IOException {
    byte[] value = CompressedValue.pack(next.toRaw().toByteArray());
    if (value.length > maxValueBytes) {
      throw new IOException("there are too many tokens for the cluster");
    }
    long revision =
        entry == null ? bucket.create(KEY, value) : bucket.update(KEY, value, entry.revision());
    return revision >= 0;
  }

  private void keepCopy(LockState ours) throws IOException {
    if (Files.exists(files.tokens().path())) {
      try (AtomicFile copy = AtomicFile.of(beforeJoin, Files.readAllBytes(files.tokens().path()))) {
        copy.commit();
      }
      LOG.warn("The previous tokens ({}) are in {}", ours, beforeJoin);
    }
  }

  private enum Problem {
    NONE,
    CLUSTER,
    CONTENT
  }

  /** Logs one line per change of state, not per attempt. */
  private void note(Problem now, @Nullable Exception cause) {
    if (now != problem) {
      if (cause == null) {
        LOG.info("The tokens agree with the cluster again");
      } else {
        LOG.warn(
            "The tokens of this node do not follow the cluster, and the bus uses the last ones: {}",
            cause.getMessage());
      }
    }
    problem = now;
  }

  /** Waits for a change in progress, for a bounded time. */
  @Override
  public void close() {
    closed = true;
    changed.release();
    try {
      boolean _ = thread.getState() == Thread.State.NEW || thread.join(LAST_CHANGE);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }
}
