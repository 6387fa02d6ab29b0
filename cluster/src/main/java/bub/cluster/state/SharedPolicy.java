package bub.cluster.state;

import bub.bus.policy.AtomicFile;
import bub.bus.policy.PolicyFile;
import bub.bus.policy.TypeRules;
import bub.cluster.nats.ClusterUnavailable;
import bub.cluster.nats.KeyValueBucket;
import bub.cluster.nats.KeyValueBucket.Change;
import bub.cluster.nats.KeyValueBucket.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Policy file of the whole cluster: the one with which a node last started. */
public final class SharedPolicy implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SharedPolicy.class);
  private static final String KEY = "policy";
  private static final int ATTEMPTS = 20;

  private final Path copy;
  private final KeyValueBucket bucket;
  private final int maxValueBytes;
  private volatile byte[] used = new byte[0];
  private KeyValueBucket.@Nullable Watch watch;

  /** {@code maxValueBytes} is the largest value that the bucket accepts. */
  public SharedPolicy(Path stateDirectory, KeyValueBucket bucket, int maxValueBytes) {
    this.copy = copyIn(stateDirectory);
    this.bucket = bucket;
    this.maxValueBytes = maxValueBytes;
  }

  /** Copy of the cluster's policy, which need not exist. */
  public static Path copyIn(Path stateDirectory) {
    return stateDirectory.resolve("cluster-policy.json");
  }

  /**
   * Returns the file to use: the own one, which becomes the policy of the cluster, or a copy of the
   * cluster's. Null when neither exists.
   */
  public @Nullable Path agree(@Nullable Path own) throws ClusterUnavailable, IOException {
    if (own == null) {
      return follow();
    }
    TypeRules _ = PolicyFile.read(own, false); // a wrong file must not reach other nodes
    lead(Files.readAllBytes(own));
    return own;
  }

  private @Nullable Path follow() throws ClusterUnavailable, IOException {
    Entry entry = bucket.get(KEY);
    if (entry == null) {
      return null;
    }
    used = text(entry);
    try (AtomicFile draft = AtomicFile.of(copy, used)) {
      draft.commit();
    }
    LOG.info("This node uses the policy of the cluster, which is in {}", copy);
    return copy;
  }

  private void lead(byte[] text) throws ClusterUnavailable, IOException {
    byte[] value = CompressedValue.pack(text);
    if (value.length > maxValueBytes) {
      throw new IOException("the policy file is too large for the cluster");
    }
    used = text;
    for (int i = 0; i < ATTEMPTS; i++) {
      Entry entry = bucket.get(KEY);
      if (entry != null && Arrays.equals(text(entry), text)) {
        return;
      }
      long revision =
          entry == null ? bucket.create(KEY, value) : bucket.update(KEY, value, entry.revision());
      if (revision >= 0) {
        if (entry != null) {
          LOG.warn(
              "The policy file of this node differs from the cluster's and replaces it. Restart the"
                  + " other nodes to apply it");
        }
        return;
      }
    }
    throw new ClusterUnavailable("The policy of the cluster changes too often.");
  }

  private static byte[] text(Entry entry) throws IOException {
    try {
      return CompressedValue.unpack(entry.value());
    } catch (UnreadableState unreadable) {
      throw new IOException("cannot read the policy of the cluster", unreadable);
    }
  }

  /** Logs when another node replaces the policy, until {@link #close}. */
  public void start() throws ClusterUnavailable {
    watch = bucket.watch(KEY, this::compare, () -> {});
  }

  private void compare(Change change) {
    if (change instanceof Change.Put(Entry entry) && entry.key().equals(KEY)) {
      try {
        if (!Arrays.equals(text(entry), used)) {
          LOG.warn("Another node changed the policy of the cluster. Restart this node to apply it");
        }
      } catch (IOException unreadable) {
        LOG.warn("{}", unreadable.getMessage());
      }
    }
  }

  @Override
  public void close() {
    KeyValueBucket.Watch running = watch;
    if (running != null) {
      running.close();
    }
  }
}
