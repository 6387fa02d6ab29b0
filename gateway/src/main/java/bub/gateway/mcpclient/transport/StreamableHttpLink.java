package bub.gateway.mcpclient.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.client.TimeSource;
import bub.gateway.mcpclient.config.McpServerEntry.Remote;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.jsonrpc.Message;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcError;
import bub.protocol.PlainText;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Transport over Streamable HTTP: a POST per message, and a GET stream for messages that answer
 * none. Safe for any thread.
 */
public final class StreamableHttpLink implements McpTransport {
  /** {@code data.reason} of the error when the server wants other credentials. */
  public static final String UNAUTHORIZED = "unauthorized";

  private static final Logger LOG = LoggerFactory.getLogger(StreamableHttpLink.class);
  private static final int MOST_AT_ONCE = 64;
  private static final int MAX_RESUMES = 10;
  private static final int EXCERPT = 300;
  private static final Duration NOTICE = Duration.ofSeconds(10);
  private static final Duration RESUME = Duration.ofSeconds(1);
  private static final String SESSION_ENDED = "it ended the session";

  private final McpHttpRequests http;
  private final TimeSource time;
  private final Duration silence;
  private final OpenStreams streams;
  private final Semaphore slots = new Semaphore(MOST_AT_ONCE);
  private final AtomicBoolean isClosed = new AtomicBoolean();
  private final ReentrantLock delivery = new ReentrantLock();
  private CompletableFuture<Void> lastNotice = CompletableFuture.completedFuture(null);
  private @Nullable Receiver receiver;

  /** {@code silence} is the longest wait for an answer, or for the next event of a stream. */
  public StreamableHttpLink(
      Remote server, HttpAuthorizer authorizer, TimeSource time, Duration silence) {
    this.http = new McpHttpRequests(server.url(), server.headers(), authorizer);
    this.time = time;
    this.silence = silence;
    this.streams = new OpenStreams(time, silence);
  }

  @Override
  public void open(Receiver owner) {
    receiver = owner;
    streams.start();
  }

  @Override
  public void agreed(String revision) {
    http.agreed(revision);
  }

  @Override
  public boolean isCongested() {
    return slots.availablePermits() == 0;
  }

  @Override
  public boolean send(byte[] buffer, int offset, int length) {
    if (isClosed.get()) {
      return false;
    }
    byte[] text = Arrays.copyOfRange(buffer, offset, offset + length);
    RawJson message = RawJson.trusted(text);
    RawJson method = message.fields().find("method");
    RawJson id = method == null ? null : message.fields().find("id");
    if (id == null) {
      notice(text, method == null ? "" : method.asString());
      return true;
    }
    if (!slots.tryAcquire()) {
      fail(id, RpcError.of(RpcError.INTERNAL_ERROR, "too many requests at a time"));
      return true;
    }
    CompletableFuture<Void> before = lastNotice();
    Thread.ofVirtual()
        .name("mcp-request")
        .start(
            () -> {
              try {
                await(before);
                request(text, id);
              } finally {
                slots.release();
              }
            });
    return true;
  }

  private synchronized CompletableFuture<Void> lastNotice() {
    return lastNotice;
  }

