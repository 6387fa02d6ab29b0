package bub.otlp;

import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.trace.Causality;
import bub.protocol.trace.Step;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceParent;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Message or step on its way to a span; it retains no payload. One thread at a time. */
final class MessageToExport {
  private static final int MAX_RECIPIENTS = 64;
  private static final String OK = "ok";

  private final Address from;
  private final Address to;
  private final MessageId id;
  private final @Nullable String type;
  private final Causality causality;
  private final long sentAt;
  private final @Nullable Step step;
  private final Set<String> recipients = new LinkedHashSet<>();
  private int attempt = 1;
  private @Nullable String failedDelivery;
  private @Nullable SpanPlace place;
  private @Nullable Outcome outcome;

  /** End of a message, as the log states it. */
  record Outcome(String status, @Nullable String error, long at) {}

  /** The time is in nanoseconds since 1970, by the clock of the bus. */
  MessageToExport(
      Address from,
      Address to,
      MessageId id,
      @Nullable String type,
      Causality causality,
      long sentAt,
      @Nullable Step step) {
    this.from = from;
    this.to = to;
    this.id = id;
    this.type = type;
    this.causality = causality;
    this.sentAt = sentAt;
    this.step = step;
    if (step != null) {
      // A step has ended when the agent reports it, no matter who receives the report.
      outcome = new Outcome(step.isFailed() ? "error" : OK, step.error(), sentAt);
    }
  }

  Address from() {
    return from;
  }

  Address to() {
    return to;
  }

  MessageId id() {
    return id;
  }

  @Nullable String type() {
    return type;
  }

  /** Returns null for an ordinary message. */
  @Nullable Step step() {
    return step;
  }

  long sentAt() {
    return sentAt;
  }

  @Nullable MessageId cause() {
    MessageId named = causality.cause();
    return named == null && step != null ? step.messageId() : named;
  }

  // ---- deliveries

  void deliveredTo(String recipient) {
    if (recipients.size() < MAX_RECIPIENTS) {
      recipients.add(recipient);
    }
  }

  void deliveryEnded(String status) {
    if (failedDelivery == null && !status.equals(OK)) {
      failedDelivery = status;
    }
  }

  List<String> recipients() {
    return List.copyOf(recipients);
  }

  /** A cause counts only for those who sent or received it. */
  boolean concerns(Address peer) {
    return peer.equals(from) || peer.equals(to) || recipients.contains(peer.value());
  }

  // ---- end

  void finish(Outcome end) {
    outcome = end;
  }

  /** Returns null while the message is on its way. */
  @Nullable Outcome outcome() {
    return outcome;
  }

  /** Returns the status of the first failed delivery. */
  @Nullable String failedDelivery() {
    return failedDelivery;
  }

  // ---- trace

  void repeats(MessageToExport before) {
    attempt = before.attempt + 1;
  }

  int attempt() {
    return attempt;
  }

  /** Returns null until the trace is known. */
  @Nullable SpanPlace place() {
    return place;
  }

  void place(SpanPlace found) {
    place = found;
  }

  /** Returns the place by the message alone, without its cause. */
  SpanPlace placeByItself() {
    TraceParent named = causality.trace();
    return named == null
        ? SpanPlace.first(TraceId.startedBy(from, id))
        : SpanPlace.continuing(named);
  }

  /** Returns the span that the results of this message name as their parent. */
  String spanOfFirstAttempt() {
    return TraceParent.spanOf(from, id);
  }

  String span() {
    return attempt == 1 ? spanOfFirstAttempt() : TraceParent.spanOf(from, attemptId());
  }

  private MessageId attemptId() {
    String suffix = "#" + attempt;
    String text = id.value();
    int room = MessageId.MAX_LENGTH - suffix.length();
    return new MessageId(text.substring(0, Math.min(text.length(), room)) + suffix);
  }
}
