package bub.gateway.mcpclient;

import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.client.TimeSource;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.MessageId;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.lobby.ServiceResponse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Reporter of a call's progress to the lobby: the latest only, a few times per second. Safe for any
 * thread.
 */
final class ProgressReporter implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(250);
  private static final int LONGEST = 8 * 1024;

  private final BusClient client;
  private final TimeSource time;
  private final @Nullable MessageId request;
  private final AtomicReference<@Nullable RawJson> latest = new AtomicReference<>();
  private final AtomicBoolean isSending = new AtomicBoolean();
  private volatile boolean isOver;

  ProgressReporter(BusClient client, TimeSource time, @Nullable MessageId request) {
    this.client = client;
    this.time = time;
    this.request = request;
  }

  /** Does not block. */
  void report(RawJson progress) {
    if (request == null || isOver || progress.length() > LONGEST) {
      return;
    }
    latest.set(progress);
    if (isSending.compareAndSet(false, true)) {
      Thread.ofVirtual().name("mcp-progress").start(() -> send(request));
    }
  }

  private void send(MessageId to) {
    try {
      RawJson next = latest.getAndSet(null);
      while (next != null && !isOver) {
        client.send(ToolCallHandler.LOBBY, news(to, next));
        time.sleep(PAUSE);
        next = latest.getAndSet(null);
      }
    } catch (RpcException | NoAnswer lost) {
      // Progress is for people; the result still comes.
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    } finally {
      isSending.set(false);
    }
  }

  private static JsonValue news(MessageId request, RawJson progress) {
    JsonValue response =
        out ->
            out.extended(
                progress.fields().without("status"),
                more -> more.field("status", ServiceResponse.IN_PROGRESS));
    return out -> {
      out.beginObject().field("type", LobbyTypes.PROGRESS).name("content").beginObject();
      out.field("request_id", request).field("response", response).endObject().endObject();
    };
  }

  @Override
  public void close() {
    isOver = true;
  }
}
