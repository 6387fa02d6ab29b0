package bub.testkit;

import bub.json.RawJson;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A message of the bot, with a text per edit; {@code replyTo} and {@code thread} may be 0. */
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
