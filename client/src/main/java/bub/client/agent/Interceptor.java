package bub.client.agent;

import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.Pattern;
import bub.protocol.TopicMessage.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Peer that sees messages before all others and may halt them. It reconnects by itself. On a locked
 * bus, its token needs the grant {@code --intercept}.
 */
public final class Interceptor implements AutoCloseable {
  /** Lets a message go on. */
  public static final Verdict PASS = new Verdict(true, false);

  /** Stops a message; its sender learns who halted it. */
  public static final Verdict HALT = new Verdict(true, true);

  /**
   * Judge of messages, each on its own virtual thread. If it throws, it gives no verdict, and the
   * option {@code --interceptor-failure} of the bus decides.
   */
  @FunctionalInterface
  public interface Judge {
    Verdict judge(Address topic, RawJson payload) throws Exception;
  }

  private final AgentOptions options = new AgentOptions();
  private final Map<Pattern, Judge> judges = new LinkedHashMap<>();
  private volatile @Nullable ClassicConnection connection;

  private Interceptor(String clientId) {
    options.clientId = clientId;
    options.isDurable = false;
  }

  public static Interceptor named(String clientId) {
    return new Interceptor(clientId);
  }

  public Interceptor bus(String url) {
    options.url = url;
    return this;
  }

  public Interceptor tokenFile(Path file) {
    options.tokenFile = file;
    return this;
  }

  /** Trusts these certificates (PEM) for {@code wss://}, instead of those of the JDK. */
  public Interceptor trusting(Path ca) {
    options.ca = ca;
    return this;
  }

  /** Adds a judge; a pattern without wildcards that ends in {@code -} or {@code :} is a prefix. */
  public Interceptor on(String pattern, Judge judge) {
    judges.put(Pattern.orPrefix(pattern), judge);
    return this;
  }

  /** Connects and waits for the result; later, the interceptor reconnects by itself. */
  public synchronized Interceptor connect() throws IOException, InterruptedException {
    if (connection != null) {
      throw new IllegalStateException("this interceptor was started before; create another one");
    }
    var started = new ClassicConnection(AgentLocation.find(options), options.environment(), judges);
    connection = started;
    started.connect();
    return this;
  }

  /** Intercepts until the process ends. */
  public void run() throws IOException, InterruptedException {
    String reason = connect().awaitStopped();
    throw new AgentStopped(options.clientId + " stopped: " + reason);
  }

  /** Returns the reason when the interceptor will not connect again. */
  public String awaitStopped() throws InterruptedException {
    ClassicConnection running = connection;
    if (running == null) {
      throw new IllegalStateException("start the interceptor first, with connect() or run()");
    }
    return running.awaitStopped();
  }

  @Override
  public void close() {
    ClassicConnection running = connection;
    if (running != null) {
      running.close();
    }
  }
}
