package bub.console.view;

import bub.json.RawJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records of the message endpoints. */
public final class MessageViews {
  private MessageViews() {}

  /**
   * Summary of a message.
   *
   * @param id number of its first event in the log
   * @param status {@code pending} until its sender has an answer
   * @param failed number of recipients that did not accept it
   * @param background true for progress events of agents and for the console's own requests
   * @param cause message that this one names as its cause
   * @param trace id of the trace that it names
   * @param node node that accepted it; null on a single bus
   */
  public record MessageRow(
      long id,
      String messageId,
      String from,
      String to,
      @Nullable String type,
      String status,
      String at,
      @Nullable Double tookMs,
      int recipients,
      int failed,
      String preview,
      int bytes,
      @Nullable String error,
      boolean background,
      @Nullable String cause,
      @Nullable String trace,
      @Nullable String node) {
    public static final String PENDING = "pending";
  }

  /**
   * A page of messages, newest first.
   *
   * @param next value of {@code before} for older messages
   * @param newer value of {@code after} for the messages right above
   * @param complete true when there are no more messages in the search direction
   * @param searchedBack time that the search reached before its time limit
   * @param missingNodes nodes of a cluster that did not answer; null when all answered
   */
  public record MessagePage(
      List<MessageRow> messages,
      @Nullable Long next,
      long newer,
      boolean complete,
      @Nullable String searchedBack,
      @Nullable List<String> missingNodes) {}

  /** A message with its events, oldest first, or only the length of a payload that is too long. */
  public record MessageDetail(
      MessageRow row,
      @Nullable RawJson payload,
      @Nullable Long omittedBytes,
      List<TimelineEvent> events,
      @Nullable List<String> missingNodes) {

    public record TimelineEvent(
        long id,
        String event,
        String at,
        double offsetMs,
        @Nullable String actor,
        @Nullable String status,
        @Nullable String error,
        @Nullable RawJson ack,
        @Nullable String node) {}
  }

  /** New and changed messages, without those skipped. */
  public record FreshMessages(List<MessageRow> rows, long skipped, double sampled) {}

  public record SendRequest(
      String to, RawJson payload, @Nullable String from, @Nullable String messageId) {}

  /** Request to send a message again under a new id, as {@code sender} or {@code console}. */
  public record ResendRequest(String messageId, @Nullable String as) {}

  public record SendOutcome(String messageId, boolean accepted, List<AckView> acks) {

    public record AckView(
        boolean success, String message, boolean shouldRetry, int retrySeconds, RawJson payload) {}
  }
}
