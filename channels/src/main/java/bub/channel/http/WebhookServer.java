package bub.channel.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/** Server that reads POSTs only from a caller with the secret. One virtual thread per request. */
public final class WebhookServer implements AutoCloseable {
  private static final int MAX_BODY = 1 << 20;
  private static final int THREADS = 8;

  private final Server server;
  private final LimitedConnector connector;

  private WebhookServer(Server server, LimitedConnector connector) {
    this.server = server;
    this.connector = connector;
  }

  /** Handler of requests. Called on many threads. */
  public interface Receiver {
    String secretHeader();

    boolean isSecret(String value);

    /** Returns the HTTP status. */
    int receive(byte[] body);
  }

  public static WebhookServer start(InetSocketAddress listen, HttpLimits limits, Receiver receiver)
      throws IOException {
    var threads = new QueuedThreadPool(THREADS, 1);
    threads.setName("webhook");
    threads.setDaemon(true);
    threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("webhook-"));
    var server = new Server(threads);
    var http = new HttpConfiguration();
    http.setSendServerVersion(false);
    LimitedConnector connector = LimitedConnector.create(server, http, listen, limits);
    server.addConnector(connector);
    server.setHandler(new Receiving(receiver));
    try {
      server.start();
    } catch (IOException taken) {
      stop(server);
      throw taken;
    } catch (Exception failed) {
      stop(server);
      throw new IOException("cannot start the webhook server: " + failed.getMessage(), failed);
    }
    return new WebhookServer(server, connector);
  }

  private static final class Receiving extends Handler.Abstract {
    private final Receiver receiver;

    Receiving(Receiver receiver) {
      this.receiver = receiver;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback)
        throws IOException {
      int status = status(request);
      response.setStatus(status);
      if (status == 401) {
        // An unauthenticated caller must not keep a connection open.
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
      }
      callback.succeeded();
      return true;
    }

    private int status(Request request) throws IOException {
      if (!request.getMethod().equals("POST")) {
        return 405;
      }
      String given = request.getHeaders().get(receiver.secretHeader());
      if (given == null || !receiver.isSecret(given)) {
        return 401;
      }
      byte[] body = body(request);
      return body == null ? 413 : receiver.receive(body);
    }

    private static byte @Nullable [] body(Request request) throws IOException {
      // Reads past the limit, because a caller that is still sending does not see an answer.
      byte[] body = Content.Source.asInputStream(request).readNBytes(2 * MAX_BODY);
      return body.length > MAX_BODY ? null : body;
    }
  }

  public InetSocketAddress address() {
    return new InetSocketAddress(connector.getHost(), connector.getLocalPort());
  }

  @Override
  public void close() {
    stop(server);
  }

  private static void stop(Server server) {
    try {
      server.stop();
    } catch (Exception failed) {
      throw new IllegalStateException("cannot stop the webhook server", failed);
    }
  }
}
