package bub.gateway.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.client.TimeSource;
import bub.gateway.a2a.net.OutgoingResponse;
import bub.gateway.local.DoorFinder;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Codec;
import bub.jsonrpc.Incoming;
import bub.jsonrpc.Message;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Bridge from a client on standard input and output to the door of a running bub. It carries the
 * texts and does not interpret tools. Safe for any thread.
 */
public final class StdioBridge implements AutoCloseable {
  private static final int LONGEST_LINE = 1 << 20;
  private static final int LONGEST_ANSWER = 64 << 20;
  private static final int MOST_AT_ONCE = 64;

  private final DoorClient door;
  private final OutputStream out;
  private final Codec codec = Codec.standard();
  private final Semaphore permits = new Semaphore(MOST_AT_ONCE);
  private final Map<RequestId, BridgedRequest> open = new ConcurrentHashMap<>();

  public StdioBridge(DoorFinder doors, String token, OutputStream out) {
    this.door = new DoorClient(doors, token, TimeSource.system());
    this.out = out;
  }

  /** Returns at the end of the input, when all answers are written. */
  public void run(InputStream in) throws IOException, InterruptedException {
    door.awaitAdmission();
    var lines = new LineReader(in, LONGEST_LINE);
    while (true) {
      byte[] line = lines.next();
      if (line == null) {
        break;
      }
      if (line.length > LONGEST_LINE) {
        write(failure(RequestId.NULL, "the line is longer than " + LONGEST_LINE + " bytes"));
      } else if (!new String(line, UTF_8).isBlank()) {
        take(line);
      }
    }
    permits.acquire(MOST_AT_ONCE);
  }

  private void take(byte[] line) throws IOException, InterruptedException {
    switch (codec.decode(line.clone())) {
      case Message.Request request -> take(request, line);
      case Message.Notification notification -> take(notification, line);
      case Incoming.Malformed(RequestId id, RpcError error) ->
          write(new Message.Failure(id, error));
      case Incoming.Batch _ -> write(failure(RequestId.NULL, "MCP has no batches"));
      // Answers to questions of the door.
      case Message.Response _, Message.Failure _, Incoming.MalformedAnswer _ -> tell(line);
    }
  }

  /** The next line may already cancel the request. */
  private void take(Message.Request request, byte[] line) throws InterruptedException {
    var bridged = new BridgedRequest();
    open.put(request.id(), bridged);
    if (request.method().equals("initialize")) {
      forward(request, line, bridged);
      door.listen(this::write);
    } else {
      permits.acquire();
      Thread.ofVirtual()
          .name("mcp-" + request.id())
          .start(
              () -> {
                try {
                  forward(request, line, bridged);
                } finally {
                  permits.release();
                }
              });
    }
  }

  private void forward(Message.Request request, byte[] line, BridgedRequest bridged) {
    try (OutgoingResponse response = door.post(request, line, bridged)) {
      bridged.isKnown();
      copy(request.id(), response);
    } catch (IOException away) {
      // A client does not expect the answer to a request that it has cancelled.
      if (!bridged.isCancelled()) {
        write(failure(request.id(), "bub cannot be reached: " + away.getMessage()));
      }
    } catch (RpcException | RuntimeException refused) {
      // Every request gets an answer, whatever is wrong with it.
      write(new Message.Failure(request.id(), RequestRunner.error(refused)));
    } finally {
      bridged.isKnown();
      open.remove(request.id(), bridged);
    }
  }

  private void copy(RequestId id, OutgoingResponse response) throws IOException {
    if (DoorClient.isStream(response)) {
      DoorClient.events(response.body(), this::write);
      return;
    }
    byte[] text = response.readAll(LONGEST_ANSWER);
    if (response.status() < 300 || isAnswerTo(id, text)) {
      writeLine(text);
    } else {
      write(new Message.Failure(id, error(response.status(), text)));
    }
  }

  private static boolean isAnswerTo(RequestId id, byte[] text) {
    try {
      RawJson answer = RawJson.parse(text.clone(), RawJson.DEFAULT_DEPTH);
      RawJson named = answer.isObject() ? answer.fields().find("id") : null;
      return named != null && new RequestId(named).equals(id);
    } catch (InvalidJson | InvalidField odd) {
      return false;
    }
  }

  private static RpcError error(int status, byte[] text) {
    try {
      RawJson answer = RawJson.parse(text.clone(), RawJson.DEFAULT_DEPTH);
      String message = answer.fields().object("error").fields().string("message");
      return RpcError.of(RpcError.INVALID_REQUEST, message);
    } catch (InvalidJson | InvalidField | IllegalStateException odd) {
      return RpcError.of(RpcError.INTERNAL_ERROR, "bub answered with HTTP status " + status);
    }
  }

  /** Without a session, the end of a request is its cancellation. */
  private void take(Message.Notification notification, byte[] line) throws IOException {
    BridgedRequest cancelled = cancelled(notification);
    if (cancelled == null) {
      tell(line);
    } else if (door.hasSession()) {
      boolean _ = cancelled.onceKnown(() -> tell(line));
    } else {
      cancelled.cancel();
    }
  }

  private @Nullable BridgedRequest cancelled(Message.Notification notification) {
    JsonValue params = notification.params();
    if (params == null
        || !params.toRaw().isObject()
        || !notification.method().equals("notifications/cancelled")) {
      return null;
    }
    try {
      RawJson request = params.toRaw().fields().find("requestId");
      return request == null ? null : open.get(new RequestId(request));
    } catch (InvalidField odd) {
      return null;
    }
  }

  private void tell(byte[] line) {
    try {
      door.notify(line);
    } catch (IOException away) {
      // Nobody waits for an answer.
    }
  }

  private static Message failure(RequestId id, String text) {
    return new Message.Failure(id, RpcError.of(RpcError.INTERNAL_ERROR, text));
  }

  private void write(Message message) {
    writeLine(message.toRaw().toByteArray());
  }

  private void write(String event) {
    writeLine(event.getBytes(UTF_8));
  }

  private synchronized void writeLine(byte[] text) {
    try {
      out.write(text);
      out.write('\n');
      out.flush();
    } catch (IOException gone) {
      // The client has left; its input ends, too.
    }
  }

  @Override
  public void close() {
    door.close();
  }
}
