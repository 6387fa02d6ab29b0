package bub.gateway.mcpclient;

import bub.client.Backoff;
import bub.client.ClientEnvironment;
import bub.gateway.mcpclient.McpFailure.Remedy;
import bub.gateway.mcpclient.McpServerStatus.Phase;
import bub.gateway.mcpclient.config.McpServerEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Supervisor of one MCP server: starts it, offers its tools while it lives, and starts it again
 * after a failure, with growing waits.
 */
final class McpServerSupervisor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(McpServerSupervisor.class);
  private static final Backoff RESTART = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(60));
  private static final Duration LEAST_WAIT = Duration.ofMillis(250);
  private static final Duration CHECK_SETTINGS_AGAIN = Duration.ofSeconds(15);
  private static final Duration STABLE = Duration.ofSeconds(60);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final McpServerEntry server;
  private final McpConnections connections;
  private final McpServerIdentities identities;
  private final ClientEnvironment environment;
  private final Duration startWithin;
  private final Consumer<McpServerStatus> report;
  private final ToolRemarkLog remarkLog;
  private final Thread thread;

  McpServerSupervisor(
      McpServerEntry server,
      McpConnections connections,
      McpServerIdentities identities,
      ClientEnvironment environment,
      Duration startWithin,
      Consumer<McpServerStatus> report) {
    this.server = server;
    this.connections = connections;
    this.identities = identities;
    this.environment = environment;
    this.startWithin = startWithin;
    this.report = report;
    this.remarkLog = new ToolRemarkLog(LOG, server.name(), environment.time());
    this.thread = Thread.ofVirtual().name("mcp-" + server.name()).unstarted(this::run);
  }

  McpServerEntry server() {
    return server;
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      for (int failures = 0; ; failures++) {
        say(Phase.STARTING, null);
        Instant begun = environment.time().now();
        McpFailure failure = live();
        if (begun.plus(STABLE).isBefore(environment.time().now())) {
          failures = 0;
        }
        boolean isPassing = failure.remedy() == Remedy.RETRY;
        LOG.warn("The MCP server {} is not online: {}", server.name(), failure.text());
        say(isPassing ? Phase.WAITING : Phase.FAILED, failure.text());
        environment
            .time()
            .sleep(
                isPassing
                    ? LEAST_WAIT.plus(RESTART.delay(failures, environment.chance()))
                    : CHECK_SETTINGS_AGAIN);
      }
    } catch (InterruptedException stopping) {
      LOG.debug("The MCP server {} stops", server.name());
    }
  }

  /** Returns the reason for the end. */
  private McpFailure live() throws InterruptedException {
    var news = new ConnectionNews();
    try (McpConnection connection = connections.open(server, startWithin, news);
        var peer =
            new McpServerPeer(
                server,
                identities.client(server.address()),
                identities.lobbyToken(server.address()),
                environment)) {
      RemoteToolList listed = connection.tools();
      peer.connect(news::closed);
      int count = offer(peer, connection, listed);
      LOG.info("The MCP server {} is online with {} tools", server.name(), count);
      var pause = new UpdatePause();
      for (String end = news.await(); ; end = news.await()) {
        if (end != null) {
          return McpFailure.passing(server.name() + ": " + end);
        }
        RemoteToolList changed = connection.tools();
        if (!changed.equals(listed)) {
          int _ = offer(peer, connection, changed);
          listed = changed;
        }
        // A server that changes its tools all the time must not keep the lobby busy.
        environment.time().sleep(pause.after(environment.time().now()));
      }
    } catch (McpFailure failed) {
      return failed;
    }
  }

  /** Returns the number of tools that callers see. */
  private int offer(McpServerPeer peer, McpConnection connection, RemoteToolList listed)
      throws McpFailure, InterruptedException {
    RemoteToolList offered = peer.offer(connection, listed);
    remarkLog.say(offered.remarks());
    say(Phase.ONLINE, offered.tools().size(), null, offered.remarks());
    return offered.tools().size();
  }

  private void say(Phase phase, @Nullable String reason) {
    say(phase, 0, reason, List.of());
  }

  private void say(Phase phase, int tools, @Nullable String reason, List<String> remarks) {
    String remark = remarks.isEmpty() ? null : String.join("; ", remarks);
    report.accept(
        new McpServerStatus(server.name(), phase, tools, reason, remark, environment.time().now()));
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(CLOSE_TIMEOUT);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }

  /** News of a connection since the last look. */
  private static final class ConnectionNews implements McpConnection.Listener {
    private boolean isChanged;
    private @Nullable String end;

    @Override
    public synchronized void toolsChanged() {
      isChanged = true;
      notifyAll();
    }

    @Override
    public synchronized void closed(String reason) {
      end = end == null ? reason : end;
      notifyAll();
    }

    /** Returns the reason for the end, or null when the tools have changed. */
    synchronized @Nullable String await() throws InterruptedException {
      while (end == null && !isChanged) {
        wait();
      }
      isChanged = false;
      return end;
    }
  }
}
