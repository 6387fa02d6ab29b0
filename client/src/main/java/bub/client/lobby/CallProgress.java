package bub.client.lobby;

import bub.client.MessageHandler;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Listeners for the progress of open calls. Safe for any thread. */
final class CallProgress implements MessageHandler {
  private final Map<MessageId, Consumer<RawJson>> listeners = new ConcurrentHashMap<>();

  void listen(MessageId request, Consumer<RawJson> listener) {
    listeners.put(request, listener);
  }

  void forget(MessageId request) {
    listeners.remove(request);
  }

  @Override
  public Ack handle(Envelope news) {
    try {
      Fields content = news.payload().fields().object("content").fields();
      MessageId request = MessageId.check("request_id", content.string("request_id"));
      Consumer<RawJson> listener = listeners.get(request);
      if (listener != null) {
        listener.accept(content.object("response"));
      }
      return Ack.ok(listener == null ? "no longer expected" : "received");
    } catch (InvalidField odd) {
      return Ack.failed(String.valueOf(odd.getMessage()));
    }
  }
}
