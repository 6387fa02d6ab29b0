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
   * @param tookMs time from its first event to its last
   * @param failed number of recipients that did not accept it
   * @param preview beginning of its text
   * @param bytes length of the payload
   * @param background true for progress events of agents and for the console's own requests
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
      boolean background) {
    public static final String PENDING = "pending";
  }

  /**
   * A page of messages, newest first.
   *
   * @param next value of {@code before} for older messages
   * @param newer value of {@code after} for the messages right above
   * @param complete true when there are no older messages, or with {@code after} no newer ones
   * @param searchedBack time that the search reached before its time limit
   */
  public record MessagePage(
      List<MessageRow> messages,
      @Nullable Long next,
      long newer,
      boolean complete,
      @Nullable String searchedBack) {}

  /**
   * A message with its events, oldest first.
   *
   * @param omittedBytes length of the payload, when it is too long to show
   */
  public record MessageDetail(
      MessageRow row,
      @Nullable RawJson payload,
      @Nullable Long omittedBytes,
      List<TimelineEvent> events) {

    /** One event of the log. */
    public record TimelineEvent(
        long id,
        String event,
        String at,
        double offsetMs,
        @Nullable String actor,
        @Nullable String status,
        @Nullable String error,
        @Nullable RawJson ack) {}
  }

  /**
   * New and changed messages.
   *
   * @param skipped number of messages that were left out
   */
  public record FreshMessages(List<MessageRow> rows, long skipped, double sampled) {}

  /** A message to send. */
  public record SendRequest(
      String to, RawJson payload, @Nullable String from, @Nullable String messageId) {}

  /**
   * Request to send a message again, under a new id.
   *
   * @param as {@code sender} or {@code console}
   */
  public record ResendRequest(String messageId, @Nullable String as) {}

  /** Outcome of a sent message. */
  public record SendOutcome(String messageId, boolean accepted, List<AckView> acks) {

    /** Ack of one recipient. */
    public record AckView(
        boolean success, String message, boolean shouldRetry, int retrySeconds, RawJson payload) {}
  }
}