  /** Messages without an answer go one after the other, and before later requests. */
  private synchronized void notice(byte[] text, String method) {
    CompletableFuture<Void> before = lastNotice;
    var done = new CompletableFuture<Void>();
    lastNotice = done;
    Thread.ofVirtual()
        .name("mcp-notice")
        .start(
            () -> {
              await(before);
              try {
                http.post(text, NOTICE).body().close();
                if (method.equals("notifications/initialized")) {
                  Thread.ofVirtual().name("mcp-listen").start(listener());
                }
              } catch (IOException unsent) {
                LOG.debug("Could not send {}: {}", method, unsent.getMessage());
              } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
              } finally {
                done.complete(null);
              }
            });
  }

  private static void await(CompletableFuture<Void> before) {
    try {
      before.get(NOTICE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | java.util.concurrent.ExecutionException slow) {
      // The next message goes without it.
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private void request(byte[] text, RawJson id) {
    try {
      HttpResponse<InputStream> response = http.post(text, silence);
      if (response.statusCode() == 404 && http.hasSession()) {
        response.body().close();
        close(NO_CODE, SESSION_ENDED);
      } else if (response.statusCode() >= 300) {
        refused(response, id);
      } else if (ServerEvents.areIn(response)) {
        follow(response, id);
        fail(id, RpcError.of(RpcError.INTERNAL_ERROR, "the server ended the stream too early"));
      } else {
        answered(response, id);
      }
    } catch (IOException failed) {
      fail(id, RpcError.of(RpcError.INTERNAL_ERROR, reason(failed)));
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private static String reason(IOException failed) {
    String message = failed.getMessage();
    return "the server cannot be reached: "
        + (message == null
            ? failed.getClass().getSimpleName()
            : PlainText.oneLine(message, EXCERPT));
  }

  private void answered(HttpResponse<InputStream> response, RawJson id) throws IOException {
    byte[] body = streams.readAll(response.body(), MAX_TEXT);
    if (body.length > MAX_TEXT) {
      String text = "the answer of the server is longer than " + MAX_TEXT + " bytes";
      fail(id, RpcError.of(RpcError.INTERNAL_ERROR, text));
    } else if (body.length > 0) {
      deliver(body);
    }
    fail(id, RpcError.of(RpcError.INTERNAL_ERROR, "the server answered another request"));
  }

  private void refused(HttpResponse<InputStream> response, RawJson id) throws IOException {
    byte[] body = streams.readAll(response.body(), MAX_TEXT);
    if (isAnswerTo(id, body)) {
      deliver(body);
      return;
    }
    int status = response.statusCode();
    String excerpt = PlainText.oneLine(new String(body, UTF_8), EXCERPT);
    RpcError error =
        RpcError.of(
            RpcError.INTERNAL_ERROR,
            "the server answered with HTTP status "
                + status
                + (excerpt.isEmpty() ? "" : ": " + excerpt));
    fail(id, status == 401 || status == 403 ? error.because(UNAUTHORIZED) : error);
  }

  /** A stream that breaks before the answer continues where it broke, if its events have ids. */
  private void follow(HttpResponse<InputStream> first, RawJson id)
      throws IOException, InterruptedException {
    var events = new ServerEvents();
    var isAnswered = new AtomicBoolean();
    HttpResponse<InputStream> response = first;
    for (int resumes = 0; resumes <= MAX_RESUMES && !isClosed.get(); resumes++) {
      try (InputStream body = streams.watched(response.body())) {
        events.read(
            body,
            text -> {
              boolean isAnswer = isAnswerTo(id, text);
              deliver(text);
              if (isAnswer) {
                isAnswered.set(true);
              }
            });
      } catch (IOException broken) {
        LOG.debug("A stream broke: {}", broken.getMessage());
      }
      if (isAnswered.get() || events.lastId() == null) {
        return;
      }
      Duration retry = events.retry();
      time.sleep(retry == null ? RESUME : retry);
      response = http.listen(events.lastId(), silence);
      if (response.statusCode() != 200 || !ServerEvents.areIn(response)) {
        response.body().close();
        return;
      }
    }
  }

  private NotificationListener listener() {
    return new NotificationListener(
        http,
        time,
        silence,
        streams::keep,
        new NotificationListener.Listener() {
          @Override
          public boolean isClosed() {
            return isClosed.get();
          }

          @Override
          public void deliver(byte[] message) {
            StreamableHttpLink.this.deliver(message);
          }

          @Override
          public void sessionEnded() {
            close(NO_CODE, SESSION_ENDED);
          }
        });
  }

  private static boolean isAnswerTo(RawJson id, byte[] text) {
    try {
      RawJson message = RawJson.parse(text.clone(), RawJson.DEFAULT_DEPTH);
      RawJson named =
          message.isObject() && !message.fields().has("method")
              ? message.fields().find("id")
              : null;
      return named != null && id.equals(named);
    } catch (InvalidJson | InvalidField odd) {
      return false;
    }
  }

  /** A peer ignores the failure of a call that has its answer. */
  private void fail(RawJson id, RpcError error) {
    deliver(new Message.Failure(new RequestId(id), error).toRaw().toByteArray());
  }

  private void deliver(byte[] text) {
    delivery.lock();
    try {
      if (!isClosed.get()) {
        Objects.requireNonNull(receiver, "open comes first").onText(text);
      }
    } finally {
      delivery.unlock();
    }
  }

  @Override
  public void close(int code, String reason) {
    if (!isClosed.compareAndSet(false, true)) {
      return;
    }
    // Another thread, because a receiver may close while it takes a text.
    Thread.ofVirtual()
        .name("mcp-close")
        .start(
            () -> {
              delivery.lock();
              try {
                Receiver owner = receiver;
                if (owner != null) {
                  owner.onClosed(code, reason);
                }
              } finally {
                delivery.unlock();
              }
              streams.close();
              http.close();
            });
  }
}
