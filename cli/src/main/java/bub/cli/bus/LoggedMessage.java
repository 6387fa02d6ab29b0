package bub.cli.bus;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.stream.Collectors.joining;

import bub.cli.screen.Screen;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.ActivityRow;
import bub.protocol.trace.ProgressEvents;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One message of the activity log with its events, oldest first, or a {@code log_gap}. */
record LoggedMessage(List<ActivityRow> events) {
  static final String START = "send_start";
  static final String FINISH = "send_finish";
  static final String GAP = "log_gap";
  private static final String OPEN = "open";

  private static final int WORDS = 60;
  private static final int LONGEST_NOTE = 64;
  private static final DateTimeFormatter TODAY = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");
  private static final DateTimeFormatter EARLIER =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");

  private ActivityRow start() {
    return events.getFirst();
  }

  private @Nullable ActivityRow finish() {
    // The clock of another node may put its events after the end of the message.
    for (ActivityRow row : events.reversed()) {
      if (Objects.equals(row.node(), start().node())) {
        return row.event().equals(FINISH) ? row : null;
      }
    }
    return null;
  }

  boolean isFinished() {
    return finish() != null || isGap();
  }

  boolean isGap() {
    return start().event().equals(GAP);
  }

  /** True for a step, typing or partial event of an agent. */
  boolean isProgress() {
    return ProgressEvents.isBegunBy(start());
  }

  /** True when the bus left the payload out of an answer that was too large. */
  boolean lacksPayload() {
    RawJson payload = start().payload();
    try {
      return payload != null
          && payload.length() <= LONGEST_NOTE
          && payload.isObject()
          && payload.fields().has("omittedBytes");
    } catch (InvalidField odd) {
      return false;
    }
  }

  LoggedMessage startingWith(ActivityRow start) {
    var whole = new ArrayList<>(events);
    whole.set(0, start);
    return new LoggedMessage(List.copyOf(whole));
  }

  boolean has(@Nullable String actor, @Nullable String status) {
    return events.stream()
        .anyMatch(
            row ->
                (actor == null || actor.equals(row.actor()))
                    && (status == null || status.equals(row.status())));
  }

  private String status() {
    ActivityRow finish = finish();
    return finish == null ? OPEN : String.valueOf(finish.status());
  }

  private @Nullable Duration took() {
    ActivityRow finish = finish();
    return finish == null
        ? null
        : Duration.between(Instant.parse(start().ts()), Instant.parse(finish.ts()));
  }

  private @Nullable String type() {
    try {
      RawJson payload = start().payload();
      return payload == null ? null : payload.fields().optionalString("type");
    } catch (InvalidField odd) {
      return null;
    }
  }

  // ---- Output for people

  String line(Screen screen, ZoneId zone, LocalDate today) {
    String time = screen.dim(time(zone, today)) + nodes(screen);
    if (isGap()) {
      return time + "  " + screen.red(Screen.oneLine(String.valueOf(start().error())));
    }
    String status = status();
    String shown = status.equals("ok") ? screen.green(status) : screen.red(status);
    return time
        + Screen.oneLine("  %s → %s  ".formatted(start().actor(), start().to()))
        + screen.bold(Screen.oneLine(Objects.requireNonNullElse(type(), "-")))
        + "  "
        + shown
        + "  "
        + screen.dim(tookText())
        + words()
        + problem();
  }

  /** Returns the nodes of a cluster that the message passed, first the one that accepted it. */
  private String nodes(Screen screen) {
    if (start().node() == null) {
      return "";
    }
    String names =
        events.stream().map(row -> String.valueOf(row.node())).distinct().collect(joining("→"));
    return "  " + screen.dim(Screen.oneLine("%-5s".formatted(names)));
  }

  private String time(ZoneId zone, LocalDate today) {
    var at = Instant.parse(start().ts()).atZone(zone);
    return (at.toLocalDate().equals(today) ? TODAY : EARLIER).format(at);
  }

  private String tookText() {
    Duration took = took();
    return took == null ? "-" : String.format(Locale.ROOT, "%.1f ms", took.toNanos() / 1e6);
  }

  private String words() {
    String words = Screen.oneLine(text()).strip();
    if (words.isEmpty()) {
      return "";
    }
    int end = Math.min(words.length(), WORDS);
    return "  " + (end < words.length() ? words.substring(0, end) + "…" : words);
  }

  private String text() {
    RawJson payload = start().payload();
    try {
      RawJson content = payload == null ? null : payload.fields().find("content");
      if (content == null) {
        return "";
      }
      RawJson text = content.isObject() ? content.fields().find("text") : content;
      return text != null && text.isString() ? text.asString() : content.toString();
    } catch (InvalidField odd) {
      return "";
    }
  }

  /** Returns the first failure of a recipient, or the reason why the message had no recipient. */
  private String problem() {
    for (ActivityRow row : events) {
      if (row.event().equals("process_finish") && row.error() != null) {
        return Screen.oneLine("  (%s: %s)".formatted(row.actor(), row.error()));
      }
    }
    ActivityRow finish = finish();
    return finish == null || finish.error() == null
        ? ""
        : Screen.oneLine("  (%s)".formatted(finish.error()));
  }

  // ---- Output for programs

  String json() {
    JsonWriter out = new JsonWriter().beginObject().field("messageId", start().messageId());
    out.optional("from", start().actor()).optional("to", start().to());
    out.optional("type", type()).field("status", status()).field("at", start().ts());
    out.name("tookMs").value(RawJson.trusted(millis(took())));
    out.optional("node", start().node());
    out.optional("payload", start().payload()).name("acks").beginArray();
    for (ActivityRow row : events) {
      if (row.event().equals("process_finish")) {
        writeAck(row, out);
      }
    }
    // Outside of JSON strings, line breaks have no meaning.
    return RawJson.trusted(out.endArray().endObject().toByteArray())
        .toString()
        .replace('\n', ' ')
        .replace('\r', ' ');
  }

  private static byte[] millis(@Nullable Duration took) {
    String text = took == null ? "null" : String.format(Locale.ROOT, "%.3f", took.toNanos() / 1e6);
    return text.getBytes(US_ASCII);
  }

  private static void writeAck(ActivityRow row, JsonWriter out) {
    RawJson ack = row.payload() == null ? RawJson.EMPTY_OBJECT : row.payload();
    out.extended(
        ack,
        more ->
            more.field("from", String.valueOf(row.actor()))
                .field("status", String.valueOf(row.status()))
                .optional("node", row.node()));
  }
}
