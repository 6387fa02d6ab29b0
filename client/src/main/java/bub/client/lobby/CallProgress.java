package bub.client.lobby;

import bub.client.AtOnceHandler;
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
final class CallProgress implements AtOnceHandler {
  private final Map<MessageId, ProgressFeed> feeds = new ConcurrentHashMap<>();

  ProgressFeed open(MessageId request, Consumer<RawJson> listener) {
    ProgressFeed feed = ProgressFeed.start(listener);
    feeds.put(request, feed);
    return feed;
  }

  void forget(MessageId request) {
    feeds.remove(request);
  }

  @Override
  public Ack take(Envelope news) {
    try {
      Fields content = news.payload().fields().object("content").fields();
      MessageId request = MessageId.check("request_id", content.string("request_id"));
      ProgressFeed feed = feeds.get(request);
      if (feed == null) {
        return Ack.ok("no longer expected");
      }
      return feed.offer(content.object("response").detached())
          ? Ack.ok("received")
          : Ack.failed("the caller is too slow for so much progress");
    } catch (InvalidField odd) {
      return Ack.failed(String.valueOf(odd.getMessage()));
    }
  }
}
