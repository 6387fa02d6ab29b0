package bub.gateway.a2a;

import bub.gateway.a2a.model.A2aMessage;
import bub.gateway.a2a.model.A2aRefusal;
import bub.gateway.a2a.model.A2aTask.View;
import bub.gateway.a2a.model.ProtoNames;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of a message to an agent.
 *
 * @param skill capability that the metadata names, or null
 * @param webhook configuration of a webhook for a new task, or null
 */
record SendRequest(
    A2aMessage message,
    @Nullable String skill,
    boolean returnsAtOnce,
    View view,
    @Nullable RawJson webhook) {

  static SendRequest read(RawJson params) throws A2aRefusal {
    Fields fields = params.fields();
    A2aMessage message = A2aMessage.read(fields.object("message"));
    RawJson given = fields.optionalObject("configuration");
    Fields configuration =
        ProtoNames.camelCase(given == null ? RawJson.EMPTY_OBJECT : given).fields();
    return new SendRequest(
        message,
        skill(message.metadata(), fields.optionalObject("metadata")),
        configuration.bool("returnImmediately", false),
        new View(historyLength(configuration), true),
        configuration.optionalObject("taskPushNotificationConfig"));
  }

  private static @Nullable String skill(RawJson ofMessage, @Nullable RawJson ofRequest) {
    String skill = ofMessage.fields().optionalString("skillId");
    return skill == null && ofRequest != null
        ? ofRequest.fields().optionalString("skillId")
        : skill;
  }

  /** Returns a negative number for all of the history. */
  static long historyLength(Fields fields) {
    RawJson length = fields.find("historyLength");
    if (length == null || length.isNull()) {
      return -1;
    }
    long value = fields.integer("historyLength", -1);
    if (value < 0) {
      throw new InvalidField("historyLength", "must not be negative");
    }
    return value;
  }
}
