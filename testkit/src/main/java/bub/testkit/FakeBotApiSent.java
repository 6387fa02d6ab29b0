package bub.testkit;

import bub.json.RawJson;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message of the bot as the person has it.
 *
 * @param versions what it said: first, and after each edit
 * @param entities of the last version, as they came
 * @param replyTo the message it answers, or 0
 * @param thread the topic of a forum it is in, or 0
 * @param file what is attached
 * @param nanos when it came, on the clock of {@link System#nanoTime}
 */
public record FakeBotApiSent(
    long chat,
    long messageId,
    List<String> versions,
    List<RawJson> entities,
    long replyTo,
    long thread,
    FakeBotApiCall.@Nullable Upload file,
    long nanos) {

  /** What it says now; of a file the caption. */
  public String text() {
    return versions.getLast();
  }

  /** The kinds of formatting in it, in order. */
  public List<String> entityTypes() {
    return entities.stream().map(entity -> entity.fields().string("type")).toList();
  }

  FakeBotApiSent edited(String text, List<RawJson> newEntities) {
    var all = new ArrayList<>(versions);
    all.add(text);
    return new FakeBotApiSent(
        chat, messageId, List.copyOf(all), newEntities, replyTo, thread, file, nanos);
  }
}
