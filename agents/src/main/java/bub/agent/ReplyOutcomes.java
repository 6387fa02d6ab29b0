package bub.agent;

import bub.json.JsonWriter;
import bub.protocol.Address;
import bub.protocol.message.DeliveryStatus;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Latest delivery report of the chat, in memory only. Safe for any thread. */
final class ReplyOutcomes {
  private static final Logger LOG = LoggerFactory.getLogger(ReplyOutcomes.class);

  private volatile @Nullable DeliveryStatus latest;

  void learn(Address chat, DeliveryStatus status) {
    if (status.status() == DeliveryStatus.Status.FAILED) {
      LOG.warn("Reply {} did not reach {}: {}", status.messageId(), chat, status.error());
    }
    latest = status;
  }

  /** For the model, when its latest reply was lost; empty otherwise. */
  String warning() {
    DeliveryStatus status = latest;
    if (status == null || status.status() != DeliveryStatus.Status.FAILED) {
      return "";
    }
    String error = status.error();
    return "Your latest answer did not reach the person"
        + (error == null ? "." : ": " + error.replaceAll("\\s+", " "))
        + "\n";
  }

  void writeTo(JsonWriter out) {
    DeliveryStatus status = latest;
    if (status != null) {
      out.field("last_reply", status.messageId());
      out.field("last_reply_status", status.word()).optional("last_reply_error", status.error());
    }
  }
}
