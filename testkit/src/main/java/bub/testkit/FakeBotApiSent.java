package bub.testkit;

import bub.json.RawJson;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message of the bot as its reader sees it.
 *
 * @param versions texts: the first, and one per edit
 * @param entities unchanged entities of the last version
 * @param replyTo message that it replies to, or 0
 * @param thread forum topic, or 0
 * @param file attached file
 * @param nanos time of arrival, on the clock of {@link System#nanoTime}
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

  /** Returns the current text, or the caption of a file. */
  public String text() {
    return versions.getLast();
  }

  /** Returns the types of formatting in the text, in order. */
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
