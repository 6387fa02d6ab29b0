package bub.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * A printed exchange, typed against a running bub. Each printed member must arrive with its printed
 * value; message ids, times and the id of the spawned agent match any value.
 */
final class PrintedExchange {
  private static final String WORKER = "agent:worker-abc123";
  private static final String MESSAGE_ID = "msg_01J...";
  private static final Pattern ANY_WORKER = Pattern.compile("agent:worker-[a-z0-9]{6,10}");
  private static final int MANY = 200;

  private final TypedClient client;
  private final String goodAnswer;
  private final List<JsonNode> unread = new ArrayList<>();
  private String worker = "";

  private PrintedExchange(TypedClient client, String goodAnswer) {
    this.client = client;
    this.goodAnswer = goodAnswer;
  }

  /** Plays a conversation of {@code resource} and stays connected. */
  static PrintedExchange play(String resource, TypedClient client, String goodAnswer)
      throws InterruptedException {
    var exchange = new PrintedExchange(client, goodAnswer);
    for (String line : lines(resource)) {
      String frame = line.substring(1).strip();
      switch (line.charAt(0)) {
        case '→' -> exchange.type(frame);
        case '←' -> exchange.await(frame);
        default -> throw new IllegalArgumentException(line);
      }
    }
    return exchange;
  }

  private static List<String> lines(String resource) {
    try (var in = PrintedExchange.class.getResourceAsStream("printed/" + resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .toList();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  String worker() {
    return worker;
  }

  private void type(String printed) throws InterruptedException {
    client.type(printed.replace(WORKER, worker).replace(MESSAGE_ID, "msg_" + UUID.randomUUID()));
  }

  /** Reads until the printed frame has come; what comes beside it may be printed later. */
  void await(String printed) throws InterruptedException {
    JsonNode expected = TypedClient.tree(printed);
    if (unread.removeIf(frame -> matches(expected, frame))) {
      return;
    }
    for (int i = 0; i < MANY; i++) {
      JsonNode frame = client.next();
      if (frame.has("method")) {
        client.type(
            "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}".formatted(frame.get("id"), goodAnswer));
      }
      if (matches(expected, frame)) {
        return;
      }
      unread.add(frame);
    }
    assertThat(unread).as("never came: " + printed).isEmpty();
  }

  private boolean matches(JsonNode printed, JsonNode actual) {
    if (printed.isObject()) {
      return actual.isObject()
          && printed
              .propertyStream()
              .allMatch(
                  member ->
                      actual.has(member.getKey())
                          && matches(member.getValue(), actual.get(member.getKey())));
    }
    if (printed.isArray()) {
      if (!actual.isArray() || actual.size() != printed.size()) {
        return false;
      }
      for (int i = 0; i < printed.size(); i++) {
        if (!matches(printed.get(i), actual.get(i))) {
          return false;
        }
      }
      return true;
    }
    return printed.isString() && actual.isString()
        ? matches(printed.asString(), actual.asString())
        : printed.equals(actual);
  }

  private boolean matches(String printed, String actual) {
    return switch (printed) {
      case MESSAGE_ID -> !actual.isEmpty();
      case WORKER -> isWorker(actual);
      default -> printed.equals(actual) || isTime(printed) && isTime(actual);
    };
  }

  /** The first worker that comes is the one that is meant from then on. */
  private boolean isWorker(String actual) {
    if (worker.isEmpty() && ANY_WORKER.matcher(actual).matches()) {
      worker = actual;
    }
    return worker.equals(actual);
  }

  private static boolean isTime(String text) {
    try {
      return !Instant.parse(text).equals(Instant.MIN);
    } catch (DateTimeParseException none) {
      return false;
    }
  }
}
