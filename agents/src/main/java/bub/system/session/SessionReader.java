package bub.system.session;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.NestedFields;
import bub.protocol.Times;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatId;
import bub.system.spawn.ProcessMark;
import java.time.Instant;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reader of one session that keeps unknown fields. */
final class SessionReader {
  private static final Set<String> OURS =
      Set.of(
          "client_id",
          "chat_id",
          "channel",
          "talkto",
          "workspace",
          "systemd_unit",
          "status",
          "created_at",
          "last_activity",
          "started_at",
          "stopped_at",
          "exit_reason",
          "log",
          "pid",
          "process_start");

  private SessionReader() {}

  static AgentSession read(RawJson session) {
    Fields fields = NestedFields.fields("session", session);
    String clientId = fields.string("client_id");
    if (!AgentId.isOne(clientId)) {
      throw new InvalidField("client_id", "must be agent:worker-… with 6 to 10 letters and digits");
    }
    var chat =
        new ChatKey(
            Channel.check("channel", fields.string("channel")),
            ChatId.check("chat_id", fields.string("chat_id")));
    String talkto = fields.optionalString("talkto");
    String workspace = fields.optionalString("workspace");
    Instant created = orThen(Times.optionalTime(fields, "created_at"), Instant.EPOCH);
    return new AgentSession(
        new Address(clientId),
        chat,
        Address.check("talkto", talkto == null ? chat.folder() : talkto),
        workspace == null ? "" : workspace,
        created,
        fields.optionalString("log"),
        life(fields, created),
        others(fields));
  }

  private static AgentSession.Life life(Fields fields, Instant created) {
    return new AgentSession.Life(
        status(fields.string("status")),
        orThen(Times.optionalTime(fields, "last_activity"), created),
        Times.optionalTime(fields, "started_at"),
        Times.optionalTime(fields, "stopped_at"),
        fields.optionalString("exit_reason"),
        process(fields));
  }

  private static SessionStatus status(String word) {
    return Arrays.stream(SessionStatus.values())
        .filter(status -> status.word().equals(word))
        .findFirst()
        .orElseThrow(() -> new InvalidField("status", "must be one of spawning, running, stopped"));
  }

  private static @Nullable ProcessMark process(Fields fields) {
    long pid = fields.integer("pid", 0);
    String start = fields.optionalString("process_start");
    return pid <= 0 || start == null ? null : new ProcessMark(pid, start);
  }

  private static Instant orThen(@Nullable Instant time, Instant otherwise) {
    return time == null ? otherwise : time;
  }

  private static RawJson others(Fields fields) {
    JsonWriter out = new JsonWriter().beginObject();
    for (int i = 0; i < fields.count(); i++) {
      if (!OURS.contains(fields.name(i))) {
        out.field(fields.name(i), fields.value(i));
      }
    }
    return RawJson.trusted(out.endObject().toByteArray());
  }

  static void copy(RawJson object, JsonWriter out) {
    Fields members = object.fields();
    for (int i = 0; i < members.count(); i++) {
      out.field(members.name(i), members.value(i));
    }
  }
}
