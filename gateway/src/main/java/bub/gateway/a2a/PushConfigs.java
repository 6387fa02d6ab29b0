package bub.gateway.a2a;

import bub.channel.http.HttpRefusal;
import bub.gateway.a2a.model.A2aError;
import bub.gateway.a2a.model.A2aRefusal;
import bub.gateway.a2a.net.OutgoingAddresses;
import bub.gateway.a2a.store.A2aTaskStore;
import bub.gateway.a2a.store.A2aTaskStore.PushConfig;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.io.IOException;
import java.util.List;
import java.util.UUID;

/** Webhooks of tasks: who gets the news of a task over HTTP. Safe for any thread; calls block. */
final class PushConfigs {
  private static final int MOST = 8;
  private static final int LONGEST = 2_048;

  private final A2aTaskStore store;
  private final OutgoingAddresses addresses;

  PushConfigs(A2aTaskStore store, OutgoingAddresses addresses) {
    this.store = store;
    this.addresses = addresses;
  }

  /** Refuses a webhook that bub would not call. */
  void check(RawJson config) throws HttpRefusal {
    Fields fields = config.fields();
    String url = text(fields, "url");
    if (url.isEmpty()) {
      throw new InvalidField("url", "is missing");
    }
    text(fields, "id");
    text(fields, "token");
    RawJson authentication = fields.optionalObject("authentication");
    if (authentication != null) {
      String scheme = text(authentication.fields(), "scheme");
      String credentials = text(authentication.fields(), "credentials");
      if (!scheme.matches("[A-Za-z0-9._-]{0,64}") || !isHeaderText(credentials)) {
        throw new InvalidField("authentication", "is not a value of an HTTP header");
      }
    }
    if (!isHeaderText(text(fields, "token"))) {
      throw new InvalidField("token", "is not a value of an HTTP header");
    }
    try {
      addresses.check(url);
    } catch (HttpRefusal refused) {
      // A name may become known later; the address is checked again for every notification.
      if (!refused.reason().equals(OutgoingAddresses.UNKNOWN_HOST)) {
        throw refused;
      }
    }
  }

  private static boolean isHeaderText(String text) {
    return text.chars().allMatch(c -> c >= ' ' && c < 127);
  }

  private static String text(Fields fields, String name) {
    String text = fields.optionalString(name);
    if (text != null && text.length() > LONGEST) {
      throw new InvalidField(name, "has more than " + LONGEST + " characters");
    }
    return text == null ? "" : text;
  }

  /** Keeps only the members of the protocol, whose lengths are checked. */
  PushConfig add(String task, RawJson config)
      throws HttpRefusal, A2aRefusal, IOException, InterruptedException {
    check(config);
    Fields fields = config.fields();
    String given = text(fields, "id");
    String id = given.isEmpty() ? UUID.randomUUID().toString() : given;
    RawJson authentication = fields.optionalObject("authentication");
    JsonWriter out = new JsonWriter().beginObject();
    out.optional("url", fields.find("url")).optional("token", fields.find("token"));
    if (authentication != null) {
      out.name("authentication").beginObject();
      out.optional("scheme", authentication.fields().find("scheme"));
      out.optional("credentials", authentication.fields().find("credentials")).endObject();
    }
    out.field("id", id).field("taskId", task).endObject();
    var added = new PushConfig(task, id, RawJson.trusted(out.toByteArray()));
    if (!store.putPush(added, MOST)) {
      throw new A2aRefusal(
          A2aError.UNSUPPORTED_OPERATION, "A task has at most " + MOST + " webhooks.");
    }
    return added;
  }

  Order order(String task, RawJson params) {
    return new Order(task, params);
  }

  /** Operation on the webhooks of one task that the caller may see. */
  final class Order {
    private final String task;
    private final RawJson params;

    private Order(String task, RawJson params) {
      this.task = task;
      this.params = params;
    }

    JsonValue create() throws HttpRefusal, A2aRefusal, IOException, InterruptedException {
      return add(task, params.fields().without("tenant")).config();
    }

    JsonValue get() throws A2aRefusal, IOException, InterruptedException {
      String id = params.fields().string("id");
      return store.pushes(task).stream()
          .filter(config -> config.id().equals(id))
          .findFirst()
          .map(PushConfig::config)
          .orElseThrow(
              () ->
                  new A2aRefusal(A2aError.TASK_NOT_FOUND, "The task has no webhook with this id."));
    }

    JsonValue list() throws IOException, InterruptedException {
      List<PushConfig> configs = store.pushes(task);
      return out -> {
        out.beginObject().name("configs").beginArray();
        configs.forEach(config -> out.value(config.config()));
        out.endArray().field("nextPageToken", "").endObject();
      };
    }

    /** Deleting twice is no error. */
    JsonValue delete() throws IOException, InterruptedException {
      store.removePush(task, params.fields().string("id"));
      return RawJson.EMPTY_OBJECT;
    }
  }
}
