package bub.gateway.a2a.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.gateway.a2a.model.A2aTask;
import bub.json.InvalidField;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Place in the list of tasks after which the next page begins. */
record PagePosition(long updated, String id) {
  static PagePosition after(A2aTask task) {
    return new PagePosition(task.updated().toEpochMilli(), task.id());
  }

  String token() {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString((updated + ":" + id).getBytes(UTF_8));
  }

  static @Nullable PagePosition read(@Nullable String token) {
    if (token == null || token.isEmpty()) {
      return null;
    }
    try {
      String text = new String(Base64.getUrlDecoder().decode(token), UTF_8);
      int colon = text.indexOf(':');
      return new PagePosition(
          Long.parseLong(text.substring(0, Math.max(0, colon))), text.substring(colon + 1));
    } catch (IllegalArgumentException odd) {
      throw new InvalidField("pageToken", "is not a token of an earlier page");
    }
  }
}
