package bub.bus.policy;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.NestedFields;
import bub.protocol.Pattern;
import bub.protocol.Times;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Stored form of a token: its principal with its grants, and the hash of its secret.
 *
 * @param reserved true when no other peer may use its clientId, even on an open bus
 */
public record StoredToken(Principal principal, String hash, Instant createdAt, boolean reserved)
    implements JsonValue {
  private static final String WORKSPACES = "readWorkspaces";

  public StoredToken(Principal principal, String hash, Instant createdAt) {
    this(principal, hash, createdAt, false);
  }

  public boolean isOf(TokenSecret secret) {
    return principal.id().equals(secret.id()) && secret.matches(hash);
  }

  public StoredToken rotated(TokenSecret secret, Instant now) {
    return new StoredToken(principal.withId(secret.id()), secret.hash(), now, reserved);
  }

  static StoredToken read(RawJson stored) {
    Fields fields = stored.fields();
    return new StoredToken(
        new Principal(
            fields.string("id"),
            Pattern.check("clientId", fields.string("clientId")),
            patterns(fields, "subscribe"),
            patterns(fields, "sendAs"),
            new LinkedHashSet<>(NestedFields.strings(fields, "types")),
            fields.bool("intercept"),
            fields.bool("operator"),
            fields.bool("chat", false), // absent in older files
            fields.has(WORKSPACES) ? patterns(fields, WORKSPACES) : List.of(), // likewise
            Times.optionalTime(fields, "expiresAt")),
        fields.string("hash"),
        Times.time(fields, "createdAt"),
        fields.bool("reserved", false));
  }

  private static List<Pattern> patterns(Fields fields, String name) {
    return NestedFields.strings(fields, name).stream()
        .map(text -> Pattern.check(name, text))
        .toList();
  }

  @Override
  public void writeTo(JsonWriter out) {
    Instant expiresAt = principal.expiresAt();
    out.beginObject().field("id", principal.id()).field("clientId", principal.clientId().text());
    strings(out, "subscribe", principal.subscribe().stream().map(Pattern::text).toList());
    strings(out, "sendAs", principal.sendAs().stream().map(Pattern::text).toList());
    strings(out, "types", List.copyOf(principal.types()));
    out.field("intercept", principal.intercept()).field("operator", principal.operator());
    if (principal.chat()) {
      out.field("chat", true);
    }
    if (!principal.workspaces().isEmpty()) {
      strings(out, WORKSPACES, principal.workspaces().stream().map(Pattern::text).toList());
    }
    out.field("hash", hash).field("createdAt", createdAt.toString());
    out.optional("expiresAt", expiresAt == null ? null : expiresAt.toString());
    if (reserved) {
      out.field("reserved", true);
    }
    out.endObject();
  }

  private static void strings(JsonWriter out, String name, List<String> values) {
    out.name(name).beginArray();
    values.forEach(out::value);
    out.endArray();
  }

  /** Omits the hash, for lists and messages. */
  @Override
  public String toString() {
    return "token " + principal.id() + " of " + principal.clientId();
  }
}
