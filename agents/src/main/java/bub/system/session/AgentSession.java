package bub.system.session;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.system.spawn.AgentLaunch;
import bub.system.spawn.ProcessMark;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Agent of one chat in {@code sessions.json}.
 *
 * @param talkto its chat, or the operator who requested it
 * @param others unknown fields of the file, kept unchanged
 */
public record AgentSession(
    Address clientId,
    ChatKey chat,
    Address talkto,
    String workspace,
    Instant createdAt,
    @Nullable String log,
    Life life,
    RawJson others)
    implements JsonValue {

  /** {@code startedAt} is the time when the agent connected after its last start. */
  public record Life(
      SessionStatus status,
      Instant lastActivity,
      @Nullable Instant startedAt,
      @Nullable Instant stoppedAt,
      @Nullable String exitReason,
      @Nullable ProcessMark process) {}

  public static AgentSession begin(
      Address clientId, ChatKey chat, Address talkto, String workspace, Instant now) {
    var life = new Life(SessionStatus.STOPPED, now, null, now, null, null);
    return new AgentSession(
        clientId, chat, talkto, workspace, now, null, life, RawJson.EMPTY_OBJECT);
  }

  public AgentSession talkingTo(Address other) {
    return new AgentSession(clientId, chat, other, workspace, createdAt, log, life, others);
  }

  public String unit() {
    return AgentLaunch.unitOf(clientId);
  }

  public SessionStatus status() {
    return life.status();
  }

  public AgentSession spawning(String inWorkspace, String toLog) {
    var next = new Life(SessionStatus.SPAWNING, life.lastActivity, null, null, null, null);
    return new AgentSession(clientId, chat, talkto, inWorkspace, createdAt, toLog, next, others);
  }

  public AgentSession spawningAgain(String afterWhat) {
    return with(
        new Life(SessionStatus.SPAWNING, life.lastActivity, null, null, afterWhat, life.process));
  }

  public AgentSession running(Instant now) {
    Instant since = life.startedAt == null ? now : life.startedAt;
    return with(new Life(SessionStatus.RUNNING, latest(now), since, null, null, life.process));
  }

  public AgentSession stopped(Instant now, String reason) {
    return with(
        new Life(SessionStatus.STOPPED, life.lastActivity, life.startedAt, now, reason, null));
  }

  public AgentSession on(@Nullable ProcessMark process) {
    return with(
        new Life(
            life.status,
            life.lastActivity,
            life.startedAt,
            life.stoppedAt,
            life.exitReason,
            process));
  }

  public AgentSession active(Instant at) {
    return with(
        new Life(
            life.status,
            latest(at),
            life.startedAt,
            life.stoppedAt,
            life.exitReason,
            life.process));
  }

  private Instant latest(Instant at) {
    return at.isAfter(life.lastActivity) ? at : life.lastActivity;
  }

  private AgentSession with(Life next) {
    return new AgentSession(clientId, chat, talkto, workspace, createdAt, log, next, others);
  }

  public static AgentSession read(RawJson session) {
    return SessionReader.read(session);
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("client_id", clientId).field("chat_id", chat.id());
    out.field("channel", chat.channel()).field("talkto", talkto);
    out.field("workspace", workspace).field("systemd_unit", unit());
    out.field("status", status().word()).field("created_at", createdAt.toString());
    out.field("last_activity", life.lastActivity.toString());
    optional(out, "started_at", life.startedAt);
    optional(out, "stopped_at", life.stoppedAt);
    out.optional("exit_reason", life.exitReason).optional("log", log);
    if (life.process != null) {
      out.field("pid", life.process.pid()).field("process_start", life.process.started());
    }
    SessionReader.copy(others, out);
    out.endObject();
  }

  private static void optional(JsonWriter out, String name, @Nullable Instant time) {
    out.optional(name, time == null ? null : time.toString());
  }
}
