package bub.cluster.nats;

import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamOptions;
import io.nats.client.KeyValue;
import io.nats.client.KeyValueOptions;
import io.nats.client.api.ClusterInfo;
import io.nats.client.api.KeyValueConfiguration;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.api.StreamInfo;
import java.io.IOException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A bucket as one session sees it. Reads that get no answer may be repeated, so they wait less. */
record BucketHandle(
    NatsSession session,
    KeyValue keys,
    KeyValue quickReads,
    JetStreamManagement streams,
    String streamName) {
  static final int STREAM_NOT_FOUND = 10059;

  private static final Logger LOG = LoggerFactory.getLogger(BucketHandle.class);
  private static final int NAME_IN_USE = 10058;
  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final Duration READ_TIMEOUT = Duration.ofMillis(500);
  private static final Duration OPENING_TIMEOUT = Duration.ofMillis(500);
  private static final Duration OPENING_PAUSE = Duration.ofMillis(50);
  private static final int OPENING_ATTEMPTS = 8;
  private static final int CLUSTER_REPLICAS = 3;

  /** Creates the bucket if it does not exist. */
  static BucketHandle open(NatsSession session, String bucket, int wantedReplicas)
      throws IOException, JetStreamApiException {
    var connection = session.connection();
    boolean clustered = connection.getServerInfo().getCluster() != null;
    int replicas = wantedReplicas > 0 ? wantedReplicas : clustered ? CLUSTER_REPLICAS : 1;
    ensure(connection.jetStreamManagement(within(OPENING_TIMEOUT)), bucket, replicas);
    return new BucketHandle(
        session,
        connection.keyValue(bucket, KeyValueOptions.builder(within(TIMEOUT)).build()),
        connection.keyValue(bucket, KeyValueOptions.builder(within(READ_TIMEOUT)).build()),
        connection.jetStreamManagement(within(TIMEOUT)),
        streamOf(bucket));
  }

  private static JetStreamOptions within(Duration timeout) {
    return JetStreamOptions.builder().requestTimeout(timeout).build();
  }

  /** Asks repeatedly, because a new bucket that still elects its leader does not answer. */
  private static void ensure(JetStreamManagement streams, String bucket, int replicas)
      throws IOException, JetStreamApiException {
    for (int attempt = 1; ; attempt++) {
      try {
        createOrGrow(streams, bucket, replicas);
        if (hasLeader(streams.getStreamInfo(streamOf(bucket)))) {
          return;
        }
        throw new IOException("The bucket " + bucket + " has no leader.");
      } catch (IOException silence) {
        if (attempt == OPENING_ATTEMPTS) {
          throw silence;
        }
      } catch (JetStreamApiException problem) {
        // A server that learns late of a new bucket says that there is none.
        if (problem.getApiErrorCode() != STREAM_NOT_FOUND || attempt == OPENING_ATTEMPTS) {
          throw problem;
        }
      }
      LockSupport.parkNanos(OPENING_PAUSE.multipliedBy(attempt).toNanos());
    }
  }

  private static boolean hasLeader(StreamInfo info) {
    ClusterInfo cluster = info.getClusterInfo();
    return cluster == null || cluster.getLeader() != null;
  }

  private static String streamOf(String bucket) {
    return "KV_" + bucket;
  }

  private static void createOrGrow(JetStreamManagement streams, String bucket, int replicas)
      throws IOException, JetStreamApiException {
    StreamInfo info;
    try {
      info = streams.getStreamInfo(streamOf(bucket));
    } catch (JetStreamApiException problem) {
      if (problem.getApiErrorCode() != STREAM_NOT_FOUND) {
        throw problem;
      }
      create(streams, bucket, replicas);
      return;
    }
    if (info.getConfiguration().getReplicas() < replicas) {
      grow(streams, info.getConfiguration(), replicas);
    }
  }

  private static void create(JetStreamManagement streams, String bucket, int replicas)
      throws IOException, JetStreamApiException {
    var bucketConfiguration =
        KeyValueConfiguration.builder()
            .name(bucket)
            .maxHistoryPerKey(1)
            .storageType(StorageType.File)
            .replicas(replicas)
            .build();
    // Direct reads may come from a replica that is behind, so only the leader answers.
    var stream =
        StreamConfiguration.builder(bucketConfiguration.getBackingConfig())
            .allowDirect(false)
            .build();
    try {
      streams.addStream(stream);
      LOG.info("Created the bucket {} with {} replicas", bucket, replicas);
    } catch (JetStreamApiException problem) {
      if (problem.getApiErrorCode() != NAME_IN_USE) {
        throw problem;
      }
    }
  }

  /** Copies a bucket to more servers after a single server has become a cluster. */
  private static void grow(
      JetStreamManagement streams, StreamConfiguration configuration, int replicas)
      throws IOException {
    try {
      streams.updateStream(StreamConfiguration.builder(configuration).replicas(replicas).build());
      LOG.info("The stream {} now has {} replicas", configuration.getName(), replicas);
    } catch (JetStreamApiException notPossible) {
      LOG.warn(
          "The stream {} has {} replicas and cannot get {}: {}",
          configuration.getName(),
          configuration.getReplicas(),
          replicas,
          notPossible.getErrorDescription());
    }
  }

  /** Last write to any key, and the birth of the bucket, which differs after it was lost. */
  record Position(long lastRevision, ZonedDateTime created) {}

  Position position() throws IOException, JetStreamApiException {
    StreamInfo info = streams.getStreamInfo(streamName);
    return new Position(info.getStreamState().getLastSequence(), info.getCreateTime());
  }
}
