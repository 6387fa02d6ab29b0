package bub.gateway.caller;

import bub.json.InvalidField;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Listeners for the progress of open calls on one link. Safe for any thread. */
public final class ProgressListeners {
  private final Map<String, Consumer<Envelope>> byCall = new ConcurrentHashMap<>();

  /** {@code listener} runs on the thread of the link and must not block. */
  public void add(MessageId call, Consumer<Envelope> listener) {
    byCall.put(call.value(), listener);
  }

  public void remove(MessageId call) {
    byCall.remove(call.value());
  }

  /** Passes news on to the call that it is about, if that is still open. */
  void tell(Envelope news) {
    try {
      String call = news.payload().fields().object("content").fields().string("request_id");
      Consumer<Envelope> listener = byCall.get(call);
      if (listener != null) {
        listener.accept(news);
      }
    } catch (InvalidField odd) {
      // Only the lobby's progress is for a call; nobody waits for anything else.
    }
  }
}
