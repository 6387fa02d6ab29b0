package bub.bus.server;

import bub.bus.BusLimits;
import bub.bus.activity.log.ActivityLog;
import bub.bus.activity.log.DisabledActivityLog;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Settings of a test server: standard values, except those that a test changes. */
final class Setup {
  private Duration messageWithin = ServerSettings.MESSAGE_WITHIN;
  private Duration pingAfter = Duration.ofSeconds(20);
  private Duration pongWithin = Duration.ofSeconds(10);
  private Duration drainFor = Duration.ofSeconds(10);
  private Duration timeout = ServerSettings.TIMEOUT;
  private int messageBytes = BusLimits.standard().maxMessageBytes();
  private long backlogPerPeer = 4L * 1024 * 1024;
  private long backlogInAll = 64L * 1024 * 1024;
  private Duration initializeWithin = Duration.ofSeconds(60);
  private Duration processWithin = Duration.ofSeconds(60);
  private int connections = 20_000;
  private ActivityLog activity = new DisabledActivityLog();
  private @Nullable TlsFiles tls;
  private @Nullable SSLContext tlsOfPeers;
  private AllowedSources allowed = AllowedSources.NOTHING_MORE;

  Setup pinging(Duration after, Duration pongWithin) {
    this.pingAfter = after;
    this.pongWithin = pongWithin;
    return this;
  }

  Setup drainingFor(Duration drainFor) {
    this.drainFor = drainFor;
    return this;
  }

  Setup withTimeout(Duration timeout) {
    this.timeout = timeout;
    return this;
  }

  Setup withMessagesOf(int maxBytes) {
    this.messageBytes = maxBytes;
    return this;
  }

  Setup withBacklog(long perPeer, long inAll) {
    this.backlogPerPeer = perPeer;
    this.backlogInAll = inAll;
    return this;
  }

  Setup initializingWithin(Duration timeout) {
    this.initializeWithin = timeout;
    return this;
  }

  Setup processingWithin(Duration timeout) {
    this.processWithin = timeout;
    return this;
  }

  Setup withConnections(int atMost) {
    this.connections = atMost;
    return this;
  }

  Setup telling(ActivityLog activity) {
    this.activity = activity;
    return this;
  }

  /** Speaks TLS; the two who are on every server use {@code ofPeers}. */
  Setup withTls(TlsFiles tls, SSLContext ofPeers) {
    this.tls = tls;
    this.tlsOfPeers = ofPeers;
    return this;
  }

  Setup allowing(AllowedSources allowed) {
    this.allowed = allowed;
    return this;
  }

  Setup withMessageWithin(Duration messageWithin) {
    this.messageWithin = messageWithin;
    return this;
  }

  TestServer start() {
    BusLimits standard = BusLimits.standard();
    var limits =
        new BusLimits(
            messageBytes,
            standard.maxDepth(),
            standard.maxBatch(),
            initializeWithin,
            processWithin,
            standard.interceptTimeout(),
            standard.maxInFlightPerPeer(),
            standard.maxSubscriptionsPerConnection(),
            connections,
            standard.memory());
    var settings =
        new ServerSettings(
            "127.0.0.1",
            0,
            pingAfter,
            pongWithin,
            drainFor,
            timeout,
            messageWithin,
            backlogPerPeer,
            backlogInAll,
            tls,
            allowed);
    return new TestServer(settings, limits, activity, tlsOfPeers);
  }
}
