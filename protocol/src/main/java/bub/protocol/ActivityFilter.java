package bub.protocol;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Selection of events for {@code queryActivity} and {@code watchActivity}; null does not restrict.
 * A query returns the newest events before {@code beforeId}, or the oldest after {@code afterId},
 * always oldest first. A watcher receives all events of one in {@code oneIn} messages.
 *
 * <p>In a cluster, ids count per node. {@code node} selects one node; without it, {@code before}
 * and {@code after} are the places in the logs of all nodes.
 */
public record ActivityFilter(
    @Nullable String messageId,
    @Nullable String actor,
    @Nullable String to,
    @Nullable String event,
    @Nullable String status,
    @Nullable Instant since,
    @Nullable Instant until,
    @Nullable Long beforeId,
    @Nullable Long afterId,
    int limit,
    int oneIn,
    @Nullable String trace,
    @Nullable String node,
    @Nullable LogPosition before,
    @Nullable LogPosition after)
    implements JsonValue {
  public static final int MAX_LIMIT = 1_000;
  public static final int MAX_ONE_IN = 1_000_000;
  private static final int DEFAULT_LIMIT = 100;
  private static final int MAX_TEXT = 256;
  private static final List<String> FIELDS =
      List.of(
          "messageId",
          "actor",
          "to",
          "event",
          "status",
          "since",
          "until",
          "beforeId",
          "afterId",
          "limit",
          "oneIn",
          "trace",
          "node",
          "before",
          "after");

  public ActivityFilter(
      @Nullable String messageId,
      @Nullable String actor,
      @Nullable String to,
      @Nullable String event,
      @Nullable String status,
      @Nullable Instant since,
      @Nullable Instant until,
      @Nullable Long beforeId,
      @Nullable Long afterId,
      int limit,
      int oneIn,
      @Nullable String trace) {
    this(
        messageId, actor, to, event, status, since, until, beforeId, afterId, limit, oneIn, trace,
        null, null, null);
  }

  public ActivityFilter(
      @Nullable String messageId,
      @Nullable String actor,
      @Nullable String to,
      @Nullable String event,
      @Nullable String status,
      @Nullable Instant since,
      @Nullable Instant until,
      @Nullable Long beforeId,
      @Nullable Long afterId,
      int limit) {
    this(messageId, actor, to, event, status, since, until, beforeId, afterId, limit, 1, null);
  }

  public static ActivityFilter everything() {
    return new ActivityFilter(null, null, null, null, null, null, null, null, null, DEFAULT_LIMIT);
  }

  public static ActivityFilter ofMessage(String messageId) {
    return new ActivityFilter(messageId, null, null, null, null, null, null, null, null, MAX_LIMIT);
  }

  public static ActivityFilter sample(int oneIn) {
    return new ActivityFilter(
        null, null, null, null, null, null, null, null, null, DEFAULT_LIMIT, oneIn, null);
  }

  /** Selects the messages that name a trace; the first message of a turn often names none. */
  public static ActivityFilter ofTrace(String trace) {
    return new ActivityFilter(
        null, null, null, null, null, null, null, null, null, MAX_LIMIT, 1, trace);
  }

  /** Selects the oldest {@code most} of the same events after {@code id}. */
  public ActivityFilter after(long id, int most) {
    return at(null, id, null, null, most);
  }

  /** Selects the oldest {@code most} of the same events after a place; null is the beginning. */
  public ActivityFilter afterPlace(@Nullable LogPosition place, int most) {
    if (place == null) {
      return after(0L, most);
    }
    Long single = place.single();
    return single == null ? at(null, null, null, place, most) : after(single, most);
  }

  /** Selects the newest {@code most} of the same events, or of those before {@code id}. */
  public ActivityFilter before(@Nullable Long id, int most) {
    return at(id, afterId, null, after, most);
  }

  /** Selects the newest {@code most} of the same events, or of those before a place. */
  public ActivityFilter beforePlace(@Nullable LogPosition place, int most) {
    Long single = place == null ? null : place.single();
    return place == null || single != null
        ? before(single, most)
        : at(null, afterId, place, after, most);
  }

  private ActivityFilter at(
      @Nullable Long newBeforeId,
      @Nullable Long newAfterId,
      @Nullable LogPosition newBefore,
      @Nullable LogPosition newAfter,
      int most) {
    return new ActivityFilter(
        messageId,
        actor,
        to,
        event,
        status,
        since,
        until,
        newBeforeId,
        newAfterId,
        most,
        oneIn,
        trace,
        node,
        newBefore,
        newAfter);
  }

  /** Selects the same events on one node only. */
  public ActivityFilter on(@Nullable String oneNode) {
    return new ActivityFilter(
        messageId, actor, to, event, status, since, until, beforeId, afterId, limit, oneIn, trace,
        oneNode, before, after);
  }

  /** Returns the part of a query that one node answers, with ids of its own log. */
  public ActivityFilter localTo(String name) {
    Long placeBefore = before == null ? null : before.on(name);
    Long placeAfter = after == null ? null : after.on(name);
    Long end =
        beforeId == null || placeBefore != null && placeBefore < beforeId ? placeBefore : beforeId;
    Long start =
        afterId == null || placeAfter != null && placeAfter > afterId ? placeAfter : afterId;
    return new ActivityFilter(
        messageId,
        actor,
        to,
        event,
        status,
        since,
        until,
        end,
        start == null && after != null ? (Long) 0L : start,
        limit,
        oneIn,
        trace);
  }

  /** True when an id needs the name of its node to have a meaning in a cluster. */
  public boolean needsNode() {
    return node == null && (beforeId != null || afterId != null && afterId > 0);
  }

  /** True for the oldest events, false for the newest. */
  public boolean isOldestFirst() {
    return afterId != null || after != null;
  }

  public static ActivityFilter read(@Nullable RawJson params) {
    Fields fields = Fields.of(params, FIELDS);
    int limit = between(fields, "limit", DEFAULT_LIMIT, MAX_LIMIT);
    int oneIn = between(fields, "oneIn", 1, MAX_ONE_IN);
    return new ActivityFilter(
        text(fields, "messageId"),
        text(fields, "actor"),
        text(fields, "to"),
        text(fields, "event"),
        text(fields, "status"),
        Times.optionalTime(fields, "since"),
        Times.optionalTime(fields, "until"),
        id(fields, "beforeId"),
        id(fields, "afterId"),
        limit,
        oneIn,
        text(fields, "trace"),
        text(fields, "node"),
        LogPosition.readOptional(fields, "before"),
        LogPosition.readOptional(fields, "after"));
  }

  private static @Nullable String text(Fields fields, String name) {
    String text = fields.optionalString(name);
    if (text != null && text.length() > MAX_TEXT) {
      throw new InvalidField(name, "must have at most " + MAX_TEXT + " characters");
    }
    return text;
  }

  private static int between(Fields fields, String name, int otherwise, int most) {
    long value = fields.integer(name, otherwise);
    if (value < 1 || value > most) {
      throw new InvalidField(name, "must be 1 to " + most);
    }
    return (int) value;
  }

  private static @Nullable Long id(Fields fields, String name) {
    RawJson id = fields.find(name);
    return id == null || id.isNull() ? null : (Long) fields.integer(name, 0);
  }

  /** Ignores {@code beforeId}, {@code afterId}, the times and the limit, which are for queries. */
  public boolean matches(ActivityRow row) {
    return isSampled(row.messageId())
        && same(messageId, row.messageId())
        && same(actor, row.actor())
        && same(to, row.to())
        && same(event, row.event())
        && same(status, row.status());
  }

  public boolean isSampled(String message) {
    // Spread the hash: ids that count up must not all be in, or all out of, the sample.
    int spread = message.hashCode() * 0x9E3779B9;
    return oneIn == 1 || Integer.remainderUnsigned(spread ^ spread >>> 16, oneIn) == 0;
  }

  private static boolean same(@Nullable String wanted, @Nullable String actual) {
    return wanted == null || wanted.equals(actual);
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().optional("messageId", messageId).optional("actor", actor);
    out.optional("to", to).optional("event", event).optional("status", status);
    out.optional("since", since == null ? null : since.toString());
    out.optional("until", until == null ? null : until.toString());
    if (beforeId != null) {
      out.field("beforeId", beforeId);
    }
    if (afterId != null) {
      out.field("afterId", afterId);
    }
    out.field("limit", limit);
    if (oneIn != 1) {
      out.field("oneIn", oneIn);
    }
    out.optional("trace", trace).optional("node", node);
    out.optional("before", before).optional("after", after).endObject();
  }
}
